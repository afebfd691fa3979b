import { sql } from 'kysely';
import { toAppError } from '../http/error-response.ts';
import { describeOnEachEngine, describeOnServer } from '../testing/index.ts';
import { DatabaseError, sqlState } from './index.ts';

describeOnEachEngine('database', (db) => {
  it('returns the same values', async () => {
    const { rows } = await sql`SELECT count(*) AS counted, 1.50::numeric AS amount, date '2024-02-29' AS day,
        timestamptz '2024-02-29 23:30:00.123+00' AS at, ARRAY[1, 2]::smallint[] AS codes, ARRAY[3]::bigint[] AS ids,
        ARRAY['a"b', null, 'c,d'] AS names, '{"a": [1]}'::jsonb AS json, true AS yes, null AS nothing,
        sum(2::bigint) AS total`.execute(db().kysely);
    expect(rows).toEqual([
      {
        counted: 1,
        amount: 1.5,
        day: '2024-02-29',
        at: new Date('2024-02-29T23:30:00.123Z'),
        codes: [1, 2],
        ids: [3],
        names: ['a"b', null, 'c,d'],
        json: { a: [1] },
        yes: true,
        nothing: null,
        total: 2,
      },
    ]);
  });

  it('accepts the same parameters', async () => {
    const at = new Date('2024-06-01T10:00:00.005Z');
    const { rows } = await sql`SELECT ${['a"b', '\\', null]}::text[] AS names, ${[1, 2]}::int[] AS codes,
        ${at}::timestamptz AS at, ${{ a: "it's" }}::jsonb AS json, ${null}::int AS nothing, ${7}::int AS seven,
        ${true}::boolean AS yes, ${'2024-01-31'}::date AS day`.execute(db().kysely);
    expect(rows).toEqual([
      {
        names: ['a"b', '\\', null],
        codes: [1, 2],
        at,
        json: { a: "it's" },
        nothing: null,
        seven: 7,
        yes: true,
        day: '2024-01-31',
      },
    ]);
  });

  it('uses UTC', async () => {
    const { rows } = await sql`SELECT current_setting('timezone') AS zone`.execute(db().kysely);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });

  it('counts changed rows', async () => {
    const { kysely } = db();
    const inserted = await kysely
      .insertInto('region')
      .values([{ name: 'North' }, { name: 'South' }])
      .executeTakeFirst();
    expect(inserted.numInsertedOrUpdatedRows).toBe(2n);
    const deleted = await kysely.deleteFrom('region').executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(2n);
  });

  it('reports the code and name of a violated constraint', async () => {
    const insert = () => db().kysely.insertInto('persona').values({ name: 'Chemist' }).execute();
    await insert();
    const error: unknown = await insert().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: sqlState.uniqueViolation, constraint: 'persona_name_key' });
  });

  it('rolls back a failed transaction completely', async () => {
    const work = db().transaction(async (trx) => {
      await trx.insertInto('newsletter').values({ name: 'Weekly' }).execute();
      await trx.insertInto('newsletter').values({ name: 'Weekly' }).execute();
    });
    await expect(work).rejects.toMatchObject({ code: sqlState.uniqueViolation });
    expect(await db().kysely.selectFrom('newsletter').selectAll().execute()).toEqual([]);
  });

  it('rejects if the work swallowed an error, because the transaction was rolled back', async () => {
    const work = db().transaction(async (trx) => {
      await trx.insertInto('newsletter').values({ name: 'Daily' }).execute();
      await sql`SELECT 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back instead of committed');
    expect(await db().kysely.selectFrom('newsletter').selectAll().execute()).toEqual([]);
  });

  it('serves concurrent callers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sql<{ n: number }>`SELECT ${index}::int AS n`.execute(db().kysely),
      ),
    );
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  describe('copyIn', () => {
    const columns = ['name', 'website', 'org_type', 'revenue'] as const;
    const organisations = () =>
      db().kysely.selectFrom('organisation').select(columns).orderBy('id').execute();

    afterEach(() => db().kysely.deleteFrom('organisation').execute());

    it('writes special characters, nulls and arrays unchanged', async () => {
      const rows = [
        ['tab\tnewline\nreturn\rslash\\N', null, ['a,"b"', '\\'], 12.5],
        ['\\N', '', [], null],
        ['Ünïcode 🧪', 'x', ['{}'], 0],
      ];
      expect(await db().copyIn('organisation', columns, rows)).toBe(3);
      expect((await organisations()).map((row) => columns.map((column) => row[column]))).toEqual(rows);
    });

    it('streams several chunks', async () => {
      const long = 'x'.repeat(2000);
      async function* rows() {
        for (let index = 0; index < 2500; index += 1) yield [`${index}`, long, [], index];
      }
      expect(await db().copyIn('organisation', columns, rows())).toBe(2500);
      const { rows: sums } =
        await sql`SELECT count(*) AS count, sum(revenue) AS sum, min(length(website)) AS shortest
          FROM organisation`.execute(db().kysely);
      expect(sums).toEqual([{ count: 2500, sum: (2499 * 2500) / 2, shortest: 2000 }]);
    });

    it('runs in the given transaction', async () => {
      const work = db().transaction(async (trx) => {
        await db().copyIn('organisation', columns, [['A', null, [], null]], trx);
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await organisations()).toEqual([]);
    });

    it('writes nothing if the source fails midway, and leaves the session usable', async () => {
      function* rows() {
        for (let index = 0; index < 3000; index += 1) yield [`${index}`, 'x'.repeat(1000), [], index];
        throw new Error('the file ends here');
      }
      await expect(db().copyIn('organisation', columns, rows())).rejects.toThrow('the file ends here');
      expect(await organisations()).toEqual([]);
    });

    it('reports which row is invalid', async () => {
      const copy = db().copyIn('organisation', columns, [
        ['A', null, [], 1],
        ['B', null, [], 'many'],
      ]);
      await expect(copy).rejects.toMatchObject({ code: '22P02', where: expect.stringContaining('line 2') });
    });
  });
});

/** Takes longer than the deadline of a test. */
const runaway = sql`SELECT count(*) FROM generate_series(1, 1000000000) AS a`;

describeOnEachEngine(
  'a statement with a short limit',
  (db) => {
    /** On a busy machine, any statement may exceed the limit, such as the BEGIN of a transaction. */
    const untilNotCanceled = async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;) {
        const result = await work().catch((error: unknown) => {
          if ((error as DatabaseError).code !== sqlState.queryCanceled) throw error;
        });
        if (result) return result;
      }
    };

    it('is canceled, and the next one runs', async () => {
      await expect(runaway.execute(db().kysely)).rejects.toMatchObject({ code: sqlState.queryCanceled });
      const { rows } = await untilNotCanceled(() => sql`SELECT 1 AS one`.execute(db().kysely));
      expect(rows).toEqual([{ one: 1 }]);
    });

    it('can run without the limit in a transaction', async () => {
      const { rows } = await untilNotCanceled(() =>
        db().transaction((trx) => sql`SELECT pg_sleep(1.1)`.execute(trx), { timeoutMs: 0 }),
      );
      expect(rows).toHaveLength(1);
    });
  },
  { statementTimeoutMs: 1000 },
);

describeOnEachEngine(
  'a statement with a long limit',
  (db) => {
    it('can have a shorter one in a transaction', async () => {
      const canceled = db().transaction((trx) => runaway.execute(trx), { timeoutMs: 50 });
      await expect(canceled).rejects.toMatchObject({ code: sqlState.queryCanceled });
    });
  },
  { statementTimeoutMs: 600_000 },
);

describeOnServer('a session', (db) => {
  it('uses one processor core, whatever its statement costs', async () => {
    const plan = await db().transaction(async (trx) => {
      await sql`SET LOCAL parallel_setup_cost = 0`.execute(trx);
      await sql`SET LOCAL parallel_tuple_cost = 0`.execute(trx);
      await sql`SET LOCAL min_parallel_table_scan_size = 0`.execute(trx);
      return sql`EXPLAIN SELECT count(*) FROM pg_attribute`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toMatch(/Aggregate.*Scan/);
    expect(JSON.stringify(plan.rows)).not.toContain('Gather');
  });
});

describeOnServer('a transaction whose connection breaks', (db) => {
  it('fails because the service is interrupted, whichever statement notices it', async () => {
    const failed: unknown[] = [];
    const isNoticed = () => failed.some((error) => /is not queryable/.test(String(error)));
    const work = db().transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
      await sql`SELECT pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(db().kysely);
      while (!isNoticed())
        await sql`SELECT 1`.execute(trx).catch((error: unknown) => void failed.push(error));
    });
    // It cannot be rolled back either.
    await work.catch((error: unknown) => void failed.push(error));
    expect(failed.map(toAppError).filter(({ isInterruption }) => !isInterruption)).toEqual([]);
  });
});
