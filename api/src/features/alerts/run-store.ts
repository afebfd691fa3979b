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

/** What earlier runs of an alert left. */
export interface Progress {
  /** The latest slot with a result. */
  readonly latestSlot: string | null;
  /** Null before the first run. */
  readonly state: AlertState | null;
}

interface StoredNotified {
  readonly clientId: number;
  readonly entityId: number;
  readonly direction: 'Positive' | 'Negative' | '';
  readonly on: string;
  readonly hasCleared: boolean;
}

/** In one statement, because a thousand alerts are due at once. */
export const readProgress = async (db: Executor, alertId: string): Promise<Progress> => {
  const { rows } = await sql<{
    latestSlot: string | null;
    version: number | null;
    cursor: Date | null;
    notified: StoredNotified[];
  }>`
    SELECT (SELECT max(slot) FROM alert_run WHERE alert_id = given.id) AS "latestSlot", s.version, s.cursor,
      coalesce((SELECT json_agg(json_build_object('clientId', client_id, 'entityId', entity_id,
        'direction', direction, 'on', notified_on, 'hasCleared', has_cleared))
        FROM alert_notified WHERE alert_id = given.id), '[]') AS notified
    FROM (SELECT ${alertId}::uuid AS id) AS given LEFT JOIN alert_state AS s ON s.alert_id = given.id`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.version === null || row.cursor === null)
    return { latestSlot: row?.latestSlot ?? null, state: null };
  const notified = row.notified.map(({ direction, ...each }) => ({ ...each, direction: direction || null }));
  return { latestSlot: row.latestSlot, state: { version: row.version, cursor: row.cursor, notified } };
};

/**
 * Locks an alert until the transaction ends. Returns whether the alert and its state are still those that a run has read.
 */
export const lockUnchanged = async (
  trx: Transaction<Schema>,
  { id, version }: Pick<AlertRow, 'id' | 'version'>,
  state: AlertState | null,
): Promise<{ readonly alert: boolean; readonly state: boolean }> => {
  const now = await trx
    .selectFrom('alert')
    .leftJoin('alert_state', 'alert_state.alert_id', 'alert.id')
    .select(['alert.version', 'alert_state.version as stateVersion', 'alert_state.cursor'])
    .where('alert.id', '=', id)
    .where('alert.deleted_at', 'is', null)
    .forUpdate('alert')
    .executeTakeFirst();
  return {
    alert: now?.version === version,
    state:
      (now?.stateVersion ?? undefined) === state?.version &&
      (now?.cursor ?? undefined)?.getTime() === state?.cursor.getTime(),
  };
};

const writeNotified = async (
  trx: Transaction<Schema>,
  alertId: string,
  notified: AlertState['notified'],
): Promise<void> => {
  await trx.deleteFrom('alert_notified').where('alert_id', '=', alertId).execute();
  if (notified.length === 0) return;
  await sql`
    INSERT INTO alert_notified (alert_id, client_id, entity_id, direction, notified_on, has_cleared)
    SELECT ${alertId}::uuid, * FROM unnest(${notified.map(({ clientId }) => clientId)}::integer[],
      ${notified.map(({ entityId }) => entityId)}::integer[],
      ${notified.map(({ direction }) => direction ?? '')}::text[],
      ${notified.map(({ on }) => on)}::date[],
      ${notified.map(({ hasCleared }) => hasCleared)}::boolean[])`.execute(trx);
};

/** The time of the last run, and what it leaves for the next one. */
const writeState = async (
  trx: Transaction<Schema>,
  alertId: string,
  { before, after }: { readonly before: AlertState | null; readonly after: AlertState },
  now: Date,
): Promise<void> => {
  await sql`
    WITH run AS (UPDATE alert SET last_run_at = ${now} WHERE id = ${alertId}::uuid)
    INSERT INTO alert_state (alert_id, version, cursor)
    VALUES (${alertId}::uuid, ${after.version}, ${after.cursor}::timestamptz)
    ON CONFLICT (alert_id) DO UPDATE SET version = excluded.version, cursor = excluded.cursor`.execute(trx);
  if ((before?.notified.length ?? 0) + after.notified.length > 0)
    await writeNotified(trx, alertId, after.notified);
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
  /** What the run started from. */
  readonly state: AlertState | null;
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
  const { run, alert, state, result, views } = stored;
  await insertRun(trx, stored, now);
  for (const { index, entities, insufficient } of views)
    await writeEntities(trx, run.id, index, [...entities, ...insufficient]);
  await writeLedger(trx, { alertId: alert.id, runId: run.id }, result.own.activities);
  await writeState(trx, alert.id, { before: state, after: result.evaluation.state }, now);
};
