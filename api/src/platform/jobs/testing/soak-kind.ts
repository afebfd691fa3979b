import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import { deliverByMail } from '../../mail/deliveries.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { JobKind, JobQueue } from '../index.ts';

export const soakKindName = 'soak';

/** The table that the runs write to. */
export const createLedger = async ({ kysely }: Database): Promise<void> => {
  await sql`CREATE TABLE IF NOT EXISTS soak_ledger (run_id uuid NOT NULL)`.execute(kysely);
};

/** A kind whose runs write one row and queue two mails. The process may be killed at several points. */
export const soakKind = (
  services: { readonly outbox: Outbox; readonly jobs: JobQueue },
  work: () => Promise<void>,
): JobKind => ({
  name: soakKindName,
  concurrency: 4,
  leaseSeconds: 60,
  pauses: Array.from({ length: 30 }, () => 10),
  async handle(run, { renew }) {
    await work();
    await renew();
    return {
      async effects(trx) {
        await sql`INSERT INTO soak_ledger VALUES (${run.id})`.execute(trx);
        const mails = ['ana', 'omar'].map((name) => ({
          run,
          kind: 'alert' as const,
          sender: null,
          clientId: null,
          to: `${name}@users.example`,
          item: '',
          subject: `${run.id} ${name}`,
          text: 'Soak',
          html: '<p>Soak</p>',
        }));
        await deliverByMail(services, trx, mails);
      },
    };
  },
});

const unlimited = { hour: 1e6, day: 1e6 };

/** The soak sends many mails to few addresses. */
export const soakMailConfig = {
  mailFrom: 'Soak <soak@readerlens.example>',
  mailLimits: { sender: unlimited, security: unlimited, personal: unlimited, routine: unlimited },
};

export interface SoakSummary {
  runs: Record<string, number>;
  /** Runs whose effects were written more than once. */
  doubled: number;
  /** Completed runs without effects. */
  withoutEffects: number;
  /** Message-IDs of all mails in the outbox. */
  messageIds: string[];
  /** Mails not marked as sent. */
  unsent: number;
}

const readCount = async (query: ReturnType<typeof sql<{ n: number }>>, { kysely }: Database) =>
  (await query.execute(kysely)).rows[0]?.n ?? 0;

export const summarize = async (db: Database): Promise<SoakSummary> => {
  const states = await db.kysely
    .selectFrom('job_run')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('runs')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .execute();
  const mails = await db.kysely.selectFrom('outbox_mail').select(['message_id', 'status']).execute();
  return {
    runs: Object.fromEntries(states.map(({ kind, state, runs }) => [`${kind} ${state}`, runs])),
    doubled: await readCount(
      sql`SELECT count(*) AS n FROM (SELECT FROM soak_ledger GROUP BY run_id HAVING count(*) > 1) AS twice`,
      db,
    ),
    withoutEffects: await readCount(
      sql`SELECT count(*) AS n FROM job_run WHERE kind = 'soak' AND state = 'done'
          AND NOT EXISTS (SELECT FROM soak_ledger WHERE run_id = job_run.id)`,
      db,
    ),
    messageIds: mails.map(({ message_id }) => message_id),
    unsent: mails.filter(({ status }) => status !== 'sent').length,
  };
};
