// Evaluates the types of alerts that count the activities of readers or organizations.
import { addMonths } from '@readerlens/filters/model';
import { cutOff } from '../../../platform/jobs/index.ts';
import type { CountingRule } from '@readerlens/contract';
import { buildEntityKey } from './evaluation.ts';
import type {
  AlertFacts,
  AlertState,
  Direction,
  Entity,
  EntityCounts,
  EntityResult,
  Notified,
  SlotPlan,
  Window,
} from './evaluation.ts';

/** The local date on which the current window starts. */
const currentStart = ({ activityMonths }: { readonly activityMonths: number }, date: string): string =>
  addMonths(date, -activityMonths);

/**
 * The window that a slot counts in. Months are counted back from the slot's date each time: month by month, the 31st would
 * become the 28th for good.
 */
export const countedWindow = (
  rule: { readonly activityMonths: number },
  { date, timeZone }: { readonly date: string; readonly timeZone: string },
): Window => ({ from: cutOff(currentStart(rule, date), timeZone), to: cutOff(date, timeZone) });

/** Keeps the notifications that still count: if one was before the current window, every activity of the window is new. */
export const remembered = ({ notified }: AlertState, rule: CountingRule, date: string): Notified[] => {
  const start = currentStart(rule, date);
  return notified.filter(({ on }) => on > start);
};

const buildDirectedKey = (entity: Entity, direction: Direction): string =>
  `${buildEntityKey(entity)}-${direction}`;

/** Keeps the notifications that still count, and updates them with each result. */
const createMemory = (notified: readonly Notified[]) => {
  const byKey = new Map(notified.map((each) => [buildDirectedKey(each, each.direction), each]));
  const set = (each: Notified) => byKey.set(buildDirectedKey(each, each.direction), each);
  return {
    find: (entity: Entity, direction: Direction) => byKey.get(buildDirectedKey(entity, direction)),
    set,
    notify: ({ clientId, entityId }: Entity, direction: Direction, on: string) =>
      set({ clientId, entityId, direction, on, hasCleared: false }),
    all: () => [...byKey.values()],
  };
};
export type Memory = ReturnType<typeof createMemory>;

export const hasReaders = ({ uniqueUserCount }: CountingRule, readers: number): boolean =>
  uniqueUserCount === null || readers >= uniqueUserCount;

const byEntity = (a: Entity, b: Entity): number => a.clientId - b.clientId || a.entityId - b.entityId;

/** Clients whose data starts inside the baseline or later: their baseline would seem smaller than it was. */
const incompleteClients = (baseline: Window | null, { counts, historySince }: AlertFacts): number[] => {
  if (!baseline) return [];
  const clientIds = [...new Set(counts.map(({ clientId }) => clientId))].sort((a, b) => a - b);
  return clientIds.filter((id) => {
    const since = historySince.get(id);
    return since === undefined || since >= baseline.from;
  });
};

/** Computes the results for the entities of a slot. `resultFor` updates the memory of what was notified. */
export const evaluateEntities = (
  rule: CountingRule,
  { date, state, windows }: SlotPlan,
  facts: AlertFacts,
  resultFor: (counts: EntityCounts, memory: Memory) => EntityResult,
) => {
  const memory = createMemory(remembered(state, rule, date));
  const incomplete = incompleteClients(windows.baseline, facts);
  const entities = facts.counts
    .filter(({ clientId }) => !incomplete.includes(clientId))
    .toSorted(byEntity)
    .map((counts) => resultFor(counts, memory));
  return { activities: [], entities, incompleteClients: incomplete, notified: memory.all() };
};
