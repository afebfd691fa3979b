import { evaluate, planSlot } from '../alert-types.ts';
import { noFacts } from '../evaluation.ts';
import type {
  AlertActivity,
  AlertDefinition,
  AlertFacts,
  AlertState,
  Count,
  EntityCounts,
  Evaluation,
  SlotPlan,
  Window,
} from '../evaluation.ts';

const isIn = ({ from, to }: Window, { availableAt }: AlertActivity) =>
  availableAt >= from && availableAt < to;

const countWithin = (activities: readonly AlertActivity[], window: Window | null): Count => {
  const found = window ? activities.filter((each) => isIn(window, each)) : [];
  return { activities: found.length, readers: new Set(found.map(({ readerId }) => readerId)).size };
};

/** Reads the facts of a plan from a list of activities. */
export const collectFacts = (
  all: readonly AlertActivity[],
  { windows, by, notified }: SlotPlan,
): AlertFacts => {
  if (by === null) return { ...noFacts, activities: all.filter((each) => isIn(windows.current, each)) };
  const groups = new Map<string, AlertActivity[]>();
  const history = new Map<number, Date>();
  for (const activity of all) {
    const { clientId, availableAt } = activity;
    const entityId = by === 'ReaderOrg' ? activity.organisationId : activity.readerId;
    const first = history.get(clientId);
    if (!first || availableAt < first) history.set(clientId, availableAt);
    if (entityId === null) continue;
    const key = `${clientId}-${entityId}`;
    groups.set(key, [...(groups.get(key) ?? []), activity]);
  }
  const counts = [...groups].map(([key, activities]): EntityCounts => {
    const [clientId = 0, entityId = 0] = key.split('-').map(Number);
    const since = notified.find((each) => each.clientId === clientId && each.entityId === entityId);
    return {
      clientId,
      entityId,
      current: countWithin(activities, windows.current),
      baseline: countWithin(activities, windows.baseline),
      sinceNotified: since
        ? countWithin(activities, { from: since.from, to: windows.current.to }).activities
        : 0,
    };
  });
  return {
    activities: [],
    counts: counts.filter(({ current, baseline }) => current.activities + baseline.activities > 0),
    historySince: history,
  };
};

/** Evaluates one slot after another, as scheduled runs do. */
export const runSlots = (
  definition: AlertDefinition,
  dates: readonly string[],
  activities: readonly AlertActivity[],
): Evaluation[] => {
  let state: AlertState | null = null;
  return dates.map((date) => {
    const plan = planSlot(definition, date, state);
    const evaluation = evaluate(plan, collectFacts(activities, plan));
    ({ state } = evaluation);
    return evaluation;
  });
};
