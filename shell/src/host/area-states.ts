import { createStore } from 'zustand/vanilla';
import { onAreaEvent } from './area-events.ts';
import type { AreaEvent } from './area-events.ts';
import type { FailureKind } from './area-failure.ts';

/** What an area is doing on this page; one that was never asked for has no state. */
export interface AreaState {
  version: string;
  phase: 'loading' | 'loaded' | 'mounted' | 'failed';
  failure?: FailureKind;
  /** The version that it stands in for. */
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
