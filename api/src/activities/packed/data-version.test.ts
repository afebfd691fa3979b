import * as fc from 'fast-check';
import { sql } from 'kysely';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { accountListsField, createCatalogue, prepareForQuery } from '@readerlens/filters/model';
import { arbFilter, runs, testNow, testSeed } from '@readerlens/filters/testing';
import { withoutParameters } from '../../platform/db/copy-rows.ts';
import { describeOnEachEngine, describeOnOneEngine } from '../../platform/testing/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { EngagementSelection } from '../selection.ts';
import { factQuestions, storableFilters } from '../testing/facts-store.ts';
import { createPackedSelections } from './packed-selections.ts';
import type { AnsweredFrom } from './shared-reads.ts';
import {
  clientVersionsField,
  parseTableVersions,
  replaceTokens,
  tableVersionsStatement,
  versionStatement,
  versionedTables,
} from './data-version.ts';
import { packedStatement } from './packed-statement.ts';

const catalogue = createCatalogue(factQuestions);
const selection: EngagementSelection = {
  clientIds: [1],
  communityIds: 'all',
  activityTypes,
  range: { from: '2026-02-01', to: '2026-03-18' },
  filters: [],
  catalogue,
};

const insert = (clientId: number) =>
  `INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
    VALUES (${clientId}, '2026-03-01', 1, 1, 1, 1, 1, 1)`;

/** Thirty statements. */
const insertThirty = `DO $$ BEGIN FOR i IN 1..30 LOOP ${insert(1)}; END LOOP; END $$`;

/** Reads rows as one caller, who gets them from where the second function says. */
const keeping = (db: Database) => {
  const answers: AnsweredFrom[] = [];
  const packed = createPackedSelections(db, {
    leastCallers: 1,
    gather: async () => undefined,
    onAnswer: (from) => answers.push(from),
  });
  return {
    count: async (asked = selection) => (await packed.read(asked))?.size,
    lastAnswer: () => answers.at(-1),
  };
};

describeOnEachEngine('the version of the data', (db, engine) => {
  const run = (statement: string) => sql.raw(statement).execute(db().kysely);
  beforeEach(() => run('TRUNCATE engagement, engagement_detail, data_version'));

  const readVersion = async (asked = selection) => {
    const [version] = await db().readColumns(versionStatement(db().kysely, asked, clientVersionsField));
    return Buffer.from(version ?? []).toString('hex');
  };

  it.each([
    ['an insert', insert(1)],
    ['an update', 'UPDATE engagement SET status = 0 WHERE client_id = 1'],
    ['a change of the client', 'UPDATE engagement SET client_id = 3 WHERE client_id = 1'],
    ['a deletion', 'DELETE FROM engagement WHERE client_id = 1'],
    ['an emptied table', 'TRUNCATE engagement CASCADE'],
  ])('changes with %s, and not by reading', async (_, statement) => {
    await run(insert(1));
    const { count, lastAnswer } = keeping(db());
    expect([await count(), lastAnswer()]).toEqual([1, 'packed']);
    expect([await count(), lastAnswer()]).toEqual([1, 'kept']);
    await run(statement);
    await count();
    expect(lastAnswer()).toBe('packed');
  });

  it('is also that of the client of a rule of an account list', async () => {
    const rule = { least: 1, most: 10, selection: { ...selection, clientIds: [2] } };
    const asked = { ...selection, listed: [{ ids: [], rules: [rule], negative: false, allowNA: true }] };
    await run(insert(1));
    const { count, lastAnswer } = keeping(db());
    expect([await count(asked), lastAnswer()]).toEqual([1, 'packed']);
    expect([await count(asked), lastAnswer()]).toEqual([1, 'kept']);
    await run(insert(2));
    await count(asked);
    expect(lastAnswer()).toBe('packed');
  });

  it('is that of the clients of a selection', async () => {
    const { count, lastAnswer } = keeping(db());
    const every: EngagementSelection = { ...selection, clientIds: 'all' };
    await count();
    await count(every);
    await run(insert(2));
    expect([await count(), lastAnswer()]).toEqual([0, 'kept']);
    expect([await count(every), lastAnswer()]).toEqual([1, 'updated']);
  });

  it('changes with a dimension only for a selection that reads it', async () => {
    const { count, lastAnswer } = keeping(db());
    const open: EngagementSelection = {
      ...selection,
      filters: [
        { $type: 'Terms', field: 'OpenAccess', op: 'Contains', value: [{ id: '1' }], allowNA: false },
      ],
    };
    await run(insert(1));
    await count();
    await run(`INSERT INTO reader (first_name) VALUES ('Ana')`);
    await count();
    expect(lastAnswer()).toBe('kept');
    expect([await count(open), await count(open), lastAnswer()]).toEqual([0, 0, 'kept']);
    await run('INSERT INTO document (id, open_access) VALUES (1, 1)');
    expect([await count(open), lastAnswer()]).toEqual([1, 'packed']);
    expect([await count(), lastAnswer()]).toEqual([1, 'kept']);
  });

  it('does not change with a change that was taken back', async () => {
    const { count, lastAnswer } = keeping(db());
    await count();
    const session = await db().session();
    await session.exec(
      `BEGIN; ${insert(1)}; ROLLBACK; BEGIN; SAVEPOINT a; ${insert(1)}; ROLLBACK TO a; COMMIT;`,
    );
    session.release();
    expect([await count(), lastAnswer()]).toEqual([0, 'kept']);
  });

  it('is another one after many tokens were replaced, and is kept if they are few', async () => {
    const few = await readVersion();
    await replaceTokens(db());
    expect(await readVersion()).toBe(few);
    await run(insertThirty);
    const before = await readVersion();
    await replaceTokens(db());
    const after = await readVersion();
    expect(new Set([few, before, after]).size).toBe(3);
    const { rows } = await sql`SELECT FROM data_version WHERE client_id = 1`.execute(db().kysely);
    expect(rows).toHaveLength(1);
  });

  it('does not become an earlier one if tokens are replaced before anyone reads it', async () => {
    const { count } = keeping(db());
    expect(await count()).toBe(0);
    await run(insertThirty);
    await replaceTokens(db());
    expect(await count()).toBe(30);
  });

  describe('of uploads', () => {
    /** The columns of a row besides its client, and their values for the number `n`. */
    const uploads: Readonly<Record<string, readonly [columns: string, values: string]>> = {
      webinar_registrant: [
        'external_id, webinar, title, held_on, email, attended',
        `n, 'W', 'T', '2026-03-01', 'a@one.example', true`,
      ],
      event_registrant: [
        'external_id, event, title, starts_on, email, attended',
        `n, 'E', 'T', '2026-03-01', 'a@one.example', true`,
      ],
      newsletter_recipient: ['external_id, issue, title, sent_at', `n, 'N', 'T', '2026-03-01'`],
      opportunity: ['external_id, account, stage, created_on', `n, 'A', 'Open', '2026-03-01'`],
      opportunity_stage: ['stage_key, outcome', `n, 'open'`],
    };
    const tables = Object.keys(uploads);
    const add = (table: string, clientId: number, rows = 1) => {
      const [columns, values] = uploads[table] ?? [];
      return run(
        `INSERT INTO ${table} (client_id, ${columns}) SELECT ${clientId}, ${values} FROM generate_series(1, ${rows}) AS n`,
      );
    };
    const readTableVersion = async (table: string, clientIds: readonly number[] | 'all') => {
      const [field] = await db().readColumns(tableVersionsStatement(db().kysely, { clientIds }));
      return parseTableVersions(field ?? new Uint8Array())([table]);
    };
    const countTokens = async (table: string) => {
      const { rows } =
        await sql`SELECT FROM data_version WHERE table_name = ${table} AND client_id > 0`.execute(
          db().kysely,
        );
      return rows.length;
    };
    beforeEach(() => run(`TRUNCATE ${tables.join(', ')}, data_version CASCADE`));

    it.each(tables)('is that of the clients whose rows of %s change', async (table) => {
      await add(table, 1);
      /** Which of both clients have another version after a statement, and whether all together have. */
      const change = async (statement: string) => {
        const readEach = () =>
          Promise.all([[1], [2], 'all' as const].map((each) => readTableVersion(table, each)));
        const before = await readEach();
        await run(statement);
        return (await readEach()).map((version, at) => version !== before[at]);
      };
      const column = uploads[table]?.[0].split(', ')[1];
      expect(await change(`UPDATE ${table} SET ${column} = 'lost' WHERE client_id = 1`)).toEqual([
        true,
        false,
        true,
      ]);
      expect(await change(`UPDATE ${table} SET ${column} = 'won' WHERE client_id = 7`)).toEqual([
        false,
        false,
        false,
      ]);
      expect(await change(`UPDATE ${table} SET client_id = 2`)).toEqual([true, true, true]);
      expect(await change(`DELETE FROM ${table} WHERE client_id = 2`)).toEqual([false, true, true]);
      expect(await change(`TRUNCATE ${table} CASCADE`)).toEqual([true, true, true]);
    });

    it.each(tables)('has one token of a statement with many rows of %s', async (table) => {
      await add(table, 1, 3000);
      expect(await countTokens(table)).toBe(1);
    });

    it('changes once for each client with rows of readers who are deleted together', async () => {
      await add('newsletter_recipient', 1, 50);
      await add('newsletter_recipient', 2, 50);
      await run(
        `INSERT INTO reader (id, first_name) OVERRIDING SYSTEM VALUE SELECT 900000 + n, 'A' FROM generate_series(1, 50) AS n`,
      );
      await run('UPDATE newsletter_recipient SET reader_id = 900000 + external_id::integer');
      const before = await Promise.all([1, 2].map((id) => readTableVersion('newsletter_recipient', [id])));
      const tokens = await countTokens('newsletter_recipient');
      await run('DELETE FROM reader WHERE id > 900000');
      const after = await Promise.all([1, 2].map((id) => readTableVersion('newsletter_recipient', [id])));
      expect(after.filter((version) => before.includes(version))).toEqual([]);
      expect(await countTokens('newsletter_recipient')).toBe(tokens + 2);
    });
  });

  it('changes with names that are added, changed or removed, and not with those that are there already', async () => {
    const readNames = async () => {
      const [field] = await db().readColumns(tableVersionsStatement(db().kysely, { clientIds: [1] }));
      return parseTableVersions(field ?? new Uint8Array())(['content_topic']);
    };
    const isChangedBy = async (statement: string) => {
      const before = await readNames();
      await run(statement);
      return (await readNames()) !== before;
    };
    expect(await isChangedBy(`INSERT INTO content_topic (name) VALUES ('Kept')`)).toBe(true);
    expect(await isChangedBy(`INSERT INTO content_topic (name) VALUES ('Kept') ON CONFLICT DO NOTHING`)).toBe(
      false,
    );
    expect(await isChangedBy(`UPDATE content_topic SET name = 'Other' WHERE name = 'Kept'`)).toBe(true);
    expect(await isChangedBy(`UPDATE content_topic SET name = 'Other' WHERE name = 'Kept'`)).toBe(false);
    expect(await isChangedBy(`DELETE FROM content_topic WHERE name = 'Other'`)).toBe(true);
    expect(await isChangedBy(`DELETE FROM content_topic WHERE name = 'Other'`)).toBe(false);
  });

  // The embedded engine has one session: no transaction is open beside another.
  if (engine === 'postgres') {
    it('changes when a transaction commits that began before later ones', async () => {
      const { count, lastAnswer } = keeping(db());
      const early = await db().session();
      await early.exec(`BEGIN; ${insert(1)};`);
      await run(insert(1));
      expect([await count(), lastAnswer()]).toEqual([1, 'packed']);
      expect([await count(), lastAnswer()]).toEqual([1, 'kept']);
      await early.exec('COMMIT');
      early.release();
      expect([await count(), lastAnswer()]).toEqual([2, 'packed']);
    });

    it('changes when a transaction commits whose tokens could not be replaced yet', async () => {
      const { count } = keeping(db());
      const early = await db().session();
      await early.exec(`BEGIN; ${insert(1)};`);
      await run(insertThirty);
      await Promise.all([replaceTokens(db()), replaceTokens(db())]);
      expect(await count()).toBe(30);
      await early.exec('COMMIT');
      early.release();
      expect(await count()).toBe(31);
    });

    it('does not change with a writer that is killed', async () => {
      const { count, lastAnswer } = keeping(db());
      await count();
      const writer = await db().session();
      const { rows } = await writer.query('SELECT pg_backend_pid() AS pid');
      await writer.exec(`BEGIN; ${insert(1)};`);
      await run(`SELECT pg_terminate_backend(${Number(rows[0]?.['pid'])}, 60000)`);
      await expect(writer.query('COMMIT')).rejects.toThrow(/terminat|connection/);
      writer.release(true);
      expect([await count(), lastAnswer()]).toEqual([0, 'kept']);
    });

    it('waits for nobody: writers of a client do not wait for each other', async () => {
      const writers = await Promise.all([db().session(), db().session()]);
      for (const writer of writers) await writer.exec(`BEGIN; SET LOCAL lock_timeout = 1; ${insert(1)};`);
      for (const writer of writers) {
        await writer.exec('COMMIT');
        writer.release();
      }
      expect(await keeping(db()).count()).toBe(2);
    });
  }
});

describeOnOneEngine('the tables of packed selections', (db) => {
  /** The tables that a statement reads, as the database says. */
  const readTables = async (query: string): Promise<string[]> => {
    const session = await db().session();
    try {
      await session.exec(
        `BEGIN; CREATE VIEW packed_view AS SELECT FROM (${query}) AS packed (a, b, c, d, e, f)`,
      );
      const { rows } = await session.query(
        `SELECT DISTINCT refobjid::regclass::text AS name FROM pg_depend JOIN pg_rewrite ON pg_rewrite.oid = objid
          WHERE ev_class = 'packed_view'::regclass AND refclassid = 'pg_class'::regclass AND refobjid <> ev_class ORDER BY 1`,
      );
      return rows.map(({ name }) => String(name));
    } finally {
      await session.exec('ROLLBACK');
      session.release();
    }
  };

  const selections = (): EngagementSelection[] => {
    // Lists are organizations before there is a statement.
    const fields = catalogue.fields.filter(({ field }) => field !== accountListsField);
    const sample = fields.flatMap((definition) =>
      fc.sample(arbFilter(definition), { numRuns: runs({ test: 12, soak: 100 }), seed: testSeed }),
    );
    return [
      ...sample.map((filter) => ({
        ...selection,
        filters: prepareForQuery(storableFilters([filter]), { now: testNow, catalogue }).filter(
          ({ $type }) => $type !== 'DateRange',
        ),
      })),
      { ...selection, docAge: 'Unknown' },
      { ...selection, search: { text: 'a', blinded: false } },
    ];
  };

  it('all have triggers that add to the version, which every statement reads', async () => {
    const { rows } = await sql<{ name: string; events: string[] }>`
      SELECT event_object_table AS name, array_agg(DISTINCT event_manipulation::text ORDER BY event_manipulation::text) AS events
      FROM information_schema.triggers WHERE action_statement ~ 'add_(client_)?version' GROUP BY 1`.execute(
      db().kysely,
    );
    const { rows: truncations } = await sql<{ name: string }>`
      SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgtype & 32 > 0 AND NOT tgisinternal`.execute(
      db().kysely,
    );
    const complete = new Set(
      rows
        .filter(({ name, events }) => events.length === 3 && truncations.some((other) => other.name === name))
        .map(({ name }) => name),
    );
    expect([...versionedTables].filter((name) => !complete.has(name))).toEqual([]);
    const found = new Set<string>();
    for (const asked of selections()) {
      const query = packedStatement(db().kysely, asked, { most: 10 });
      let text;
      try {
        text = withoutParameters(query);
      } catch {
        // Read with SQL, never packed.
        continue;
      }
      const [versions, ...tables] = await readTables(text);
      expect(versions).toBe('data_version');
      for (const table of tables) {
        found.add(table);
        expect(text.split('FROM data_version')[1]).toContain(`'${table}'`);
      }
    }
    expect([...found].filter((name) => !complete.has(name))).toEqual([]);
    expect(found.size).toBeGreaterThan(4);
  });
});
