// All migrations since 0050 and what they leave to do, while others read and write: 200,000 activities in the soak.
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { runs } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { migrationLockMs } from '../../deadlines.ts';
import { hasServer } from '../testing/server-database.ts';
import { databasePrefix, databaseUrl, runVariable, serverUrl, withClient } from '../testing/test-server.ts';
import { finishMigrations } from './finish-migrations.ts';
import { openDatabase } from './index.ts';
import type { Database } from './index.ts';
import { readMigrations } from './migrations.ts';

const rows = runs({ test: 2000, soak: 200_000 });

const fill = `
  INSERT INTO client (id, name) SELECT id, 'Client ' || id FROM generate_series(1, 30) AS id;
  INSERT INTO reader (first_name, last_name, email)
    SELECT 'A', 'B', 'r' || id || '@x.example' FROM generate_series(1, ${rows / 10}) AS id;
  INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
    SELECT 1 + id % 30, now() - id * interval '1 minute', 0, 0, 1, 1, 1, 1 + id % ${rows / 10} FROM generate_series(1, ${rows}) AS id;
  INSERT INTO newsletter_recipient (client_id, external_id, issue, title, sent_at, email)
    SELECT 1 + id % 30, 'a' || id, 'issue', 'Issue', now(), 'r' || id % ${rows / 10} || '@x.example' FROM generate_series(1, ${rows}) AS id;
  INSERT INTO audit_event (action) SELECT 'login' FROM generate_series(1, ${rows / 10}) AS id;
  ANALYZE;`;

const reads = [
  'SELECT count(*) FROM engagement WHERE client_id = 3',
  `SELECT count(*) FROM newsletter_recipient WHERE email = 'r7@x.example'`,
  'SELECT count(*) FROM reader WHERE id < 100',
  'SELECT count(*) FROM audit_event WHERE id < 100',
];
const writes = [
  `INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
   VALUES (3, now(), 0, 0, 1, 1, 1, 1)`,
  `UPDATE newsletter_recipient SET title = 'Other' WHERE client_id = 3 AND external_id = 'a2'`,
  `UPDATE reader SET city = 'X' WHERE id = 7`,
  `INSERT INTO audit_event (action) VALUES ('login')`,
];

/** Goes through statements until it is ended. None may wait for a lock for longer than a migration does, which also takes some time. */
const startLoop = (db: Database, statements: readonly string[]) => {
  const state = { isOn: true };
  const rounds = new EventEmitter();
  const run = async () => {
    const client = await db.session();
    try {
      await client.query(`SET lock_timeout = ${2 * migrationLockMs}`);
      while (state.isOn) {
        for (const statement of statements) await client.query(statement);
        rounds.emit('end');
      }
    } finally {
      client.release(true);
    }
  };
  const ended = run();
  ended.catch(() => undefined);
  return {
    /** Resolves after the end of so many more rounds; rejects if a statement fails. */
    go: async (more: number) => {
      for (let left = more; left > 0; left -= 1) await Promise.race([ended, once(rounds, 'end')]);
    },
    end: async () => {
      state.isOn = false;
      await ended;
    },
  };
};

(hasServer ? describe : describe.skip)('an upgrade from 0050 beside readers and writers', () => {
  const name = `${databasePrefix(process.env[runVariable] ?? '')}${randomUUID().slice(0, 8)}`;
  const url = databaseUrl(name);
  let before: Database;
  beforeAll(async () => {
    await withClient(serverUrl, (client) => client.query(`CREATE DATABASE "${name}"`));
    const migrations = readMigrations().filter((each) => each.name <= '0050-retention.sql');
    before = await openDatabase({ url, migrations, statementTimeoutMs: 0 });
    await before.asOwner((client) => client.exec(fill));
  });
  afterAll(async () => {
    await before.close();
    await withClient(serverUrl, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
  });

  it('keeps none of them waiting, not even while indexes are built', async () => {
    const after = await openDatabase({ url, migrations: null, statementTimeoutMs: 0 });
    const loops = [reads, writes].map((statements) => startLoop(before, statements));
    const allGo = (more: number) => Promise.all(loops.map(({ go }) => go(more)));
    const writer = await before.session();
    const readIndexes = async () => {
      const { rows: found } = await sql<{ valid: boolean }>`
        SELECT indisvalid AS valid FROM pg_index WHERE indexrelid::regclass::text LIKE '%\\_email'
          AND indrelid IN ('newsletter_recipient'::regclass, 'event_registrant'::regclass, 'webinar_registrant'::regclass)
        ORDER BY indexrelid`.execute(after.kysely);
      return found.map(({ valid }) => valid);
    };
    const isWaiting = async () => {
      const { rows: found } = await sql`
        SELECT FROM pg_locks WHERE relation = 'newsletter_recipient'::regclass AND mode = 'ShareRowExclusiveLock' AND NOT granted`.execute(
        after.kysely,
      );
      return found.length > 0;
    };
    const beginWriting = async () => {
      await writer.query('BEGIN');
      await writer.query(
        `UPDATE newsletter_recipient SET title = 'Third' WHERE client_id = 4 AND external_id = 'a3'`,
      );
    };
    try {
      await allGo(1);
      // While this transaction is open, the table can get no triggers. Others write nevertheless.
      await beginWriting();
      let isMigrated = false;
      const migrating = openDatabase({ url }).then((migrated) => {
        isMigrated = true;
        return migrated.close();
      });
      while (!(await isWaiting())) expect(isMigrated).toBe(false);
      await allGo(1);
      expect(isMigrated).toBe(false);
      await writer.query('COMMIT');
      await migrating;
      // Nor can an index of it be completed.
      await beginWriting();
      await allGo(3);
      const finishing = finishMigrations(after);
      while ((await readIndexes()).length === 0) await allGo(1);
      await allGo(3);
      expect(await readIndexes()).toEqual([false]);
      await writer.query('COMMIT');
      expect((await finishing)?.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
      expect(await readIndexes()).toEqual([true, true, true]);
      await allGo(1);
    } finally {
      writer.release(true);
      await Promise.all(loops.map(({ end }) => end()));
      await after.close();
    }
  });
});
