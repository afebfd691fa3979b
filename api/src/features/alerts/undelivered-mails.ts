// What an alert and its runs show of mails that were not delivered. They are not sent again: the recipient finds the run
// among the notifications.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';

/** The addresses that the mails of a run did not reach. */
export const undeliveredToOf = async (kysely: Kysely<Schema>, runId: string): Promise<string[]> => {
  const rows = await kysely
    .selectFrom('delivery')
    .select('recipient')
    .where('run_id', '=', runId)
    .where('state', '=', 'failed')
    .orderBy('recipient')
    .execute();
  return rows.map(({ recipient }) => recipient);
};

/** The mails of a run that wait for a limit. */
export const deferredOf = async (kysely: Kysely<Schema>, runId: string, now: Date) => {
  const rows = await kysely
    .selectFrom('delivery')
    .innerJoin('outbox_mail as mail', 'mail.id', 'delivery.outbox_mail_id')
    .select(['recipient as to', 'mail.deferred_until as until'])
    .where('run_id', '=', runId)
    .where('delivery.state', '=', 'queued')
    .where('mail.deferred_until', '>', now)
    .orderBy('mail.deferred_until')
    .orderBy('recipient')
    .execute();
  return rows.flatMap(({ to, until }) => (until ? [{ to, until: until.toISOString() }] : []));
};

/** The addresses that the mails of the last run with mails did not reach, by alert; without alerts that reached all. */
export const findUndelivered = async (
  kysely: Kysely<Schema>,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  if (alertIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; recipients: string[] }>`
    SELECT alert.id, array_agg(delivery.recipient ORDER BY delivery.recipient) AS recipients
    FROM unnest(${alertIds}::uuid[]) AS alert (id)
    CROSS JOIN LATERAL (
      SELECT run.id FROM alert_run AS run
      WHERE run.alert_id = alert.id AND EXISTS (SELECT FROM delivery WHERE delivery.run_id = run.id)
      ORDER BY run.slot DESC LIMIT 1) AS last
    JOIN delivery ON delivery.run_id = last.id AND delivery.state = 'failed'
    GROUP BY alert.id`.execute(kysely);
  return new Map(rows.map(({ id, recipients }) => [id, recipients]));
};
