import { sql } from 'kysely';
import { lateCommitDays } from '../../../deadlines.ts';
import { formatActivityId } from '../../../activities/activity-key.ts';
import type { ActivityKey } from '../../../activities/activity-key.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { DataScope } from '../../../people/policy.ts';
import type { Database } from '../../../platform/db/index.ts';
import { daysAfter } from '../../../platform/time.ts';
import { givenWhere } from '../../../sendings/run-file.ts';
import { readFacts, readAllFacts } from './alert-facts.ts';
import { evaluate, planSlot } from '../rules/evaluate.ts';
import type {
  AlertActivity,
  AlertDefinition,
  AlertState,
  Evaluation,
  SlotPlan,
} from '../rules/evaluation.ts';
import { narrowTo } from '../../../activities/select-stored.ts';
import { unreported } from './run-reads.ts';
import { entitiesWithin, ownView, scopeKey } from './run-views.ts';
import type { RunView } from './run-views.ts';

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
export const viewWithin = async (
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
