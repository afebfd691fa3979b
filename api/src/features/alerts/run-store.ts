// Stores the result of a slot, and reads what earlier slots left. Lists have tens of thousands of rows: each is written in
// one statement.
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import type { LeasedRun } from '../../platform/jobs/index.ts';
import type { AlertRow } from './alert.store.ts';
import type { AlertActivity, AlertState, EntityResult } from './engine/evaluation.ts';
import type { SlotResult } from './run-evaluation.ts';
import { totalMatched } from './run-views.ts';
import type { RunView } from './run-views.ts';

type Executor = Kysely<Schema>;

/** What the run before left; null before the first one. */
export const readState = async (db: Executor, alertId: string): Promise<AlertState | null> => {
  const state = await db
    .selectFrom('alert_state')
    .select(['version', 'cursor'])
    .where('alert_id', '=', alertId)
    .executeTakeFirst();
  if (!state) return null;
  const notified = await db
    .selectFrom('alert_notified')
    .select([
      'client_id as clientId',
      'entity_id as entityId',
      'direction',
      'notified_on as on',
      'has_cleared as hasCleared',
    ])
    .where('alert_id', '=', alertId)
    .execute();
  return {
    ...state,
    notified: notified.map(({ direction, ...each }) => ({ ...each, direction: direction || null })),
  };
};

/** Whether two runs started from the same state. */
export const isSameState = (a: AlertState | null, b: AlertState | null): boolean =>
  a?.version === b?.version && a?.cursor.getTime() === b?.cursor.getTime();

/** The latest slot with a result. */
export const latestSlot = async (db: Executor, alertId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('alert_run')
    .select('slot')
    .where('alert_id', '=', alertId)
    .orderBy('slot', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.slot;
};

const writeState = async (trx: Transaction<Schema>, alertId: string, state: AlertState): Promise<void> => {
  const { version, cursor, notified } = state;
  await trx
    .insertInto('alert_state')
    .values({ alert_id: alertId, version, cursor })
    .onConflict((conflict) => conflict.column('alert_id').doUpdateSet({ version, cursor }))
    .execute();
  await trx.deleteFrom('alert_notified').where('alert_id', '=', alertId).execute();
  await sql`
    INSERT INTO alert_notified (alert_id, client_id, entity_id, direction, notified_on, has_cleared)
    SELECT ${alertId}::uuid, * FROM unnest(${notified.map(({ clientId }) => clientId)}::integer[],
      ${notified.map(({ entityId }) => entityId)}::integer[],
      ${notified.map(({ direction }) => direction ?? '')}::text[],
      ${notified.map(({ on }) => on)}::date[],
      ${notified.map(({ hasCleared }) => hasCleared)}::boolean[])`.execute(trx);
};

const writeEntities = async (
  trx: Transaction<Schema>,
  runId: string,
  view: number,
  entities: readonly EntityResult[],
): Promise<void> => {
  if (entities.length === 0) return;
  const of = <T>(value: (entity: EntityResult) => T): T[] => entities.map(value);
  await sql`
    INSERT INTO alert_run_entity (run_id, view, client_id, entity_id, outcome, activities, readers,
      baseline_activities, baseline_readers, direction, notified_on)
    SELECT ${runId}::uuid, ${view}::smallint, * FROM unnest(${of(({ clientId }) => clientId)}::integer[],
      ${of(({ entityId }) => entityId)}::integer[],
      ${of(({ outcome }) => outcome)}::text[],
      ${of(({ current }) => current.activities)}::integer[],
      ${of(({ current }) => current.readers)}::integer[],
      ${of(({ baseline }) => baseline.activities)}::integer[],
      ${of(({ baseline }) => baseline.readers)}::integer[],
      ${of(({ direction }) => direction)}::text[],
      ${of(({ notifiedOn }) => notifiedOn)}::date[])`.execute(trx);
};

/** @throws Error if one of the activities was reported in the meantime: the run has to be repeated */
const writeLedger = async (
  trx: Transaction<Schema>,
  { alertId, runId }: { readonly alertId: string; readonly runId: string },
  activities: readonly AlertActivity[],
): Promise<void> => {
  if (activities.length === 0) return;
  const { numAffectedRows } = await sql`
    INSERT INTO alert_activity (alert_id, client_id, activity_id, run_id)
    SELECT ${alertId}::uuid, client_id, id, ${runId}::uuid
    FROM unnest(${activities.map(({ clientId }) => clientId)}::integer[],
      ${activities.map(({ id }) => id)}::bigint[]) AS given (client_id, id)
    ON CONFLICT DO NOTHING`.execute(trx);
  if (Number(numAffectedRows) !== activities.length)
    throw new Error('An activity was reported by another run.');
};

/** A run with its result. */
export interface StoredRun {
  readonly run: Pick<LeasedRun, 'id' | 'slotKey' | 'slotAt' | 'missedSlots'>;
  readonly alert: AlertRow;
  readonly result: SlotResult;
  readonly views: readonly RunView[];
}

const insertRun = (trx: Transaction<Schema>, { run, alert, result }: StoredRun, now: Date) => {
  const { plan, evaluation, own } = result;
  const { current, baseline } = plan.windows;
  return trx
    .insertInto('alert_run')
    .values({
      id: run.id,
      alert_id: alert.id,
      slot: run.slotKey,
      slot_at: run.slotAt,
      missed_slots: run.missedSlots,
      definition_version: plan.definition.version,
      name: alert.name,
      description: alert.description,
      type: alert.type,
      rule: JSON.stringify(plan.definition.rule),
      filters: JSON.stringify(alert.filters),
      indices: alert.indices,
      export_columns: alert.export_columns,
      time_zone: alert.time_zone,
      current_from: current.from,
      current_to: current.to,
      baseline_from: baseline?.from ?? null,
      baseline_to: baseline?.to ?? null,
      insufficient_baseline: evaluation.entities.filter(({ outcome }) => outcome === 'insufficient baseline')
        .length,
      incomplete_clients: [...evaluation.incompleteClients],
      total_matched: totalMatched(own),
      run_at: now,
    })
    .execute();
};

/** Writes the result of a run and what it leaves for the next one; without its recipients. */
export const writeRun = async (trx: Transaction<Schema>, stored: StoredRun, now: Date): Promise<void> => {
  const { run, alert, result, views } = stored;
  await insertRun(trx, stored, now);
  for (const { index, entities, insufficient } of views)
    await writeEntities(trx, run.id, index, [...entities, ...insufficient]);
  await writeLedger(trx, { alertId: alert.id, runId: run.id }, result.own.activities);
  await writeState(trx, alert.id, result.evaluation.state);
  await trx.updateTable('alert').set({ last_run_at: now }).where('id', '=', alert.id).execute();
};
