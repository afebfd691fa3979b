// Reads what a batch of runs needs of its alerts: a thousand alerts are due at once.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { findAlerts, readRecipients } from '../definition/alert.store.ts';
import type { AlertRow, Recipient } from '../definition/alert.store.ts';
import type { AlertActivity, AlertState, Notified } from '../rules/evaluation.ts';

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
export const unreported = async (
  db: Executor,
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
