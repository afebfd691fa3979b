import { createStore } from 'zustand/vanilla';
import { reportFailure } from './area-failure.ts';
import type { AreaFailure, FailureKind } from './area-failure.ts';

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
    /** `version` replaces `failed`. */
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

/** What an area is doing on this page; one that was never asked for has no state. */
export interface AreaState {
  version: string;
  phase: 'loading' | 'loaded' | 'mounted' | 'failed';
  failure?: FailureKind;
  /** The failed version that it replaces. */
  insteadOf?: string;
}

export const areaStates = createStore<Readonly<Record<string, AreaState>>>()(() => ({}));

const after = (event: AreaEvent, before: AreaState | undefined): AreaState | undefined => {
  const { type, version } = event;
  const kept = before?.insteadOf ? { insteadOf: before.insteadOf } : {};
  if (type === 'loading') return { version, phase: 'loading' };
  if (type === 'loaded' || type === 'unmounted') return { ...kept, version, phase: 'loaded' };
  if (type === 'mounted') return { ...kept, version, phase: 'mounted' };
  if (type === 'failed') return { version, phase: 'failed', failure: event.failure.kind };
  if (type === 'fellBack') return { version, phase: 'loading', insteadOf: event.failed };
  return before;
};

onAreaEvent((event) => {
  const before = areaStates.getState()[event.area];
  const next = after(event, before);
  if (next && next !== before) areaStates.setState({ [event.area]: next });
});

/** Tells the server of every failure of an area, with its kind. */
export const reportAreaFailures = (): (() => void) =>
  onAreaEvent((event) => {
    if (event.type !== 'failed') return;
    const { area, version, phase, failure } = event;
    reportFailure(`area ${area}@${version} ${phase}`, failure);
  });
