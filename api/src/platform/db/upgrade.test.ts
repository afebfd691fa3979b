import { describeOnEachEngine } from '../testing/index.ts';
import type { Database } from './index.ts';
import { runMigrationWork } from './migration-work.ts';
import { migrate, readMigrations } from './migrations.ts';
import type { SqlClient } from './sql-pool.ts';

/** Runs work in a session whose search path is a new, empty schema. */
const inEmptySchema = async (db: Database, work: (client: SqlClient) => Promise<void>) => {
  const client = await db.session();
  await client.exec('CREATE SCHEMA upgrade; SET search_path = upgrade;');
  try {
    await work(client);
  } finally {
    await client.exec('RESET search_path; DROP SCHEMA upgrade CASCADE;');
    client.release();
  }
};

const createClientPool = (client: SqlClient) => ({
  connect: async () => ({ ...client, release: () => undefined }),
  end: async () => undefined,
});

const rows = `INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id,
    reader_id, approved_at) VALUES
  (1, '2026-01-05T10:00:00Z', 0, 0, 1, 1, 1, 1, '2026-01-06T10:00:00Z'),
  (1, '2026-01-07T10:00:00Z', 2, 0, 1, 1, 1, 1, NULL),
  (2, '2026-01-09T10:00:00Z', 0, 0, 1, 1, 1, 1, '2026-01-08T10:00:00Z'),
  (2, '2026-01-10T10:00:00Z', 0, 0, 0, 1, 1, 1, NULL);
  INSERT INTO engagement_detail (client_id, engagement_id, specifics_text) VALUES (1, 1, 'kept');`;

const savedSearches = `INSERT INTO app_user (id, email, first_name, last_name) OVERRIDING SYSTEM VALUE
    VALUES (1, 'a@x.example', 'A', 'A'), (2, 'b@x.example', 'B', 'B');
  INSERT INTO saved_search (user_id, name, filters, created_at) VALUES
    (1, 'Late', '[]', '2026-01-01'), (1, 'LATE', '[]', '2026-01-02'), (1, 'late', '[]', '2026-01-03'),
    (1, 'late (2)', '[]', '2026-01-04'), (2, 'Late', '[]', '2026-01-05'),
    (2, '${'x'.repeat(60)}', '[]', '2026-01-06'), (2, '${'X'.repeat(60)}', '[]', '2026-01-07');`;

/** Texts as they could be stored before 0026. */
const oddTexts = `INSERT INTO client (id, name) VALUES (1, 'Two  Spaces'), (2, 'Two Spaces'), (3, E'Two\\u00a0Spaces'),
    (4, E'Soft\\u00adhyphen'), (5, E'Jose\\u0301'), (6, 'O’Brien'), (7, 'O''Brien'), (8, E'\\u200b');
  INSERT INTO analyst_tag (id, client_id, name) VALUES (1, 1, 'A  B'), (2, 1, 'A B'), (3, 2, 'A  B');
  INSERT INTO content_topic (name) VALUES (E'Cells\\u2007 \\u2060in  culture ');
  INSERT INTO organisation (name) VALUES (E' Acme\\tInc\\u200e');
  INSERT INTO reader (first_name, last_name, title, city) VALUES (E'Jean\\u00a0Luc', E'\\u200b', 'Plain', NULL), ('Zoé', 'می‌خواهم', '👩‍🔬', '™');
  INSERT INTO document (title) VALUES (E'\\u2003Wide\\u3000title');
  INSERT INTO app_user (id, email, first_name, last_name) OVERRIDING SYSTEM VALUE VALUES (1, 'a@x.example', 'Ann  ', E'\\u200b');
  INSERT INTO saved_search (user_id, name, description, filters, created_at) VALUES
    (1, 'Anne–Marie', E'One  line\\r\\n\\ttwo', '[]', '2026-01-01'), (1, 'Anne-Marie', '', '[]', '2026-01-02'),
    (1, 'Anne  Marie', '', '[]', '2026-01-03'), (1, 'anne marie', '', '[]', '2026-01-04');
  INSERT INTO engagement (id, client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
    VALUES (1, 1, '2026-01-05', 0, 0, 1, 1, 1, 1);
  INSERT INTO engagement_detail (client_id, engagement_id, specifics_text) VALUES (1, 1, E' said\\u00a0 \\nthat ');`;

/** A report that works, one that is paused, one by mail, and one that was changed from messages to mails. */
const webhookMessages = `INSERT INTO app_user (id, email, first_name, last_name) OVERRIDING SYSTEM VALUE
    VALUES (1, 'a@x.example', 'A', 'A');
  INSERT INTO client_webhook (client_id, url, secret, updated_at) VALUES (1, 'https://hooks.example', '\\x0a0b', '2026-01-01');
  INSERT INTO activity_report_config (id, owner_id, client_id, email, first_name, last_name, report_type, send_days, time_zone,
      available_from, failed_messages, webhook_paused_at, created_at, created_by, updated_at, updated_by)
    SELECT format('00000000-0000-4000-8000-00000000000%s', id)::uuid, 1, client_id, 'c@x.example', 'C', 'C', type, '{M}', 'UTC',
      '2026-01-01', failed, paused::timestamptz, '2026-01-01', 1, '2026-01-01', 1
    FROM (VALUES (1, 1, 3, 0, NULL), (2, 2, 3, 3, '2026-02-01'), (3, 1, 2, 0, NULL), (4, 1, 1, 0, NULL))
      AS report (id, client_id, type, failed, paused);
  INSERT INTO job_run (id, kind, owner_id, slot_key, slot_at, next_at, created_at)
    VALUES ('00000000-0000-4000-8000-000000000009', 'activity-report', '1', 's', '2026-01-31', '2026-01-31', '2026-01-31');
  INSERT INTO delivery (id, run_id, recipient, channel, item, state, attempts, message_id, created_at)
    SELECT format('00000000-0000-4000-8000-0000000000%s', part)::uuid, '00000000-0000-4000-8000-000000000009', 'hooks.example',
      'webhook', part::text, state, attempts, message_id, '2026-01-31'
    FROM (VALUES (10, 'sent', 1, 'msg_a'), (11, 'queued', 4, 'msg_b'), (12, 'failed', 6, 'msg_c'))
      AS message (part, state, attempts, message_id);
  INSERT INTO webhook_message (delivery_id, client_id, config_id, client_ids, activities, body, created_at)
    SELECT format('00000000-0000-4000-8000-0000000000%s', part)::uuid, 1,
      format('00000000-0000-4000-8000-00000000000%s', config)::uuid, client_ids::integer[], activities, body, '2026-01-31'
    FROM (VALUES (10, 1, '{1}', 2, '{"a":1}'), (11, 2, '{1,2}', 3, '{"b":1}'), (12, 4, '{1}', 1, '{"c":1}'))
      AS message (part, config, client_ids, activities, body);`;

describeOnEachEngine('the database of an older version', (db) => {
  it('from before 0010 gets different names of saved searches', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0010') });
      await client.exec(savedSearches);
      await migrate(createClientPool(client), { migrations: all });
      const { rows: names } = await client.query(
        'SELECT user_id, name FROM saved_search ORDER BY created_at',
      );
      expect(names).toEqual([
        { user_id: 1, name: 'Late' },
        { user_id: 1, name: 'LATE (3)' },
        { user_id: 1, name: 'late (4)' },
        { user_id: 1, name: 'late (2)' },
        { user_id: 2, name: 'Late' },
        { user_id: 2, name: 'x'.repeat(60) },
        { user_id: 2, name: `${'X'.repeat(56)} (2)` },
      ]);
    });
  });

  it('from before 0021 keeps its users, who have no session and can begin one', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0021') });
      await client.exec(`INSERT INTO app_user (id, email, first_name, last_name, token_version)
        OVERRIDING SYSTEM VALUE VALUES (1, 'a@x.example', 'A', 'A', 3)`);
      await migrate(createClientPool(client), { migrations: all });
      const sessions = `SELECT token_version, (SELECT count(*)::int FROM user_session) AS sessions FROM app_user`;
      expect((await client.query(sessions)).rows).toEqual([{ token_version: 3, sessions: 0 }]);
      await client.exec(`INSERT INTO user_session (id, user_id, method, network, token_version, expires_at)
        VALUES (gen_random_uuid(), 1, 'password', '192.0.2.1', 3, now())`);
      expect((await client.query(sessions)).rows).toEqual([{ token_version: 3, sessions: 1 }]);
    });
  });

  it('from before 0007 is migrated with its rows', async () => {
    const all = readMigrations();
    const before = all.filter(({ name }) => name < '0007');
    expect(before).toHaveLength(6);
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: before });
      await client.exec(rows);
      expect(await migrate(createClientPool(client), { migrations: all })).toEqual(
        all.slice(6).map(({ name }) => name),
      );
      const { rows: kept } = await client.query(
        'SELECT id, available_at, specifics_text FROM engagement LEFT JOIN engagement_detail d ON d.engagement_id = id ORDER BY id',
      );
      expect(kept).toEqual([
        { id: 1, available_at: new Date('2026-01-06T10:00:00Z'), specifics_text: 'kept' },
        { id: 2, available_at: new Date('2026-01-07T10:00:00Z'), specifics_text: null },
        { id: 3, available_at: new Date('2026-01-09T10:00:00Z'), specifics_text: null },
        { id: 4, available_at: new Date('2026-01-10T10:00:00Z'), specifics_text: null },
      ]);
      const { rows: added } = await client.query(
        `INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
          VALUES (1, '2026-01-05T10:00:00Z', 0, 0, 1, 1, 1, 1) RETURNING available_at = now() AS is_now`,
      );
      expect(added).toEqual([{ is_now: true }]);
      await runMigrationWork(client, true);
      // Index-only scans of dashboards need a vacuum.
      const { rows: pages } = await client.query(
        `SELECT relallvisible > 0 AS is_vacuumed FROM pg_class WHERE oid = 'engagement'::regclass`,
      );
      expect(pages).toEqual([{ is_vacuumed: true }]);
    });
  });

  it('from before 0018 keeps its accounts, whose addresses stay unique until they are deleted', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0018') });
      await client.exec(`INSERT INTO app_user (email, first_name, last_name) VALUES ('a@x.example', 'A', 'A');
        INSERT INTO audit_event (action, actor_id) SELECT 'impersonation.start', id FROM app_user;`);
      await migrate(createClientPool(client), { migrations: all });
      const { rows: users } = await client.query('SELECT email, version, deleted_at FROM app_user');
      expect(users).toEqual([{ email: 'a@x.example', version: 1, deleted_at: null }]);
      const again = `INSERT INTO app_user (email, first_name, last_name) VALUES ('A@x.example', 'A', 'A')`;
      await expect(client.exec(again)).rejects.toThrow('app_user_email');
      await client.exec(`UPDATE app_user SET deleted_at = now(); ${again};`);
    });
  });

  it('from before 0024 keeps its mails, which count for no limit', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0024') });
      await client.exec(`INSERT INTO outbox_mail (to_address, subject, text_body, message_id)
        VALUES ('a@x.example', 'Hello', 'x', '<1@x.example>')`);
      await migrate(createClientPool(client), { migrations: all });
      const { rows: mails } = await client.query(
        `SELECT status, kind, sender_id, deferred_until, (SELECT count(*)::int FROM mail_count) AS counted FROM outbox_mail`,
      );
      expect(mails).toEqual([
        { status: 'queued', kind: null, sender_id: null, deferred_until: null, counted: 0 },
      ]);
    });
  });

  it('from before 0020 counts users with a password as registered', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0020') });
      await client.exec(`INSERT INTO app_user (email, first_name, last_name, password_hash)
        VALUES ('a@x.example', 'A', 'A', 'x'), ('b@x.example', 'B', 'B', NULL)`);
      await migrate(createClientPool(client), { migrations: all });
      const { rows: users } = await client.query(
        'SELECT email, registered_at IS NOT NULL AS registered FROM app_user ORDER BY email',
      );
      expect(users).toEqual([
        { email: 'a@x.example', registered: true },
        { email: 'b@x.example', registered: false },
      ]);
    });
  });

  it('from before 0026 has its texts in the canonical form, and keeps records that look the same', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0026') });
      await client.exec(oddTexts);
      await migrate(createClientPool(client), { migrations: all });
      const readTexts = async (columns: string, table: string) => {
        const { rows: found } = await client.query(`SELECT ${columns} FROM ${table} ORDER BY id`);
        return found.map((row) => Object.values(row));
      };
      expect(await readTexts('id, name', 'client')).toEqual([
        [1, 'Two Spaces (2)'],
        [2, 'Two Spaces'],
        [3, 'Two Spaces (3)'],
        [4, 'Softhyphen'],
        [5, 'José'],
        [6, 'O’Brien'],
        [7, "O'Brien"],
        [8, '\u200b'],
      ]);
      expect(await readTexts('name', 'analyst_tag')).toEqual([['A B (2)'], ['A B'], ['A B']]);
      expect(await readTexts('name', 'content_topic')).toEqual([['Cells in culture']]);
      expect(await readTexts('name', 'organisation')).toEqual([['Acme Inc']]);
      expect(await readTexts('first_name, last_name, title, city', 'reader')).toEqual([
        ['Jean Luc', null, 'Plain', null],
        ['Zoé', 'می\u200cخواهم', '👩‍🔬', '™'],
      ]);
      expect(await readTexts('title', 'document')).toEqual([['Wide title']]);
      expect(await readTexts('first_name, last_name', 'app_user')).toEqual([['Ann', '\u200b']]);
      const { rows: searches } = await client.query(
        'SELECT name, description FROM saved_search ORDER BY created_at',
      );
      expect(searches).toEqual([
        { name: 'Anne–Marie', description: 'One line\n\ttwo' },
        { name: 'Anne-Marie (2)', description: '' },
        { name: 'Anne Marie', description: '' },
        { name: 'anne marie (2)', description: '' },
      ]);
      const { rows: specifics } = await client.query('SELECT specifics_text FROM engagement_detail');
      expect(specifics).toEqual([{ specifics_text: 'said\nthat' }]);
    });
  });

  it('from before 0027 keeps its webhook messages, and which reports are paused', async () => {
    const all = readMigrations();
    await inEmptySchema(db(), async (client) => {
      await migrate(createClientPool(client), { migrations: all.filter(({ name }) => name < '0027') });
      await client.exec(webhookMessages);
      await migrate(createClientPool(client), { migrations: all });
      const { rows: subscriptions } =
        await client.query(`SELECT client_id, source_kind, right(source_id::text, 1) AS source,
        event, failed_messages, paused_at, deleted_at, channel_id FROM webhook_subscription ORDER BY source_id`);
      const shared = {
        source_kind: 'activity-report',
        event: 'activity-report.delivered',
        deleted_at: null,
        channel_id: null,
      };
      const working = { ...shared, failed_messages: 0, paused_at: null };
      expect(subscriptions).toEqual([
        { ...working, client_id: 1, source: '1' },
        { ...shared, client_id: 2, source: '2', failed_messages: 3, paused_at: new Date('2026-02-01') },
        { ...working, client_id: 1, source: '4' },
      ]);
      const { rows: messages } =
        await client.query(`SELECT right(source_id::text, 1) AS source, message.client_id,
        message.event, client_ids, items, body, message.created_at, delivery.state, delivery.attempts, delivery.message_id
        FROM webhook_message AS message
        JOIN webhook_subscription AS subscription ON subscription.id = subscription_id
        JOIN delivery ON delivery.id = delivery_id ORDER BY body`);
      const kept = { event: shared.event, created_at: new Date('2026-01-31') };
      expect(messages).toEqual([
        {
          ...kept,
          source: '1',
          client_id: 1,
          client_ids: [1],
          items: 2,
          body: '{"a":1}',
          state: 'sent',
          attempts: 1,
          message_id: 'msg_a',
        },
        {
          ...kept,
          source: '2',
          client_id: 1,
          client_ids: [1, 2],
          items: 3,
          body: '{"b":1}',
          state: 'queued',
          attempts: 4,
          message_id: 'msg_b',
        },
        {
          ...kept,
          source: '4',
          client_id: 1,
          client_ids: [1],
          items: 1,
          body: '{"c":1}',
          state: 'failed',
          attempts: 6,
          message_id: 'msg_c',
        },
      ]);
      const { rows: webhooks } = await client.query('SELECT client_id, url, secret FROM client_webhook');
      expect(webhooks).toEqual([{ client_id: 1, url: 'https://hooks.example', secret: expect.anything() }]);
      expect(Buffer.from(webhooks[0]!['secret'] as Uint8Array).toString('hex')).toBe('0a0b');
    });
  });
});
