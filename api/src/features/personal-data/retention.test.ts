import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { readConfig } from '../../platform/config.ts';
import { createRunner } from '../../platform/jobs/index.ts';
import { daysAfter } from '../../platform/time.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { retentionKind } from './retention.ts';

type Retention = CallData<Calls['GET /api/personal-data/retention']>;

const quiet = { warn() {}, error() {} };
const environment = {
  RETENTION_ACTIVITY_DAYS: '1000',
  RETENTION_READER_DAYS: '400',
  RETENTION_ACCOUNT_DAYS: '30',
  RETENTION_AUDIT_DAYS: '365',
};
/** Long enough ago that the database would delete events before it. */
const now = new Date('2026-03-18T12:00:00Z');
const daysAgo = (days: number) => daysAfter(now, -days);
const at = (days: number) => daysAgo(days).toISOString();

describeOnOneEngine('retention', (db) => {
  const world = activityWorld(db, environment);
  let clientId: number;
  let readers: { old: number; idle: number; active: number; registered: number };

  const addReader = (name: string) =>
    world().add('reader', {
      email: `${name}@x.example`,
      first_name: name,
      last_name: 'Reader-Zq',
      phone: '+1 555',
    });
  const run = async (settings: Record<string, string>) => {
    const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
    await db().kysely.deleteFrom('job_run').execute();
    await db().kysely.deleteFrom('schedule').execute();
    const runner = createRunner({
      db: db(),
      kinds: [retentionKind({ ...world().services, config })],
      logger: quiet,
      clock: () => now,
    });
    await runner.start();
    await runner.runDue();
    await runner.stop();
  };
  const readNames = async () => {
    const { rows } = await sql<{ id: number; first_name: string }>`
      SELECT id, first_name FROM reader WHERE id = ANY(${Object.values(readers)}::integer[])`.execute(
      db().kysely,
    );
    const names = new Map(rows.map(({ id, first_name }) => [id, first_name]));
    return Object.fromEntries(Object.entries(readers).map(([key, id]) => [key, names.get(id)]));
  };
  const countRows = async (table: string) => {
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::integer AS count FROM ${sql.table(table)}`.execute(db().kysely);
    return rows[0]?.count;
  };

  beforeAll(async () => {
    clientId = await world().add('client', { name: 'Acme' });
    readers = {
      old: await addReader('old'),
      idle: await addReader('idle'),
      active: await addReader('active'),
      registered: await addReader('registered'),
    };
    await world().addActivity({ clientId, readerId: readers.old, at: at(1001), notes: 'old notes' });
    await world().addActivity({ clientId, readerId: readers.idle, at: at(401), notes: 'idle notes' });
    await world().addActivity({ clientId, readerId: readers.active, at: at(1001) });
    await world().addActivity({ clientId, readerId: readers.active, at: at(399) });
    await world().addActivity({ clientId, readerId: readers.registered, at: at(500) });
    await sql`INSERT INTO event_registrant (client_id, external_id, event, title, starts_on, email, attended)
      VALUES (${clientId}, 'e registered@x.example', 'e', 'e', ${daysAgo(10)}::date, 'registered@x.example', true)`.execute(
      db().kysely,
    );
    for (const [name, days] of [
      ['gone', 31],
      ['leaving', 29],
    ] as const)
      await sql`WITH account AS (INSERT INTO app_user (email, first_name, last_name, deleted_at, is_active)
          VALUES (${`${name}@users.example`}, ${name}, 'Zq', ${daysAgo(days)}, false) RETURNING id),
        filters AS (INSERT INTO default_filters (user_id, filters, indices) SELECT id, '[]', '{}' FROM account)
        INSERT INTO saved_search (user_id, name, description, filters, indices, created_by, updated_by)
        SELECT id, ${name}, '', '[]', '{}', id, id FROM account`.execute(db().kysely);
    for (const days of [366, 364])
      await db()
        .kysely.insertInto('audit_event')
        .values({ action: 'job.retry', detail: JSON.stringify({ days }), at: daysAgo(days) })
        .execute();
  });

  it('keeps everything without a setting', async () => {
    const before = await countRows('engagement');
    await run({});
    expect(await countRows('engagement')).toBe(before);
    expect(await readNames()).toEqual({
      old: 'old',
      idle: 'idle',
      active: 'active',
      registered: 'registered',
    });
  });

  it('removes what is older than its period, and nothing else', async () => {
    await run(environment);
    expect(await countRows('engagement')).toBe(3);
    expect(await countRows('engagement_detail')).toBe(0);
    expect(await readNames()).toEqual({
      old: 'Erased',
      idle: 'Erased',
      active: 'active',
      registered: 'registered',
    });
    const { rows: accounts } = await sql<{ name: string }>`
      SELECT first_name || ' ' || last_name || ' ' || email AS name FROM app_user WHERE deleted_at IS NOT NULL
      ORDER BY deleted_at`.execute(db().kysely);
    expect(accounts.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^ {2}deleted-\d+@user\.invalid$/),
      'leaving Zq leaving@users.example',
    ]);
    const { rows: searches } = await sql<{ name: string; filters: number }>`
      SELECT name, (SELECT count(*) FROM default_filters)::integer AS filters FROM saved_search`.execute(
      db().kysely,
    );
    expect(searches).toEqual([{ name: 'leaving', filters: 1 }]);
    const { rows: events } = await sql<{ days: number }>`
      SELECT (detail->>'days')::integer AS days FROM audit_event WHERE action = 'job.retry'`.execute(
      db().kysely,
    );
    expect(events).toEqual([{ days: 364 }]);
  });

  it('tells administrators the periods and what was removed, and finds nothing the next time', async () => {
    const token = await world().tokenOf({ role: 'Admin' });
    const read = async () =>
      (await world().call('GET /api/personal-data/retention', { token })).body.data as Retention;
    const { periods, last } = await read();
    expect(periods).toEqual([
      { kind: 'activities', days: 1000 },
      { kind: 'readers', days: 400 },
      { kind: 'accounts', days: 30 },
      { kind: 'auditEvents', days: 365 },
      { kind: 'sendings', days: 400 },
      { kind: 'mails', days: 30 },
      { kind: 'mailFiles', days: 7 },
    ]);
    expect(last?.counts.map(({ count }) => count)).toEqual([2, 2, 1, 1]);
    await run(environment);
    expect((await read()).last?.counts.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  });

  it('deletes no event of the last 90 days, and no other statement deletes any', async () => {
    const before = await countRows('audit_event');
    const attempts = ["SELECT prune_audit_events(now() - interval '80 days')", 'DELETE FROM audit_event'];
    for (const statement of attempts)
      await expect(sql.raw(statement).execute(db().kysely)).rejects.toThrow('audit log is');
    expect(await countRows('audit_event')).toBe(before);
  });
});
