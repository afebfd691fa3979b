import { ringNames } from '@readerlens/contract/registry';
import type { AreaEntry } from '@readerlens/contract/registry';
import type { AreaState } from '../host/index.ts';
import type { Leftovers, TimedEvent } from '../host/index.ts';

/** What the page knows of its areas. */
export interface PageFacts {
  areas: readonly AreaEntry[];
  /** The registry is the last good one in the storage of the browser, because the server's cannot be read. */
  stale: boolean;
  states: Readonly<Record<string, AreaState>>;
  events: readonly TimedEvent[];
  /** The staged version that this tab shows. */
  preview: { area: string; version: string } | undefined;
}

/** One area on this page. */
export interface PageArea {
  id: string;
  name: string;
  /** The version that the page runs, or would run. */
  version: string;
  /** Why it is this version. */
  reason: string;
  state: AreaState | undefined;
  /** How long its files took to load, and its first content to show, in milliseconds; undefined if not measured. */
  loadMs: number | undefined;
  readyMs: number | undefined;
  /** What its last run left on the page. */
  leftovers: Leftovers | undefined;
  /** Messages of its failures, oldest first. */
  failures: string[];
}

const explainVersion = (entry: AreaEntry, state: AreaState | undefined, facts: PageFacts): string => {
  const version = state?.version ?? entry.version;
  if (facts.preview?.area === entry.id && facts.preview.version === version)
    return 'A preview link of this tab';
  if (state?.replaces !== undefined) {
    const failed = facts.events.findLast(
      ({ event }) => event.type === 'failed' && event.area === entry.id && event.version === state.replaces,
    );
    const message = failed?.event.type === 'failed' ? `: ${failed.event.failure.message}` : '.';
    return `The previous version, because ${state.replaces} failed${message}`;
  }
  if (version === entry.canary?.version)
    return `A canary for ${ringNames[entry.canary.ring]}, instead of ${entry.version}`;
  if (version !== entry.version) return `It was entered before ${entry.version} was deployed`;
  return facts.stale ? 'The last list of areas that this browser has; the server has none' : 'Deployed';
};

const describeArea = (entry: AreaEntry, facts: PageFacts): PageArea => {
  const { id, name } = entry;
  const state = facts.states[id];
  const version = state?.version ?? entry.version;
  const events = facts.events.map(({ event }) => event).filter((event) => event.area === id);
  const own = events.filter((event) => event.version === version);
  const loaded = own.find((event) => event.type === 'loaded');
  const ready = own.findLast((event) => event.type === 'ready');
  const left = own.findLast((event) => event.type === 'leftBehind');
  return {
    id,
    name,
    version,
    reason: explainVersion(entry, state, facts),
    state,
    loadMs: loaded?.ms,
    readyMs: ready?.ms,
    leftovers: left?.leftovers,
    failures: events.flatMap((event) =>
      event.type === 'failed' || event.type === 'invalid'
        ? [`${event.version}: ${event.failure.message}`]
        : [],
    ),
  };
};

/** The areas of the registry as this page runs them: those that it has requested first. */
export const describeAreas = (facts: PageFacts): PageArea[] => {
  const areas = facts.areas.map((entry) => describeArea(entry, facts));
  return [...areas.filter(({ state }) => state), ...areas.filter(({ state }) => !state)];
};
