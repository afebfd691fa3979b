// Stores the results of slots, and reads what earlier runs left. Lists have tens of thousands of rows, and a thousand alerts are due at once: the lists of
// several runs are written in one statement each.
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { findAlerts, readRecipients } from '../definition/alert.store.ts';
import type { AlertRow, Recipient } from '../definition/alert.store.ts';
import type { AlertState, Notified } from '../rules/evaluation.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import type { SlotResult, RunView } from './run-evaluation.ts';
import { totalMatched } from './run-evaluation.ts';
import { writeKeptLists } from './run-lists.ts';
import type { KeptList } from './run-lists.ts';

type Executor = Kysely<Schema>;

/** What earlier runs of an alert left. */
export interface Progress {
  /** The latest slot with a result. */
  readonly latestSlot: string | null;
  /** Null before the first run. */
  readonly state: AlertState | null;
}

type StoredNotified = Omit<Notified, 'direction'> & { readonly direction: 'Positive' | 'Negative' | '' };

interface ProgressRow {
  readonly alertId: string;
  readonly latestSlot: string | null;
  readonly version: number | null;
  readonly cursor: Date | null;
  readonly notified: readonly StoredNotified[];
}

const decodeProgress = ({ latestSlot, version, cursor, notified }: ProgressRow): Progress => {
  if (version === null || cursor === null) return { latestSlot, state: null };
  const named = notified.map(({ direction, ...each }) => ({ ...each, direction: direction || null }));
  return { latestSlot, state: { version, cursor, notified: named } };
};

const readProgress = async (
  db: Executor,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, Progress>> => {
  const { rows } = await sql<ProgressRow>`
    SELECT given.id AS "alertId", s.version, s.cursor,
      (SELECT max(slot) FROM alert_run WHERE alert_id = given.id) AS "latestSlot",
      coalesce((SELECT json_agg(json_build_object('clientId', client_id, 'entityId', entity_id,
        'direction', direction, 'on', notified_on, 'hasCleared', has_cleared))
        FROM alert_notified WHERE alert_id = given.id), '[]') AS notified
    FROM unnest(${alertIds}::uuid[]) AS given (id) LEFT JOIN alert_state AS s ON s.alert_id = given.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.alertId, decodeProgress(row)]));
};

/** An alert that is due, with what earlier runs left. */
export interface DueAlert {
  readonly alert: AlertRow;
  readonly recipients: readonly Recipient[];
  readonly progress: Progress;
}

/** Deleted alerts are left out. */
export const readDueAlerts = async (db: Executor, alertIds: readonly string[]): Promise<DueAlert[]> => {
  const ids = [...new Set(alertIds)];
  const [rows, progress, recipients] = await Promise.all([
    findAlerts(db, ids),
    readProgress(db, ids),
    readRecipients(db, ids),
  ]);
  const byAlert = groupBy(recipients, ({ alertId }) => alertId);
  return rows.map((alert) => ({
    alert,
    progress: progress.get(alert.id)!,
    recipients: byAlert.get(alert.id) ?? [],
  }));
};

type Trx = Transaction<Schema>;

/** A run with its result. */
export interface StoredRun {
  readonly run: Pick<LeasedRun, 'id' | 'slotKey' | 'slotAt' | 'missedSlots'>;
  readonly alert: AlertRow;
  /** What the run started from. */
  readonly state: AlertState | null;
  readonly result: SlotResult;
  readonly views: readonly RunView[];
  /** In the scopes of the views. */
  readonly keptLists: readonly KeptList[];
  readonly at: Date;
}

/** Limits the rows of one statement: their arrays are sent and held in memory as a whole. */
const maxRows = 20_000;

export const inPieces = async <Row>(
  rows: readonly Row[],
  size: number,
  write: (piece: readonly Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += size) await write(rows.slice(start, start + size));
};

/** Picks the values of a column. */
const pickColumns =
  <Row>(rows: readonly Row[]) =>
  <Value>(value: (row: Row) => Value): Value[] =>
    rows.map(value);

/**
 * Locks the alerts until the transaction ends.
 * @throws Error if an alert or its state is no longer what its run has read: the run has to be repeated
 */
const lockUnchanged = async (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  const ids = [...new Set(stored.map(({ alert }) => alert.id))];
  const rows = await trx
    .selectFrom('alert')
    .leftJoin('alert_state', 'alert_state.alert_id', 'alert.id')
    .select(['alert.id', 'alert.version', 'alert_state.version as stateVersion', 'alert_state.cursor'])
    .where('alert.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .where('alert.deleted_at', 'is', null)
    // In order, so that two workers never wait for each other.
    .orderBy('alert.id')
    .forUpdate('alert')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { alert, state } of stored) {
    const now = byId.get(alert.id);
    if (now?.version !== alert.version) throw new Error('The alert was changed during its run.');
    const isSame =
      (now.stateVersion ?? undefined) === state?.version &&
      (now.cursor ?? undefined)?.getTime() === state?.cursor.getTime();
    if (!isSame || ids.length < stored.length)
      throw new Error('Another run of the alert ended during this one.');
  }
};

const runRow = ({ run, alert, result, at }: StoredRun) => {
  const { plan, evaluation, own } = result;
  const { current, baseline } = plan.windows;
  return {
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
    subject_reader_id: alert.subject_reader_id,
    subject_organisation_id: alert.subject_organisation_id,
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
    run_at: at,
  };
};

const insertRuns = (trx: Trx, stored: readonly StoredRun[]) =>
  trx.insertInto('alert_run').values(stored.map(runRow)).execute();

const writeEntities = (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  const rows = stored.flatMap(({ run, views }) =>
    views.flatMap(({ index, entities, insufficient }) =>
      [...entities, ...insufficient].map((entity) => ({ runId: run.id, view: index, entity })),
    ),
  );
  return inPieces(rows, maxRows, (piece) => {
    const of = pickColumns(piece);
    return sql`
      INSERT INTO alert_run_entity (run_id, view, client_id, entity_id, outcome, activities, readers,
        baseline_activities, baseline_readers, direction, notified_on)
      SELECT * FROM unnest(${of(({ runId }) => runId)}::uuid[],
        ${of(({ view }) => view)}::smallint[],
        ${of(({ entity }) => entity.clientId)}::integer[],
        ${of(({ entity }) => entity.entityId)}::integer[],
        ${of(({ entity }) => entity.outcome)}::text[],
        ${of(({ entity }) => entity.current.activities)}::integer[],
        ${of(({ entity }) => entity.current.readers)}::integer[],
        ${of(({ entity }) => entity.baseline.activities)}::integer[],
        ${of(({ entity }) => entity.baseline.readers)}::integer[],
        ${of(({ entity }) => entity.direction)}::text[],
        ${of(({ entity }) => entity.notifiedOn)}::date[])`.execute(trx);
  });
};

/** @throws Error if one of the activities was reported in the meantime: its run has to be repeated */
const writeLedger = async (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  const rows = stored.flatMap(({ run, alert, result }) =>
    result.own.activities.map(({ clientId, id }) => ({ alertId: alert.id, runId: run.id, clientId, id })),
  );
  await inPieces(rows, maxRows, async (piece) => {
    const of = pickColumns(piece);
    const { numAffectedRows } = await sql`
      INSERT INTO alert_activity (alert_id, client_id, activity_id, run_id)
      SELECT * FROM unnest(${of(({ alertId }) => alertId)}::uuid[],
        ${of(({ clientId }) => clientId)}::integer[],
        ${of(({ id }) => id)}::bigint[],
        ${of(({ runId }) => runId)}::uuid[])
      ON CONFLICT DO NOTHING`.execute(trx);
    if (Number(numAffectedRows) !== piece.length) throw new Error('An activity was reported by another run.');
  });
};

const writeNotified = async (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  const forgotten = stored.filter(({ state }) => state && state.notified.length > 0);
  if (forgotten.length > 0)
    await trx
      .deleteFrom('alert_notified')
      .where('alert_id', '=', sql<string>`ANY(${forgotten.map(({ alert }) => alert.id)}::uuid[])`)
      .execute();
  const rows = stored.flatMap(({ alert, result }) =>
    result.evaluation.state.notified.map((notified) => ({ alertId: alert.id, ...notified })),
  );
  await inPieces(rows, maxRows, (piece) => {
    const of = pickColumns(piece);
    return sql`
      INSERT INTO alert_notified (alert_id, client_id, entity_id, direction, notified_on, has_cleared)
      SELECT * FROM unnest(${of(({ alertId }) => alertId)}::uuid[],
        ${of(({ clientId }) => clientId)}::integer[],
        ${of(({ entityId }) => entityId)}::integer[],
        ${of(({ direction }) => direction ?? '')}::text[],
        ${of(({ on }) => on)}::date[],
        ${of(({ hasCleared }) => hasCleared)}::boolean[])`.execute(trx);
  });
};

/** Stores the times of the last runs, and what they leave for the next ones. */
const writeStates = async (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  const of = pickColumns(stored);
  await sql`
    WITH given AS (
      SELECT * FROM unnest(${of(({ alert }) => alert.id)}::uuid[],
        ${of(({ result }) => result.evaluation.state.version)}::integer[],
        ${of(({ result }) => result.evaluation.state.cursor.toISOString())}::timestamptz[],
        ${of(({ at }) => at.toISOString())}::timestamptz[]) AS given (id, version, cursor, run_at)),
    run AS (UPDATE alert SET last_run_at = given.run_at FROM given WHERE alert.id = given.id)
    INSERT INTO alert_state (alert_id, version, cursor) SELECT id, version, cursor FROM given
    ON CONFLICT (alert_id) DO UPDATE SET version = excluded.version, cursor = excluded.cursor`.execute(trx);
  await writeNotified(trx, stored);
};

/**
 * Writes the results of runs and what they leave for the next ones; without their recipients.
 * @throws Error if something else has changed one of the alerts meanwhile: its run has to be repeated
 */
export const writeRuns = async (trx: Trx, stored: readonly StoredRun[]): Promise<void> => {
  await lockUnchanged(trx, stored);
  await insertRuns(trx, stored);
  await writeEntities(trx, stored);
  await writeKeptLists(trx, stored);
  await writeLedger(trx, stored);
  await writeStates(trx, stored);
};
