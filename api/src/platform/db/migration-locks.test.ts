// What a migration keeps others waiting for. It runs beside the product, on tables with millions of rows.
import { describeOnServer } from '../testing/index.ts';
import { findWork } from './migration-work.ts';
import type { MigrationWork } from './migration-work.ts';
import { readMigrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import type { SqlClient } from './sql-pool.ts';

/** Migrations up to this one have landed before the rule; `docs/upgrading.md` says what they cost. */
const lastBefore = '0050-retention.sql';

/** Tables that have a row for each activity, reader, organization, document, mail, run, call or page. */
const largeTables = [
  'account_list_organisation',
  'activity_report_activity',
  'activity_report_run',
  'alert_activity',
  'alert_notified',
  'alert_run',
  'alert_run_entity',
  'alert_run_list',
  'alert_run_recipient',
  'area_sample',
  'audit_event',
  'call_attempt',
  'client_cost',
  'client_error',
  'delivery',
  'document',
  'engagement',
  'engagement_detail',
  'event_registrant',
  'excluded_email',
  'job_run',
  'mail_count',
  'marketing_upload_change',
  'newsletter_recipient',
  'opportunity',
  'opportunity_influence',
  'organisation',
  'organisation_answer',
  'outbox_attachment',
  'outbox_mail',
  'packed_month',
  'permalink',
  'reader',
  'review_decision_activity',
  'stored_file',
  'user_session',
  'webhook_message',
  'webinar_registrant',
] as const;

/** All others: what people and operators define, and what lasts for a few days. Which of the two a new table is, its migration decides. */
const smallTables = [
  'account_list',
  'activity_report_config',
  'alert',
  'alert_recipient',
  'alert_state',
  'analyst_tag',
  'annotation',
  'app_user',
  'area_canary',
  'area_deploy_token',
  'area_notice',
  'business_group',
  'buyers_journey_stage',
  'chat_channel',
  'client',
  'client_community',
  'client_erased_identity',
  'client_profile',
  'client_webhook',
  'community',
  'content_topic',
  'country',
  'data_version',
  'default_filters',
  'delivery_hold',
  'document_type',
  'erased_identity',
  'export_progress',
  'failed_sign_in',
  'influence_watch',
  'login_attempt',
  'marketing_upload',
  'migration_work',
  'newsletter',
  'onboarding_chunk',
  'onboarding_contact',
  'onboarding_content',
  'onboarding_file',
  'onboarding_form',
  'onboarding_new_logo',
  'onboarding_upload',
  'opportunity_match',
  'opportunity_stage',
  'organisation_question',
  'packed_client',
  'page_mail',
  'persona',
  'personal_data_request',
  'process_heartbeat',
  'rate_limit',
  'reader_restriction',
  'region',
  'review_decision',
  'saved_search',
  'schedule',
  'schema_migration',
  'service_offering',
  'sign_in_code',
  'user_client',
  'user_community',
  'user_export_columns',
  'user_identity',
  'user_token',
  'webhook_subscription',
] as const;

interface LargeTable {
  readonly name: string;
  readonly oid: string;
  readonly file: string;
  /** Names of constraints whose rows are checked when they are added. */
  readonly checked: readonly string[];
}

const readLarge = async (client: SqlClient): Promise<LargeTable[]> => {
  const { rows } = await client.query(
    `SELECT relname AS name, c.oid::text AS oid, relfilenode::text AS file,
       ARRAY(SELECT conname::text FROM pg_constraint WHERE conrelid = c.oid AND convalidated ORDER BY 1) AS checked
     FROM pg_class AS c WHERE relname = ANY($1::text[]) AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
    [largeTables],
  );
  return rows as unknown as LargeTable[];
};

/** What the runner of migrations creates, which this test does without. */
const ofTheRunner: ReadonlySet<string> = new Set(['migration_work', 'schema_migration']);

/** Why statements of others would wait for longer than a change of the catalog takes, by the lock that shows it. */
const slowLocks: Readonly<Record<string, string>> = {
  ShareLock: 'an index is built while nobody can write',
  RowExclusiveLock: 'rows are changed in one transaction',
};

const listLocks = async (client: SqlClient, { oid }: LargeTable): Promise<string[]> => {
  const { rows } = await client.query(
    `SELECT DISTINCT mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation::text = $1 AND granted ORDER BY 1`,
    [oid],
  );
  return rows.map(({ mode }) => mode as string);
};

/** What may be left for after the commit: it lets others read and write. */
const isPatient = ({ statement, inBatches }: MigrationWork): boolean =>
  inBatches
    ? /\bLIMIT \d+\b/.test(statement)
    : /^(CREATE (UNIQUE )?INDEX CONCURRENTLY [a-z_]+ ON|VACUUM (\(ANALYZE\) )?[a-z]|ANALYZE [a-z]|ALTER TABLE [a-z_]+ VALIDATE CONSTRAINT) ?[^;]*$/.test(
        statement,
      );

/** Runs a script in a transaction of its own. Returns what is slow about it, by large table. */
const findSlow = async (client: SqlClient, script: string, end: 'COMMIT' | 'ROLLBACK') => {
  await client.query('BEGIN');
  const before = await readLarge(client);
  await client.exec(script);
  const after = new Map((await readLarge(client)).map((table) => [table.oid, table]));
  const problems: string[] = [];
  for (const table of before) {
    const now = after.get(table.oid);
    const added = now?.checked.filter((name) => !table.checked.includes(name)) ?? [];
    const locks = await listLocks(client, table);
    problems.push(
      ...locks.flatMap((mode) => (slowLocks[mode] ? [`${table.name}: ${slowLocks[mode]}`] : [])),
      ...(now && now.file !== table.file ? [`${table.name}: all rows are written again`] : []),
      ...added.map((name) => `${table.name}: all rows are checked for ${name}`),
    );
  }
  await client.query(end);
  return problems;
};

describeOnServer('a migration', (db) => {
  // Its session is released before the database closes.
  describe('beside the product', () => {
    let client: SqlClient;
    let newer: readonly Migration[];
    beforeAll(async () => {
      const all = readMigrations();
      newer = all.filter(({ name }) => name > lastBefore);
      client = await db().session();
      await client.exec('CREATE SCHEMA locks; SET search_path = locks;');
      for (const { name, script } of all)
        if (name <= lastBefore) await client.exec(`BEGIN; ${script}; COMMIT;`);
    });
    afterAll(async () => {
      await client.exec('RESET search_path; DROP SCHEMA locks CASCADE;');
      client.release();
    });

    it.each<[string, string[]]>([
      ['CREATE INDEX ON engagement (occurred_at)', ['engagement: an index is built while nobody can write']],
      ['CREATE INDEX ON area_sample (area)', ['area_sample: an index is built while nobody can write']],
      [`UPDATE reader SET city = 'x'`, ['reader: rows are changed in one transaction']],
      [
        'ALTER TABLE audit_event ALTER COLUMN detail TYPE text',
        ['audit_event: an index is built while nobody can write', 'audit_event: all rows are written again'],
      ],
      [
        'ALTER TABLE outbox_mail ADD CONSTRAINT short CHECK (length(subject) < 1000)',
        ['outbox_mail: all rows are checked for short'],
      ],
      ['ALTER TABLE outbox_mail ADD CONSTRAINT short CHECK (length(subject) < 1000) NOT VALID', []],
      ['ALTER TABLE engagement ADD COLUMN extra integer NOT NULL DEFAULT 1', []],
      ['CREATE TABLE extra (id integer PRIMARY KEY); CREATE INDEX ON extra (id)', []],
      ['-- After the commit: CREATE INDEX CONCURRENTLY extra ON engagement (reader_id)', []],
    ])('is judged by what it does: %s', async (script, problems) => {
      expect(await findSlow(client, script, 'ROLLBACK')).toEqual(problems);
    });

    it.each<[string, boolean]>([
      ['After the commit: CREATE UNIQUE INDEX CONCURRENTLY extra ON engagement (reader_id)', true],
      ['After the commit: CREATE INDEX extra ON engagement (reader_id)', false],
      ['After the commit: CREATE INDEX CONCURRENTLY IF NOT EXISTS extra ON engagement (reader_id)', false],
      ['After the commit: VACUUM (ANALYZE) reader, organisation', true],
      ['After the commit: VACUUM (FULL) reader', false],
      ['After the commit: ALTER TABLE reader VALIDATE CONSTRAINT short', true],
      ['After the commit: UPDATE reader SET city = 1', false],
      ['In batches: UPDATE reader SET city = 1 WHERE city IS NULL', false],
      [
        'In batches: UPDATE reader SET city = 1 WHERE id IN (SELECT id FROM reader WHERE city IS NULL LIMIT 1000)',
        true,
      ],
    ])('leaves work for later that keeps nobody waiting: %s', (line, expected) => {
      expect(findWork(`-- ${line}`).map(isPatient)).toEqual([expected]);
    });

    it('that is new keeps nobody waiting', async () => {
      expect(newer.flatMap(({ script }) => findWork(script)).filter((work) => !isPatient(work))).toEqual([]);
      for (const { name, script } of newer)
        expect([name, await findSlow(client, script, 'COMMIT')]).toEqual([name, []]);
    });

    it('knows of each table whether it is large', async () => {
      const { rows } = await client.query(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
      );
      const known = [...largeTables, ...smallTables].filter((name) => !ofTheRunner.has(name));
      expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
    });
  });
});
