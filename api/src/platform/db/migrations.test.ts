import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describeOnEachEngine, describeOnServer } from '../testing/index.ts';
import { MigrationError, migrate, readMigrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import type { Database } from './index.ts';
import type { SqlPool } from './sql-pool.ts';

const migration = (name: string, script: string): Migration => ({
  name,
  script,
  checksum: createHash('sha256').update(script).digest('hex'),
});

/** A pool on the sessions of a test database. */
const createSessionPool = (db: Database): Pick<SqlPool, 'connect'> => ({ connect: () => db.session() });

describeOnEachEngine('migrations', (db) => {
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_name LIKE 'extra%' ORDER BY 1`.execute(db().kysely);
    return rows.map(({ name }) => name);
  };
  const own = readMigrations();
  const first = migration(
    '9001-first.sql',
    'CREATE TABLE extra_one (id int); INSERT INTO extra_one VALUES (1);',
  );

  it('are all applied when the database is opened', async () => {
    const { rows } = await sql`SELECT name, checksum FROM schema_migration ORDER BY name`.execute(
      db().kysely,
    );
    expect(rows).toEqual(own.map(({ name, checksum }) => ({ name, checksum })));
    expect(await migrate(createSessionPool(db()))).toEqual([]);
  });

  it('roll back a failing migration and keep those before it', async () => {
    const broken = migration('9002-broken.sql', 'CREATE TABLE extra_two (id int); SELECT 1 / 0;');
    await expect(migrate(createSessionPool(db()), { migrations: [...own, first, broken] })).rejects.toThrow(
      'division by zero',
    );
    expect(await tables()).toEqual(['extra_one']);
  });

  it('are applied once by concurrent processes', async () => {
    const third = migration('9003-third.sql', 'SELECT pg_sleep(0.05); CREATE TABLE extra_three (id int);');
    const done = await Promise.all(
      [1, 2, 3].map(() => migrate(createSessionPool(db()), { migrations: [...own, first, third] })),
    );
    expect(done.flat()).toEqual(['9003-third.sql']);
  });

  it('fail if one was changed after it was applied', async () => {
    const changed = migration('9001-first.sql', 'CREATE TABLE extra_one (id bigint);');
    const error: unknown = await migrate(createSessionPool(db()), { migrations: [...own, changed] }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(MigrationError);
    expect(error).toMatchObject({ reason: 'changed', migration: '9001-first.sql' });
  });

  it('fail for the database of a newer version', async () => {
    const error: unknown = await migrate(createSessionPool(db()), { migrations: own }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ reason: 'unknown', migration: '9001-first.sql' });
  });
});

describeOnServer('migrations beside long statements', (db) => {
  it('let others pass while a table is in use, and are applied when it is free', async () => {
    const own = readMigrations();
    const change = migration('9009-column.sql', 'ALTER TABLE region ADD COLUMN extra text;');
    const reader = await db().session();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM region');
    let sayInUse = (_name: string) => {};
    const inUse = new Promise<string>((resolve) => {
      sayInUse = resolve;
    });
    const applied = migrate(createSessionPool(db()), {
      migrations: [...own, change],
      lockTimeoutMs: 50,
      onTableInUse: (name) => sayInUse(name),
    });
    expect(await inUse).toBe('9009-column.sql');
    await sql`SELECT count(*) FROM region`.execute(db().kysely);
    await reader.query('COMMIT');
    expect(await applied).toEqual(['9009-column.sql']);
    reader.release();
  });
});
