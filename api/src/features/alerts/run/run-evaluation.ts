// Evaluates slots, and computes what people of different scopes see of the results.
import type { DataScope } from '../../../people/policy.ts';
import { countByClient } from '../../../sendings/run-list.ts';
import { isSilent } from '../rules/words.ts';
import type {
  AlertActivity,
  EntityResult,
  Evaluation,
  AlertDefinition,
  AlertState,
  SlotPlan,
} from '../rules/evaluation.ts';
import { buildEntityKey } from '../rules/evaluation.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { lateCommitDays } from '../../../deadlines.ts';
import { formatActivityId } from '../../../activities/activity-key.ts';
import type { ActivityKey } from '../../../activities/activity-key.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { Database, Schema } from '../../../platform/db/index.ts';
import { daysAfter } from '../../../platform/time.ts';
import { givenWhere } from '../../../sendings/run-file.ts';
import { readFacts, readAllFacts, readFactsInTurn } from './alert-facts.ts';
import { evaluate, planSlot } from '../rules/alert-types.ts';
import { noFacts } from '../rules/evaluation.ts';
import { narrowTo } from '../../../activities/select-stored.ts';

/** A run as it looks in a scope. */
export interface RunView {
  /** 0 is the view of the owner. */
  readonly index: number;
  readonly scope: DataScope;
  /** Of alerts that count: those that the rule holds for. */
  readonly entities: readonly EntityResult[];
  /** Too small a baseline; not more than are stored. */
  readonly insufficient: readonly EntityResult[];
  /** Of a Specific alert, newest last. */
  readonly activities: readonly AlertActivity[];
}

/** A run stores no more entities with too small a baseline than this, as examples. It has the number of all. */
export const maxInsufficient = 20;

const formatIds = (ids: readonly number[] | 'all'): string =>
  ids === 'all' ? ids : ids.toSorted((a, b) => a - b).join();

/** Equal for people who see the same activities. The fields that they may see do not count. */
export const scopeKey = ({ clientIds, communityIds, activityTypes }: DataScope): string =>
  [formatIds(clientIds), formatIds(communityIds), activityTypes.toSorted().join()].join(';');

const holds = ({ outcome }: EntityResult): boolean =>
  outcome === 'fires' || outcome === 'still above' || outcome === 'still changed';

const listInsufficient = ({ entities }: Evaluation): EntityResult[] =>
  entities.filter(({ outcome }) => outcome === 'insufficient baseline').slice(0, maxInsufficient);

/** The run as its owner sees it. */
export const ownView = (
  scope: DataScope,
  evaluation: Evaluation,
  activities: readonly AlertActivity[],
): RunView => ({
  index: 0,
  scope,
  entities: evaluation.entities.filter(holds),
  insufficient: listInsufficient(evaluation),
  activities,
});

/**
 * What another scope shows of the owner's entities: those that the rule also holds for within it, in the same direction,
 * with its counts. Whether they are new is for the owner's scope to say, which the alert remembers.
 */
export const entitiesWithin = (
  owner: Pick<RunView, 'entities'>,
  within: Evaluation,
): Pick<RunView, 'entities' | 'insufficient'> => {
  const byKey = new Map(owner.entities.map((entity) => [buildEntityKey(entity), entity]));
  const entities = within.entities.flatMap((entity) => {
    const own = byKey.get(buildEntityKey(entity));
    return own && holds(entity) && own.direction === entity.direction
      ? [{ ...entity, outcome: own.outcome, notifiedOn: own.notifiedOn }]
      : [];
  });
  return { entities, insufficient: listInsufficient(within) };
};

export const reportedEntities = ({ entities }: Pick<RunView, 'entities'>): EntityResult[] =>
  entities.filter(({ outcome }) => outcome === 'fires');

/** Counts the activities, readers or organizations that a run reports. */
export const totalMatched = (view: RunView): number => view.activities.length + reportedEntities(view).length;

/** Counts how much of what a run reports is of which client, by client. */
export const matchesByClient = (view: RunView): ReadonlyMap<number, number> =>
  countByClient([...view.activities, ...reportedEntities(view)]);

/** Counts the activities that the file of a run lists without a limit. */
export const matchedActivities = (view: RunView): number =>
  reportedEntities(view).reduce(
    (sum, entity) => sum + (isSilent(entity) ? entity.baseline : entity.current).activities,
    view.activities.length,
  );

/** An alert with what its owner may see of it. */
export interface EvaluatedAlert {
  readonly id: string;
  readonly definition: AlertDefinition;
  readonly scope: DataScope;
  readonly selection: UndatedSelection;
}

/** The result of a slot before it is stored. */
export interface SlotResult {
  /** With the windows of the slot, which does not include what a Specific alert reads again. */
  readonly plan: SlotPlan;
  readonly evaluation: Evaluation;
  /** The owner's view. */
  readonly own: RunView;
}

/**
 * Imports and approvals are visible once they commit, with the time at which they began: an import from before midnight
 * until after the run would be lost. So the end of what was covered is read again; the ledger knows what was reported.
 */
const withReread = (plan: SlotPlan): SlotPlan => {
  const { definition, windows } = plan;
  if (plan.by !== null) return plan;
  const from = daysAfter(windows.current.from, -lateCommitDays);
  const current = { ...windows.current, from: from > definition.since ? from : definition.since };
  return { ...plan, windows: { ...windows, current } };
};

/** A slot of an alert, and what the run before it left. */
export interface AlertSlot {
  readonly alert: EvaluatedAlert;
  readonly date: string;
  readonly state: AlertState | null;
}

/** Activities that an alert may have reported. */
interface Candidates {
  readonly alertId: string;
  readonly activities: readonly AlertActivity[];
}

interface ReportedRow {
  readonly alertId: string;
  readonly clientId: number;
  readonly id: number;
}

const buildReportedKey = ({ alertId, clientId, id }: ReportedRow): string => `${alertId} ${clientId}-${id}`;

/** Reads the activities that each alert has not reported yet, in order. */
const unreported = async (
  db: Kysely<Schema>,
  candidates: readonly Candidates[],
): Promise<(readonly AlertActivity[])[]> => {
  const given = candidates.flatMap(({ alertId, activities }) =>
    activities.map(({ clientId, id }) => ({ alertId, clientId, id })),
  );
  if (given.length === 0) return candidates.map(({ activities }) => activities);
  const { rows } = await sql<ReportedRow>`
    SELECT alert_id AS "alertId", client_id AS "clientId", activity_id AS id FROM alert_activity
      JOIN unnest(${given.map(({ alertId }) => alertId)}::uuid[],
        ${given.map(({ clientId }) => clientId)}::integer[],
        ${given.map(({ id }) => id)}::bigint[]) AS given (alert, client, id)
      ON alert_id = given.alert AND client_id = given.client AND activity_id = given.id`.execute(db);
  const reported = new Set(rows.map(buildReportedKey));
  return candidates.map(({ alertId, activities }) =>
    activities.filter((activity) => !reported.has(buildReportedKey({ alertId, ...activity }))),
  );
};

/** Evaluates slots within the scopes of the owners of their alerts. */
export const evaluateSlots = async (
  db: Pick<Database, 'kysely'>,
  slots: readonly AlertSlot[],
): Promise<SlotResult[]> => {
  const planned = slots.map((slot) => {
    const plan = planSlot(slot.alert.definition, slot.date, slot.state);
    return { ...slot, plan, read: withReread(plan) };
  });
  const requests = planned.map(({ alert, read }) => ({ selection: alert.selection, plan: read }));
  const facts = await readAllFacts(db, requests);
  const evaluated = planned.map((slot, index) => ({
    ...slot,
    evaluation: evaluate(slot.read, facts[index]!),
  }));
  const activities = await unreported(
    db.kysely,
    evaluated.map(({ alert, evaluation }) => ({ alertId: alert.id, activities: evaluation.activities })),
  );
  return evaluated.map(({ alert, plan, evaluation }, index) => ({
    plan,
    evaluation,
    own: ownView(alert.scope, evaluation, activities[index]!),
  }));
};

/** The plans of slots in order, of an alert that notifies nothing. */
const planUnnotified = (definition: AlertDefinition, dates: readonly string[]): SlotPlan[] => {
  let state: AlertState | null = null;
  return dates.map((date) => {
    const plan = planSlot(definition, date, state);
    ({ state } = evaluate(plan, noFacts));
    return plan;
  });
};

/** Evaluates slots of these dates one after another, as the runs of a new alert would. */
export async function* evaluateInTurn(
  db: Pick<Database, 'kysely'>,
  { definition, selection }: Pick<EvaluatedAlert, 'definition' | 'selection'>,
  dates: readonly string[],
): AsyncGenerator<Evaluation> {
  const planned = planUnnotified(definition, dates);
  let state: AlertState | null = null;
  let index = 0;
  for await (const readSlot of readFactsInTurn(db, selection, planned)) {
    const plan = planSlot(definition, dates[index]!, state);
    const evaluation = evaluate(plan, await readSlot(plan));
    ({ state } = evaluation);
    index += 1;
    yield evaluation;
  }
}

const readVisible = async (
  { kysely }: Pick<Database, 'kysely'>,
  scope: DataScope,
  activities: readonly AlertActivity[],
): Promise<readonly AlertActivity[]> => {
  if (activities.length === 0) return activities;
  const { rows } = await sql<ActivityKey>`
    SELECT e.client_id AS "clientId", e.id FROM engagement AS e
    WHERE ${givenWhere(activities, scope)}`.execute(kysely);
  const visible = new Set(rows.map(formatActivityId));
  return activities.filter((activity) => visible.has(formatActivityId(activity)));
};

/** The run as it looks in another scope. */
const viewWithin = async (
  db: Pick<Database, 'kysely'>,
  { selection }: Pick<EvaluatedAlert, 'selection'>,
  { plan, own }: SlotResult,
  { scope, index }: Pick<RunView, 'scope' | 'index'>,
): Promise<RunView> => {
  const none: RunView = { index, scope, entities: [], insufficient: [], activities: [] };
  if (plan.by === null) return { ...none, activities: await readVisible(db, scope, own.activities) };
  if (own.entities.length === 0) return none;
  const within = evaluate(plan, await readFacts(db, narrowTo(scope, selection), plan));
  return { ...none, ...entitiesWithin(own, within) };
};

/** Builds the views of a run for these scopes, by their key. People of equal scope share one. */
export const buildViews = async (
  db: Pick<Database, 'kysely'>,
  alert: EvaluatedAlert,
  result: SlotResult,
  scopes: readonly DataScope[],
): Promise<ReadonlyMap<string, RunView>> => {
  const views = new Map([[scopeKey(alert.scope), result.own]]);
  for (const scope of scopes) {
    const key = scopeKey(scope);
    if (!views.has(key)) views.set(key, await viewWithin(db, alert, result, { scope, index: views.size }));
  }
  return views;
};
