import { createStore } from 'zustand/vanilla';
import { reportFailure } from './area-failure.ts';
import type { AreaFailure, FailureKind } from './area-failure.ts';
import type { Leftovers } from './leftovers/leftovers.ts';

/** The phase of an area in which something failed. */
export type AreaPhaseName = 'load' | 'mount' | 'run' | 'unmount';

interface Subject {
  /** Id of the area. */
  area: string;
  version: string;
  /** Name of one of its widgets, if it is about that and not about the area on its own page. */
  widget?: string;
}

/** Events of the areas on this page, in the order in which they occur. */
export type AreaEvent = Subject &
  (
    | { type: 'loading' }
    /** Its files took `ms` to load, often as a prefetch before the visit; later visits reuse them. */
    | { type: 'loaded'; ms: number }
    /** Its lifecycles have settled; its first content may still be loading. */
    | { type: 'mounted' }
    /** Its first content is shown, `ms` after mounting began. */
    | { type: 'ready'; ms: number }
    | { type: 'failed'; phase: AreaPhaseName; failure: AreaFailure }
    /** Its entry in the registry is invalid; the page keeps an earlier entry if it has one. */
    | { type: 'invalid'; failure: AreaFailure }
    /** `version` replaces `failed`. */
    | { type: 'fellBack'; failed: string }
    | { type: 'unmounted' }
    /** It left something on the page, which may slow it down; emitted after it was unmounted. */
    | { type: 'leftBehind'; leftovers: Leftovers }
  );

type Listener = (event: AreaEvent) => void;

const listeners = new Set<Listener>();

/** Subscribes to area events. Returns an unsubscribe function. */
export const onAreaEvent = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const emitAreaEvent: Listener = (event) => {
  for (const listener of listeners) listener(event);
};

/** The state of an area on this page; an area that was never requested has none. */
export interface AreaState {
  version: string;
  phase: 'loading' | 'loaded' | 'mounted' | 'failed';
  failure?: FailureKind;
  /** The failed version that it replaces. */
  replaces?: string;
}

/** Identifies an area or one of its widgets. */
export const buildPartKey = (area: string, widget?: string): string =>
  widget === undefined ? area : `${area}/${widget}`;

export const areaStates = createStore<Readonly<Record<string, AreaState>>>()(() => ({}));

const nextState = (event: AreaEvent, before: AreaState | undefined): AreaState | undefined => {
  const { type, version } = event;
  const kept = before?.replaces ? { replaces: before.replaces } : {};
  if (type === 'loading') return { version, phase: 'loading' };
  if (type === 'loaded' || type === 'unmounted') return { ...kept, version, phase: 'loaded' };
  if (type === 'mounted') return { ...kept, version, phase: 'mounted' };
  if (type === 'failed') return { version, phase: 'failed', failure: event.failure.kind };
  if (type === 'invalid') return before ?? { version, phase: 'failed', failure: event.failure.kind };
  if (type === 'fellBack') return { version, phase: 'loading', replaces: event.failed };
  return before;
};

onAreaEvent((event) => {
  if (event.widget !== undefined) return;
  const before = areaStates.getState()[event.area];
  const next = nextState(event, before);
  if (next && next !== before) areaStates.setState({ [event.area]: next });
});

/** Reports every area failure to the server, with its kind. */
export const reportAreaFailures = (): (() => void) =>
  onAreaEvent((event) => {
    if (event.type !== 'failed' && event.type !== 'invalid') return;
    const { area, version, widget, failure } = event;
    const phase = event.type === 'failed' ? event.phase : 'load';
    reportFailure(`area ${buildPartKey(area, widget)}@${version} ${phase}`, failure);
  });
