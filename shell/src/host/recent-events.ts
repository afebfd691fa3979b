import { createStore } from 'zustand/vanilla';
import { onAreaEvent } from './area-events.ts';
import type { AreaEvent } from './area-events.ts';

/** An event, and when it occurred, in milliseconds since the page load. */
export interface TimedEvent {
  at: number;
  event: AreaEvent;
}

const keptEvents = 200;

/** The latest events of the areas on this page, oldest first. */
export const recentEvents = createStore<{ events: readonly TimedEvent[] }>()(() => ({ events: [] }));

onAreaEvent((event) =>
  recentEvents.setState(({ events }) => ({
    events: [...events.slice(1 - keptEvents), { at: performance.now(), event }],
  })),
);
