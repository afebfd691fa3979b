import type { AreaFailure } from './area-failure.ts';

/** Where an area was when something went wrong. */
export type AreaPhaseName = 'load' | 'mount' | 'run' | 'unmount';

interface Subject {
  /** Id of the area. */
  area: string;
  version: string;
}

/** What happens to the areas of this page, in the order in which it happens. */
export type AreaEvent = Subject &
  (
    | { type: 'loading' }
    /** Its files took `ms`; most often they were asked for before anybody waited, and at a later visit they are there. */
    | { type: 'loaded'; ms: number }
    /** Its lifecycles have settled; its first content may still be on its way. */
    | { type: 'mounted' }
    /** Its first content is there, `ms` after it began to mount. */
    | { type: 'ready'; ms: number }
    | { type: 'failed'; phase: AreaPhaseName; failure: AreaFailure }
    /** `version` stands in for `failed`. */
    | { type: 'fellBack'; failed: string }
    | { type: 'unmounted' }
  );

type Listener = (event: AreaEvent) => void;

const listeners = new Set<Listener>();

/** Listens to what happens to the areas. Returns the way to stop. */
export const onAreaEvent = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const tellAreaEvent: Listener = (event) => {
  for (const listener of listeners) listener(event);
};
