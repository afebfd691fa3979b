// A worker that runSoak kills: plans and executes runs and sends mails on a fast clock. With `drain`, it adds no runs,
// works until none is open, prints a summary and exits. Argument: SoakWorker as JSON.
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../db/index.ts';
import type { Database } from '../../db/index.ts';
import { deliverByMail } from '../../mail/deliveries.ts';
import { mailKind } from '../../mail/mail-kind.ts';
import { createOutbox } from '../../mail/outbox.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createJobQueue, createRunner, saveSchedule } from '../index.ts';
import type { JobKind } from '../index.ts';

export interface SoakWorker {
  database: { url: string } | { dataDir: string };
  smtpUrl: string;
  /** When the fast clock equals the real one, in milliseconds since 1970. */
  origin: number;
  /** Seconds of the fast clock per second. */
  speed: number;
  drain: boolean;
}

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

// Node stores compiled modules when a process ends, which a killed one does not.
flushCompileCache();
const { database, smtpUrl, origin, speed, drain } = JSON.parse(process.argv[2] ?? '') as SoakWorker;
const clock = () => new Date(origin + (Date.now() - origin) * speed);
const mailFrom = 'Soak <soak@readerlens.example>';
const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);

const db = await openDatabase({ ...database, poolSize: 4 });
const jobs = createJobQueue(clock);
const outbox = createOutbox({ db, jobs, mailFrom });
await sql`CREATE TABLE IF NOT EXISTS soak_ledger (run_id uuid NOT NULL)`
  .execute(db.kysely)
  .catch(() => undefined);

/** Writes one row and queues two mails. The process may be killed at several points. */
const soakKind: JobKind = {
  name: 'soak',
  concurrency: 4,
  leaseSeconds: 60,
  pauses: Array.from({ length: 30 }, () => 10),
  async handle(run, { renew }) {
    await delay(Math.random() * 30);
    await renew();
    return {
      async effects(trx) {
        await sql`INSERT INTO soak_ledger VALUES (${run.id})`.execute(trx);
        for (const name of ['ana', 'omar']) {
          const mail = { subject: `${run.id} ${name}`, text: 'Soak', html: '<p>Soak</p>' };
          await deliverByMail({ outbox, jobs }, trx, run, { ...mail, to: `${name}@users.example` });
        }
      },
    };
  },
};

const saveSchedules = async (isActive: boolean) => {
  const rule = { every: 'interval', seconds: 120 } as const;
  for (const ownerId of owners) {
    const input = { kind: soakKind.name, ownerId, rule, timeZone: 'UTC', isActive };
    // Two workers may insert the same schedule concurrently.
    await db.transaction((trx) => saveSchedule(trx, input, clock())).catch(() => undefined);
  }
};

const addRuns = async (): Promise<void> => {
  for (;;) {
    await db.transaction((trx) =>
      jobs.add(trx, { kind: soakKind.name, ownerId: 'extra', slotKey: randomUUID() }),
    );
    await delay(100);
  }
};

const numberOf = async (query: ReturnType<typeof sql<{ n: number }>>, { kysely }: Database) =>
  (await query.execute(kysely)).rows[0]?.n ?? 0;

const isOpen = async () =>
  (await numberOf(sql`SELECT count(*) AS n FROM job_run WHERE state IN ('queued', 'running')`, db)) > 0;

const summarize = async (): Promise<SoakSummary> => {
  const states = await db.kysely
    .selectFrom('job_run')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('runs')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .execute();
  const mails = await db.kysely.selectFrom('outbox_mail').select(['message_id', 'status']).execute();
  return {
    runs: Object.fromEntries(states.map(({ kind, state, runs }) => [`${kind} ${state}`, runs])),
    doubled: await numberOf(
      sql`SELECT count(*) AS n FROM (SELECT FROM soak_ledger GROUP BY run_id HAVING count(*) > 1) AS twice`,
      db,
    ),
    withoutEffects: await numberOf(
      sql`SELECT count(*) AS n FROM job_run WHERE kind = 'soak' AND state = 'done'
          AND NOT EXISTS (SELECT FROM soak_ledger WHERE run_id = job_run.id)`,
      db,
    ),
    messageIds: mails.map(({ message_id }) => message_id),
    unsent: mails.filter(({ status }) => status !== 'sent').length,
  };
};

const logger = { warn() {}, error() {} };
const transport = smtpTransport(smtpUrl, mailFrom);
const runner = createRunner({
  db,
  clock,
  logger,
  kinds: [soakKind, mailKind(transport)],
  pollMs: 200,
  stopMs: 500,
});
await saveSchedules(!drain);
await runner.start();
process.stdout.write('started\n');
process.once('SIGTERM', () => {
  void runner
    .stop()
    .then(() => db.close())
    .then(() => process.exit(0));
});
if (drain) {
  while (await isOpen()) await delay(50);
  const summary = await summarize();
  await runner.stop();
  transport.close();
  await db.close();
  process.stdout.write(`${JSON.stringify(summary)}\n`);
} else {
  void addRuns().catch(() => undefined);
}
