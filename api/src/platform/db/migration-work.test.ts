import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describeOnEachEngine, describeOnServer } from '../testing/index.ts';
import { createMigrationFinisher, finishMigrations, readFailedMigrationWork } from './finish-migrations.ts';
import type { Database } from './index.ts';
import { migrate, readMigrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { runMigrationWork } from './migration-work.ts';
import type { SqlClient } from './sql-pool.ts';

const migration = (name: string, script: string): Migration => ({
  name,
  script,
  checksum: createHash('sha256').update(script).digest('hex'),
});

/** Applies one more migration, which leaves its work. */
const leaveWork = async (db: Database, name: string, script: string, isAlone = false): Promise<void> => {
  const { rows } = await sql<Migration>`SELECT name, checksum, '' AS script FROM schema_migration`.execute(
    db.kysely,
  );
  const own = readMigrations();
  const others = rows.filter((row) => !own.some((each) => each.name === row.name));
  const migrations = [...own, ...others, migration(name, script)];
  await migrate({ connect: () => db.session() }, { migrations, isAlone });
};

const run = (db: Database, statement: string) => sql.raw(statement).execute(db.kysely);

/** Undefined if there is no such index. */
const isValid = async ({ kysely }: Database, index: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ valid: boolean }>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${index})`.execute(kysely);
  return rows[0]?.valid;
};

const isNothingLeft = async ({ kysely }: Database) =>
  (await sql`SELECT FROM migration_work`.execute(kysely)).rows.length === 0;

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo()));
};

const createLogger = () => {
  const lines: string[] = [];
  const logger = {
    info: ({ statement }: { statement?: string }, message: string) => lines.push(`${message}: ${statement}`),
    error: ({ statement }: { statement?: string }, message: string) => lines.push(`${message}: ${statement}`),
    warn: (_detail: object, message: string) => lines.push(message),
  };
  return { lines, logger };
};

describeOnEachEngine('what a migration leaves to do', (db) => {
  it('is done at once while nobody uses the database', async () => {
    await leaveWork(
      db(),
      '9001-alone.sql',
      'CREATE TABLE work_alone (id integer);\n-- After the commit: CREATE INDEX CONCURRENTLY work_alone_id ON work_alone (id)\n',
      true,
    );
    expect([await isValid(db(), 'work_alone_id'), await isNothingLeft(db())]).toEqual([true, true]);
  });

  it('waits in a table otherwise, and is done once', async () => {
    await leaveWork(
      db(),
      '9002-later.sql',
      'CREATE TABLE work_later (id integer);\n-- After the commit: CREATE INDEX CONCURRENTLY work_later_id ON work_later (id)\n-- After the commit: VACUUM (ANALYZE) work_later\n',
    );
    expect([await isValid(db(), 'work_later_id'), await isNothingLeft(db())]).toEqual([undefined, false]);
    const ends = await finishMigrations(db());
    expect(ends?.map(({ statement, error }) => [statement, error])).toEqual([
      ['CREATE INDEX CONCURRENTLY work_later_id ON work_later (id)', undefined],
      ['VACUUM (ANALYZE) work_later', undefined],
    ]);
    expect([await isValid(db(), 'work_later_id'), await isNothingLeft(db())]).toEqual([true, true]);
    expect(await finishMigrations(db())).toEqual([]);
  });

  it('is tried again after a failure, which others do not wait for', async () => {
    await leaveWork(
      db(),
      '9003-twice.sql',
      'CREATE TABLE work_twice (id integer); INSERT INTO work_twice VALUES (1), (1);\n-- After the commit: CREATE UNIQUE INDEX CONCURRENTLY work_twice_id ON work_twice (id)\n-- After the commit: ANALYZE work_twice\n',
    );
    const { lines, logger } = createLogger();
    const failures: (string | boolean | undefined)[] = [];
    const finisher = createMigrationFinisher({
      db: db(),
      logger,
      async pause() {
        // A unique index that is invalid would refuse rows all the same.
        failures.push(await isValid(db(), 'work_twice_id'));
        failures.push(...(await readFailedMigrationWork(db().kysely)).map(({ statement }) => statement));
        await run(db(), 'DELETE FROM work_twice');
      },
    });
    finisher.start();
    await finisher.ended();
    const statement = 'CREATE UNIQUE INDEX CONCURRENTLY work_twice_id ON work_twice (id)';
    expect(failures).toEqual([undefined, statement]);
    expect(lines).toEqual([
      `the work of a migration failed; it is tried again: ${statement}`,
      'the work of a migration is done: ANALYZE work_twice',
      `the work of a migration is done: ${statement}`,
    ]);
    expect([await isValid(db(), 'work_twice_id'), await isNothingLeft(db())]).toEqual([true, true]);
  });

  it('goes on with the batch that failed', async () => {
    await leaveWork(
      db(),
      '9004-batches.sql',
      `CREATE TABLE work_batch (id integer, value integer, share integer); INSERT INTO work_batch SELECT id, id - 5 FROM generate_series(1, 7) AS id;
-- In batches: UPDATE work_batch SET share = 100 / value WHERE id IN (SELECT id FROM work_batch WHERE share IS NULL ORDER BY id LIMIT 2)
`,
    );
    const countDone = async () =>
      (await sql`SELECT FROM work_batch WHERE share IS NOT NULL`.execute(db().kysely)).rows.length;
    const [failed] = (await finishMigrations(db())) ?? [];
    expect(String(failed?.error)).toContain('division by zero');
    expect(await countDone()).toBe(4);
    await run(db(), 'UPDATE work_batch SET value = 1 WHERE value = 0');
    await finishMigrations(db());
    expect([await countDone(), await isNothingLeft(db())]).toEqual([7, true]);
  });
});

describeOnServer('an index that a migration leaves to build', (db) => {
  /** While a transaction has changed its table, the build waits, and its index is invalid. */
  const withWriter = async (name: string, work: (endWriter: () => Promise<void>) => Promise<void>) => {
    await leaveWork(
      db(),
      `91${name}.sql`,
      `CREATE TABLE ${name} (id integer);\n-- After the commit: CREATE INDEX CONCURRENTLY ${name}_id ON ${name} (id)\n`,
    );
    const writer = await db().session();
    await writer.query('BEGIN');
    await writer.query(`INSERT INTO ${name} VALUES (1)`);
    try {
      await work(async () => {
        await writer.query('COMMIT');
      });
    } finally {
      writer.release(true);
    }
  };
  const untilBuilding = (index: string) => until(async () => (await isValid(db(), index)) === false);
  const end = (pid: unknown) => run(db(), `SELECT pg_terminate_backend(${Number(pid)}, 60000)`);
  const readPid = async (client: SqlClient) =>
    (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.['pid'];

  it('is built anew after its session was killed', async () => {
    await withWriter('work_killed', async (endWriter) => {
      let pid: unknown;
      const killed = db()
        .asOwner(async (client) => {
          pid = await readPid(client);
          return runMigrationWork(client, false);
        })
        .catch((error: unknown) => error);
      await untilBuilding('work_killed_id');
      await end(pid);
      expect(await killed).toBeInstanceOf(Error);
      expect([await isValid(db(), 'work_killed_id'), await isNothingLeft(db())]).toEqual([false, false]);
      await endWriter();
      expect(await finishMigrations(db())).toHaveLength(1);
      expect([await isValid(db(), 'work_killed_id'), await isNothingLeft(db())]).toEqual([true, true]);
    });
  });

  it('is built by one of two processes', async () => {
    await withWriter('work_two', async (endWriter) => {
      const first = finishMigrations(db());
      await untilBuilding('work_two_id');
      expect(await finishMigrations(db())).toBeUndefined();
      await endWriter();
      expect(await first).toHaveLength(1);
      expect([await isValid(db(), 'work_two_id'), await isNothingLeft(db())]).toEqual([true, true]);
    });
  });

  it('is no reason to stop late: the server builds on, and the next process waits for it', async () => {
    await withWriter('work_stopped', async (endWriter) => {
      const { lines, logger } = createLogger();
      const stopped = createMigrationFinisher({ db: db(), logger });
      stopped.start();
      await untilBuilding('work_stopped_id');
      await stopped.stop();
      const pauses: number[] = [];
      const next = createMigrationFinisher({
        db: db(),
        logger,
        async pause() {
          if (pauses.push(pauses.length) === 1) await endWriter();
        },
      });
      next.start();
      await next.ended();
      expect(pauses.length).toBeGreaterThan(0);
      expect(lines).toEqual([expect.stringContaining('the work of a migration is done')]);
      expect([await isValid(db(), 'work_stopped_id'), await isNothingLeft(db())]).toEqual([true, true]);
    });
  });
});
