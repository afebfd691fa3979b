// What a drill needs: the product in a place of its own, at a time that the test sets, with deliveries that are due.
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { buildApi } from '../app.ts';
import type { Environment } from '../data/backup/testing/places.ts';
import { demoPassword } from '../data/demo/demo-users.ts';
import { loadDemo } from '../data/demo/load-demo.ts';
import {
  alertKindName,
  buildSlotRule,
  readSchedule,
} from '../features/alerts/definition/alert-definition.ts';
import { alerts } from '../features/alerts/definition/alert.store.ts';
import { servicesAt } from '../features/alerts/testing/services-at.ts';
import { jobKinds } from '../job-kinds.ts';
import { hashPassword } from '../people/passwords.ts';
import { databaseLocation, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/index.ts';
import type { Database } from '../platform/db/index.ts';
import { createRunner, saveSchedule } from '../platform/jobs/index.ts';
import { createTestClock } from '../platform/jobs/testing/test-runner.ts';
import type { startMailServer } from '../platform/mail/testing/mail-server.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { daysAfter } from '../platform/time.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export const demoEnd = '2026-03-18T15:00:00Z';
export const aDayLater = '2026-03-19T15:00:00Z';

/** A process of the product in a place whose settings name the mail server, at the end of the demo data. */
export const startProduct = async (environment: Environment) => {
  const db = await openDatabase({ ...databaseLocation(readConfig(environment)), statementTimeoutMs: 0 });
  const time = createTestClock(demoEnd);
  const services = servicesAt(db, time.clock, environment);
  const app = await buildApi({ services });
  const transport = smtpTransport(environment['SMTP_URL']!, 'Readerlens <mail@readerlens.example>');
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    token?: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload ? { payload } : {}),
    });
  return {
    db,
    services,
    time,
    call,
    signIn: async (email: string) =>
      (await call('POST', '/api/auth', undefined, { email, password: demoPassword })).json().token as string,
    work: () =>
      createRunner({
        db,
        kinds: jobKinds(transport, services, { info() {} }),
        logger: { warn() {}, error() {} },
        clock: time.clock,
      }).runDue(),
    async stop() {
      await app.close();
      transport.close();
      await db.close();
    },
  };
};
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** The number of rows of each table, and a hash of their contents. */
export const fingerprintTables = async ({ kysely }: Database): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`.execute(kysely);
  const found = new Map<string, string>();
  for (const { name } of rows) {
    const [row] = (
      await sql<{ content: string }>`
        SELECT count(*) || ' ' || coalesce(md5(string_agg(line, '' ORDER BY line COLLATE "C")), '') AS content
        FROM (SELECT md5(each::text) AS line FROM ${sql.table(name)} AS each) AS lines`.execute(kysely)
    ).rows;
    found.set(name, row!.content);
  }
  return found;
};

export const waitingMail = {
  kind: 'password' as const,
  sender: null,
  clientId: null,
  to: 'waiting@users.example',
  subject: 'Waiting',
  text: 'Waiting',
  html: '<p>Waiting</p>',
  attachments: [
    { name: 'a.bin', mediaType: 'application/octet-stream', content: new Uint8Array([0, 9, 10, 92, 255]) },
  ],
};

/** Recipient and subject of each mail since the last call, and the Message-ID of the one that waited; those of runs have ids of their own. */
export const takeSentMails = (mailServer: MailServer): string[] =>
  mailServer.received
    .splice(0)
    .map(({ to, source }) => {
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(source)?.[1]?.trim() ?? '';
      const subject = header('Subject');
      const id = subject === waitingMail.subject ? header('Message-ID') : '';
      return [to.join(' '), subject, id].join(' | ');
    })
    .toSorted((a, b) => a.localeCompare(b));

export const readDoneRuns = async ({ kysely }: Database): Promise<string[]> =>
  (
    await kysely
      .selectFrom('job_run')
      .select(['kind', 'owner_id', 'slot_key', 'missed_slots', 'state', 'attempts'])
      .where('kind', '!=', 'mail')
      .orderBy('kind')
      .orderBy('owner_id')
      .orderBy('slot_key')
      .execute()
  ).map((each) => Object.values(each).join(' '));

/** Slots of the week before are due, as if no worker had run. */
const planAlerts = async (db: Database): Promise<void> => {
  const active = await alerts(db.kysely).where('schedule_active', '=', true).execute();
  const now = new Date(demoEnd);
  for (const alert of active) {
    const input = {
      kind: alertKindName,
      ownerId: alert.id,
      rule: buildSlotRule(readSchedule(alert)),
      timeZone: 'UTC',
    };
    await db.transaction((trx) => saveSchedule(trx, input, now, daysAfter(now, -7)));
  }
};

/** A small demo with alerts that are due and a mail that waits. */
export const loadDueDemo = async ({ db, services }: Product): Promise<void> => {
  await loadDemo(db, {
    now: new Date(demoEnd),
    scale: 'small',
    passwordHash: await hashPassword(demoPassword),
  });
  await planAlerts(db);
  await services.outbox.queue(waitingMail);
};
