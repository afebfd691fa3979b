import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { demoSizes } from './demo-size.ts';
import { demoUsers } from './demo-users.ts';
import { checkStoredSecrets } from '../../sendings/webhooks/stored-secrets.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { loadDemo } from './load-demo.ts';

const now = new Date('2026-03-18T15:00:00Z');
/** The demo's size, and the activities for reviewers on top of it. */
const smallCount = demoSizes.small.activities + 74;
const userCount = demoUsers.length + 34;

const secrets = secretsFrom('a secret of the demo');

describeOnOneEngine('loading the demo', (db) => {
  const count = async (table: 'engagement' | 'engagement_detail' | 'app_user' | 'audit_event') =>
    (
      await db()
        .kysely.selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;

  it('fills an empty database once', async () => {
    const reported: number[] = [];
    const options = {
      now,
      scale: 'small',
      passwordHash: 'a hash',
      secrets,
      onProgress: (done: number) => reported.push(done),
    } as const;
    expect(await loadDemo(db(), options)).toBe(true);
    expect(reported.at(-1)).toBe(smallCount);
    expect(await count('engagement')).toBe(smallCount);
    expect(await count('engagement_detail')).toBeGreaterThan(1000);
    expect(await loadDemo(db(), options)).toBe(false);
    expect(await count('engagement')).toBe(smallCount);
    expect(await count('app_user')).toBe(userCount);
    expect(await count('audit_event')).toBeGreaterThan(34);
  });

  it('has no secret that the keys of its product cannot read', async () => {
    const unreadable = async (keys: typeof secrets) =>
      (await checkStoredSecrets(db().kysely, keys, now)).unreadable['channel address'];
    expect(await unreadable(secrets)).toBe(0);
    expect(await unreadable(secretsFrom('another secret'))).toBe(1);
  });

  it('records what happened to accounts in the order of time, and nothing in the future', async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (SELECT at, lag(at) OVER (ORDER BY id) AS earlier FROM audit_event) AS e
      WHERE at < earlier OR at > ${now}`.execute(db().kysely);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('leaves the covering index in place', async () => {
    const { rows } =
      await sql`EXPLAIN SELECT count(*), max(topics[1]) FROM engagement WHERE client_id = 1`.execute(
        db().kysely,
      );
    expect(JSON.stringify(rows)).toContain('Index Only Scan using engagement_covering');
  });

  it('lets later rows get the next ids', async () => {
    const client = await db()
      .kysely.insertInto('client')
      .values({ name: 'Next' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(client.id).toBe(11);
    const { kysely } = db();
    const row = {
      client_id: 1,
      occurred_at: now,
      activity_type: 1,
      source: 1,
      status: 1,
      community_id: 1,
      document_id: 1,
      reader_id: 1,
    };
    const added = await kysely.insertInto('engagement').values(row).returning('id').executeTakeFirstOrThrow();
    expect(added.id).toBe(smallCount + 1);
  });
});
