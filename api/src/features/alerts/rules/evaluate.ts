// The rules of alerts. The scheduled run, the back-test and the explanation all plan a slot, read the facts of the plan, and
// call `evaluate`.
import type { ChangeRule, SeriesRule } from '@readerlens/contract';
import { addDays } from '@readerlens/filters/model';
import { cutOff } from '../../../platform/jobs/index.ts';
import { noFacts } from './evaluation.ts';
import type {
  AlertActivity,
  AlertDefinition,
  AlertFacts,
  AlertState,
  Direction,
  Entity,
  EntityCounts,
  EntityResult,
  Evaluation,
  Notified,
  Outcome,
  SlotPlan,
} from './evaluation.ts';
import { currentStart, windowsOf } from './windows.ts';
import type { Window } from './windows.ts';

/** Days before an entity whose change has ended can be notified of it again. */
const calmDays = 7;

/** The state to start a slot with. A new version of the definition starts from nothing, at its activation. */
const stateOf = ({ version, since }: AlertDefinition, stored: AlertState | null): AlertState =>
  stored?.version === version ? stored : { version, cursor: since, notified: [] };

export const planSlot = (definition: AlertDefinition, date: string, stored: AlertState | null): SlotPlan => {
  const { rule, timeZone } = definition;
  const state = stateOf(definition, stored);
  const windows = windowsOf(rule, date, timeZone, state.cursor);
  const plan = { definition, date, state, windows, notified: [] };
  if (rule.type === 'SpecificActivityNotification') return { ...plan, by: null };
  if (rule.type === 'ChangeInActivitiesNotification') return { ...plan, by: rule.aggField };
  const notified = remembered(state, rule, date);
  const dates = [...new Set(notified.map(({ on }) => on))];
  const instants = new Map(dates.map((on) => [on, cutOff(on, timeZone)]));
  const since = notified.flatMap(({ clientId, entityId, on }) => {
    const from = instants.get(on);
    return from ? [{ clientId, entityId, from }] : [];
  });
  return { ...plan, by: rule.aggField, notified: since };
};

/** The notifications that still count: if one was before the current window, every activity of the window is new. */
const remembered = ({ notified }: AlertState, rule: SeriesRule | ChangeRule, date: string): Notified[] => {
  const start = currentStart(rule, date);
  return notified.filter(({ on }) => on > start);
};

/** Of an entity within its client. */
export const buildEntityKey = ({ clientId, entityId }: Entity): string => `${clientId}-${entityId}`;
const directedKeyOf = (entity: Entity, direction: Direction): string =>
  `${buildEntityKey(entity)}-${direction}`;

/** The notifications that still count, which each result updates. */
const memoryOf = (notified: readonly Notified[]) => {
  const byKey = new Map(notified.map((each) => [directedKeyOf(each, each.direction), each]));
  return {
    find: (entity: Entity, direction: Direction) => byKey.get(directedKeyOf(entity, direction)),
    set: (each: Notified) => byKey.set(directedKeyOf(each, each.direction), each),
    all: () => [...byKey.values()],
  };
};
type Memory = ReturnType<typeof memoryOf>;

const hasReaders = ({ uniqueUserCount }: SeriesRule | ChangeRule, readers: number): boolean =>
  uniqueUserCount === null || readers >= uniqueUserCount;

const notifyOf = ({ clientId, entityId }: Entity, direction: Direction, on: string): Notified => ({
  clientId,
  entityId,
  direction,
  on,
  hasCleared: false,
});

const seriesResult = (rule: SeriesRule, counts: EntityCounts, date: string, memory: Memory): EntityResult => {
  const { current, sinceNotified } = counts;
  const previous = memory.find(counts, null);
  const holds = current.activities >= rule.minimumCount && hasReaders(rule, current.readers);
  const isRepeat = previous !== undefined && sinceNotified < rule.minimumCount;
  const outcome = holds ? (isRepeat ? 'still above' : 'fires') : 'quiet';
  if (outcome === 'fires') memory.set(notifyOf(counts, null, date));
  return {
    ...counts,
    outcome,
    expected: null,
    changePercent: null,
    direction: null,
    notifiedOn: previous?.on ?? null,
  };
};

const directionOf = (difference: number): Direction => {
  if (difference === 0) return null;
  return difference < 0 ? 'Negative' : 'Positive';
};

/** Compares in whole numbers: a threshold that is reached exactly must not be missed by rounding. */
const changeOf = (rule: ChangeRule, { current, baseline }: EntityCounts) => {
  const scaledExpected = baseline.activities * rule.activityMonths;
  const difference = current.activities * rule.baselineActivityMonths - scaledExpected;
  const direction = directionOf(difference);
  const isReached = Math.abs(difference) * 100 >= rule.minimumThresholdPercent * scaledExpected;
  const isChosen = rule.thresholdDirection === 'Both' || rule.thresholdDirection === direction;
  // An organization that fell silent has no current readers.
  const { readers } = direction === 'Positive' ? current : baseline;
  return {
    direction,
    expected: scaledExpected / rule.baselineActivityMonths,
    changePercent: scaledExpected === 0 ? null : (difference / scaledExpected) * 100,
    holds: isReached && isChosen && hasReaders(rule, readers),
  };
};

const mayRepeat = ({ on, hasCleared }: Notified, date: string): boolean =>
  hasCleared && date >= addDays(on, calmDays);

const changeResult = (rule: ChangeRule, counts: EntityCounts, date: string, memory: Memory): EntityResult => {
  const { direction, holds, ...change } = changeOf(rule, counts);
  const previous = memory.find(counts, direction);
  const resultOf = (outcome: Outcome): EntityResult => ({
    ...counts,
    ...change,
    outcome,
    direction,
    notifiedOn: previous?.on ?? null,
  });
  // Says nothing about the change, so what was notified before neither clears nor repeats.
  if (counts.baseline.activities < Math.max(1, rule.minimumBaselineActivities))
    return resultOf('insufficient baseline');
  for (const each of ['Positive', 'Negative'] as const) {
    const notified = memory.find(counts, each);
    if (notified && !(holds && each === direction)) memory.set({ ...notified, hasCleared: true });
  }
  if (!holds) return resultOf('quiet');
  if (previous && !mayRepeat(previous, date)) return resultOf('still changed');
  memory.set(notifyOf(counts, direction, date));
  return resultOf('fires');
};

const isWithin = ({ from, to }: Window, instant: Date): boolean => instant >= from && instant < to;

const byTime = (a: AlertActivity, b: AlertActivity): number =>
  a.availableAt.getTime() - b.availableAt.getTime() || a.clientId - b.clientId || a.id - b.id;
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

/** The entities of alerts that count. */
const evaluateCounts = (
  rule: SeriesRule | ChangeRule,
  { date, state, windows }: SlotPlan,
  facts: AlertFacts,
): Pick<Evaluation, 'entities' | 'incompleteClients'> & Pick<AlertState, 'notified'> => {
  const memory = memoryOf(remembered(state, rule, date));
  const incomplete = incompleteClients(windows.baseline, facts);
  const entities = facts.counts
    .filter(({ clientId }) => !incomplete.includes(clientId))
    .toSorted(byEntity)
    .map((counts) =>
      rule.type === 'SeriesOfActivitiesNotification'
        ? seriesResult(rule, counts, date, memory)
        : changeResult(rule, counts, date, memory),
    );
  return { entities, incompleteClients: incomplete, notified: memory.all() };
};

/**
 * Evaluates a slot. Pure: nothing is remembered but the returned state. Which activities were already reported is not
 * decided here, but by the ledger of reported activities.
 */
export const evaluate = (plan: SlotPlan, facts: Partial<AlertFacts>): Evaluation => {
  const { definition, state, windows } = plan;
  const known: AlertFacts = { ...noFacts, ...facts };
  const { to: cursor } = windows.current;
  if (definition.rule.type === 'SpecificActivityNotification') {
    const activities = known.activities.filter(({ availableAt }) => isWithin(windows.current, availableAt));
    const next = { ...state, cursor };
    return { plan, activities: activities.sort(byTime), entities: [], incompleteClients: [], state: next };
  }
  const { notified, ...result } = evaluateCounts(definition.rule, plan, known);
  return { plan, activities: [], ...result, state: { ...state, cursor, notified } };
};
