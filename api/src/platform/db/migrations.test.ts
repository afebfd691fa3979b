import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describeOnEachEngine } from '../testing/index.ts';
import { MigrationError, migrate, readMigrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import type { Database } from './index.ts';
import type { SqlPool } from './sql-pool.ts';

const step = (name: string, script: string): Migration => ({
  name,
  script,
  checksum: createHash('sha256').update(script).digest('hex'),
});

/** The pool of a test database, one session at a time, as the runner sees it. */
const poolOf = (db: Database): SqlPool => ({ connect: () => db.session(), end: async () => {} });

describeOnEachEngine('migrations', (db) => {
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_name LIKE 'extra%' ORDER BY 1`.execute(db().kysely);
    return rows.map(({ name }) => name);
  };
  const own = readMigrations();
  const first = step('9001-first.sql', 'CREATE TABLE extra_one (id int); INSERT INTO extra_one VALUES (1);');

  it('are all applied to an opened database', async () => {
    const { rows } = await sql`SELECT name, checksum FROM schema_migration ORDER BY name`.execute(
      db().kysely,
    );
    expect(rows).toEqual(own.map(({ name, checksum }) => ({ name, checksum })));
    expect(await migrate(poolOf(db()))).toEqual([]);
  });

  it('leave nothing of a step that fails, and keep the steps before it', async () => {
    const broken = step('9002-broken.sql', 'CREATE TABLE extra_two (id int); SELECT 1 / 0;');
    await expect(migrate(poolOf(db()), [...own, first, broken])).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['extra_one']);
  });

  it('are applied once when several processes begin at the same time', async () => {
    const third = step('9003-third.sql', 'SELECT pg_sleep(0.05); CREATE TABLE extra_three (id int);');
    const done = await Promise.all([1, 2, 3].map(() => migrate(poolOf(db()), [...own, first, third])));
    expect(done.flat()).toEqual(['9003-third.sql']);
  });

  it('refuse a step that was changed after it was applied', async () => {
    const changed = step('9001-first.sql', 'CREATE TABLE extra_one (id bigint);');
    const error: unknown = await migrate(poolOf(db()), [...own, changed]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MigrationError);
    expect(error).toMatchObject({ reason: 'changed', migration: '9001-first.sql' });
  });

  it('refuse a database of a newer version', async () => {
    const error: unknown = await migrate(poolOf(db()), own).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ reason: 'unknown', migration: '9001-first.sql' });
  });
});
