// What is there before the outages, and what is due meanwhile.
import { sql } from 'kysely';
import { addReport } from '../../features/activity-reports/testing/report-runs-world.ts';
import { addRunWorld, seriesRule, specificRule } from '../../features/alerts/testing/run-world.ts';
import { storeForm } from '../../features/onboarding/testing/store-form.ts';
import type { Services } from '../../people/services.ts';
import type { UserRow } from '../../people/tables.ts';
import type { Database } from '../../platform/db/index.ts';
import { addUser } from '../../platform/testing/add-user.ts';
import { daysAfter } from '../../platform/time.ts';

export interface Person {
  readonly id: string;
  readonly token: string;
}

export type OutageWorld = Awaited<ReturnType<typeof addOutageWorld>>;

/** Enough for all writes. */
const reviewed = 2000;

/** Client 1 is written to; client 2 has the activities that alerts and reports are about. */
export const addOutageWorld = async (services: Services, now: Date) => {
  const { db } = services;
  const { kysely } = db;
  const stored = await storeForm(db, now);
  await sql`INSERT INTO client (id, name) VALUES (2, 'Aurelis')`.execute(kysely);
  await sql`INSERT INTO community (id, name) VALUES (1, 'Biologics')`.execute(kysely);
  await sql`INSERT INTO reader (id, email) VALUES (1, 'reader@x.example')`.execute(kysely);
  await sql`INSERT INTO document (id, client_id, title, community_id) VALUES (1, 1, 'A paper', 1)`.execute(
    kysely,
  );
  const runWorld = addRunWorld(db, () => daysAfter(now, -4));
  const pending = await runWorld.addActivities({
    at: daysAfter(now, -2).toISOString(),
    count: reviewed,
    status: 'Pending',
  });
  await runWorld.addActivities({ at: daysAfter(now, -3).toISOString(), count: 5, clientId: 2 });

  const signIn = async (user: UserRow): Promise<Person> => ({
    id: String(user.id),
    token: await services.signIns.begin(user, 'password', { ip: '127.0.0.1', headers: {} }),
  });
  // One each, because a user gets few sessions of the database at once.
  const addPerson = async () =>
    signIn(
      await addUser(db, {
        role: 'SystemAdmin',
        review_activities: true,
        view_notifications: true,
        access_marketing_performance: true,
        notification_claim_level: 'Admin',
      }),
    );
  const alertEditor = await addPerson();
  const alertOwner = await kysely
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', Number(alertEditor.id))
    .executeTakeFirstOrThrow();
  const recipient = await runWorld.addPerson({ clients: [2], communities: [1] });
  const changed = await addUser(db, { role: 'Internal' });
  return {
    people: await Promise.all(Array.from({ length: 30 }, addPerson)),
    person: await addPerson(),
    alertAuthor: await addPerson(),
    alertEditor,
    // Not due yet.
    alertId: await addRunWorld(db, () => now).addAlert({ owner: alertOwner, name: 'Value' }),
    userEditor: await addPerson(),
    changedUserId: String(changed.id),
    reviewer: await addPerson(),
    uploader: await addPerson(),
    pending,
    form: { formId: stored.formId, contentId: stored.contentId, token: (await signIn(stored.owner)).token },
    recipient,
  };
};

/** Two alerts and a report that are due now, each with one mail. */
export const addDueWork = async (db: Database, { recipient }: OutageWorld, now: Date): Promise<void> => {
  const past = daysAfter(now, -4);
  const runWorld = addRunWorld(db, () => past);
  for (const rule of [specificRule, seriesRule])
    await runWorld.addAlert({ owner: recipient, rule, name: 'Due', clientIds: [2] });
  await addReport(db, past, { owner: recipient, clientId: 2, hasAttachment: true, pastDays: 4 });
};

export interface DueFindings {
  /** Alerts and reports that were due. */
  readonly due: number;
  /** Those without exactly one result. */
  readonly wrongResults: number;
  readonly unfinished: readonly string[];
  readonly mails: number;
  /** Mails that never arrived. */
  readonly missing: number;
  /** Message-IDs that arrived, but are of no mail. */
  readonly unknown: number;
  /** Results with more than one mail, or with none. */
  readonly wrongMails: number;
}

const firstNumber = async ({ kysely }: Database, query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(kysely)).rows[0]?.n ?? 0;

/** Compares what was due with its results and with the Message-IDs that arrived. */
export const checkDueWork = async (db: Database, arrived: readonly string[]): Promise<DueFindings> => {
  const { kysely } = db;
  const { rows: runs } = await sql<{ text: string }>`
    SELECT kind || ' ' || state || ' ' || coalesce(error, '') AS text FROM job_run WHERE state NOT IN ('done', 'skipped')`.execute(
    kysely,
  );
  const deliveries = await kysely
    .selectFrom('delivery')
    .select(['run_id', 'message_id', 'state'])
    .where('channel', '=', 'mail')
    .execute();
  const ids = deliveries.map(({ message_id }) => message_id ?? '');
  const known = new Set(ids);
  const seen = new Set(arrived);
  const count = (query: ReturnType<typeof sql<{ n: number }>>) => firstNumber(db, query);
  return {
    due: await count(
      sql`SELECT (SELECT count(*) FROM alert WHERE name = 'Due') + (SELECT count(*) FROM activity_report_config) AS n`,
    ),
    wrongResults: await count(sql`
      SELECT count(*) AS n FROM (
        SELECT (SELECT count(*) FROM alert_run WHERE alert_id = alert.id) AS results FROM alert WHERE name = 'Due'
        UNION ALL
        SELECT (SELECT count(*) FROM activity_report_run WHERE config_id = config.id) FROM activity_report_config AS config
      ) AS each WHERE results != 1`),
    unfinished: runs.map(({ text }) => text),
    mails: ids.length,
    missing: deliveries.filter(({ message_id, state }) => state !== 'sent' || !seen.has(message_id ?? ''))
      .length,
    unknown: [...seen].filter((id) => !known.has(id)).length,
    wrongMails: await count(sql`
      SELECT count(*) AS n FROM (
        SELECT count(*) AS mails FROM delivery WHERE channel = 'mail' GROUP BY run_id
      ) AS each WHERE mails != 1`),
  };
};
