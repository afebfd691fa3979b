import { sql } from 'kysely';
import { listCounts, importText, temporaryFiles } from './data/import/testing/import-files.ts';
import { reportWorld } from './features/activity-reports/testing/report-world.ts';
import { describeOnOneEngine } from './platform/testing/index.ts';

/** Texts that nobody can read as one line. */
const unfit = ['A\nBcc: b@x.example', 'A\u202eB', 'A\u0007B', '\u200b\u2800'];

const files = temporaryFiles();

/** Every call that stores the name of something or somebody, with that name in its body. */
describeOnOneEngine('names are one line of text that can be seen', (db) => {
  const world = reportWorld(db);
  const as = (token: string, call: Parameters<ReturnType<typeof world.api>['call']>[0], body: object) =>
    world.api().call(call, { token, body });
  let accounts = 0;
  const account = (more: object) => {
    const email = `ann.lee${(accounts += 1)}@x.example`;
    return { user: { firstName: 'Ann', lastName: 'Lee', email, role: 'Internal', ...more } };
  };
  const search = { filters: [{ field: 'Clients', value: [{ id: '1' }] }], indices: [] };

  const saves: Readonly<Record<string, (name: string) => Promise<{ status: number; body: unknown }>>> = {
    'first name of an account': (firstName) =>
      as(world.tokens().admin, 'POST /api/user', account({ firstName })),
    'last name of an account': (lastName) =>
      as(world.tokens().admin, 'POST /api/user', account({ lastName })),
    'first name of a contact': (firstName) => world.post({ firstName }),
    'last name of a contact': (lastName) => world.post({ lastName }),
    'title of an alert': async (name) => {
      const user = await world.addClientUser({ notification_claim_level: 'Basic' });
      return as(await world.api().tokenFor(user), 'POST /api/notification', {
        name,
        type: 'SeriesOfActivitiesNotification',
      });
    },
    'name of a saved search': (name) =>
      as(world.tokens().owner, 'POST /api/saved-searches', {
        name,
        userId: String(world.owner().id),
        ...search,
      }),
  };

  it.each(Object.entries(saves))('%s', async (_, save) => {
    for (const name of unfit) {
      const { status, body } = await save(name);
      expect([name, status, body]).toMatchObject([
        name,
        400,
        { details: [{ message: expect.stringMatching(/one line of text|required/i) }] },
      ]);
    }
    expect((await save('Søren O’Neil')).status).toBe(200);
  });

  const odd = ' Od\u00add \u00a0\u2007N\u200ba\u0308me\u2060 ';
  /** The columns that have characters of the odd name. */
  const oddColumns = async () => {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns AS c
        JOIN information_schema.tables AS t USING (table_schema, table_name)
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
        AND (c.data_type IN ('text', 'jsonb') OR c.udt_name = '_text')`.execute(db().kysely);
    const odds = columns.map(
      ({ table, column }) => sql`SELECT ${`${table}.${column}`} AS place FROM ${sql.table(table)}
        WHERE ${sql.ref(column)}::text ~ '[\\u00ad\\u00a0\\u2007\\u200b\\u0308\\u2060]'`,
    );
    const { rows } = await sql<{ place: string }>`${sql.join(odds, sql` UNION `)} ORDER BY 1`.execute(
      db().kysely,
    );
    return rows.map(({ place }) => place);
  };

  it('are stored in the canonical form, as all texts are', async () => {
    for (const save of Object.values(saves)) expect(await save(odd)).toMatchObject({ status: 200 });
    const { owner } = world.tokens();
    const written = [
      await as(owner, 'POST /api/annotations', {
        clientId: '1',
        date: '2026-01-05',
        text: `${odd}\r\n${odd}`,
      }),
      await as(owner, 'POST /api/saved-searches', {
        name: 'Described',
        description: `${odd}\n\n${odd}`,
        userId: String(world.owner().id),
        ...search,
      }),
    ];
    expect(written.map(({ status }) => status)).toEqual([200, 200]);
    expect(await oddColumns()).toEqual([]);
    const { rows } = await sql`
      SELECT text, (SELECT description FROM saved_search WHERE name = 'Described') AS description,
        (SELECT name FROM saved_search WHERE name LIKE 'Odd%') AS name FROM annotation`.execute(db().kysely);
    expect(rows).toEqual([
      { text: 'Odd Näme\n Odd Näme', description: 'Odd Näme\n\n Odd Näme', name: 'Odd Näme' },
    ]);
  });

  const imported = (
    'document_title document_type document_topics document_offerings reader_first_name reader_last_name ' +
    'reader_full_name reader_title reader_company reader_phone reader_city reader_state reader_email reader_personas ' +
    'organisation_name newsletter'
  ).split(' ');

  it('in imports: others are left out with a warning, and a row that needs them is rejected', async () => {
    const row = {
      occurred_at: '2025-01-01',
      client: '1',
      community: 'Main',
      document_external_id: 'name-d',
      reader_external_id: 'name-r',
    };
    const rows = unfit.flatMap((name) => [
      { ...row, ...Object.fromEntries(imported.map((field) => [field, name])) },
      { ...row, client: name },
      { ...row, community: name },
    ]);
    const summary = await importText(db(), files, rows.map((each) => JSON.stringify(each)).join('\n'));
    expect(listCounts(summary)).toEqual([12, 4, 0, 0, 8]);
    const warned = summary.warnings.flatMap(({ column, count }) =>
      Array.from({ length: count }, () => column),
    );
    expect(warned).toEqual(imported.toSorted().flatMap((field) => unfit.map(() => field)));
    expect(summary.rejections.map(({ column, value }) => [column, value])).toEqual(
      unfit.flatMap((name) => ['client', 'community'].map((column) => [column, name])),
    );
    const reader = await db()
      .kysely.selectFrom('reader')
      .selectAll()
      .where('external_id', '=', 'name-r')
      .executeTakeFirstOrThrow();
    expect(reader).toMatchObject({ first_name: null, last_name: null, email: null, phone: null, city: null });
  });

  it('in imports are stored in the canonical form, except for ids of other systems', async () => {
    const row = {
      ...Object.fromEntries(imported.map((field) => [field, odd])),
      external_id: `odd-${odd.trim()}-a`,
      occurred_at: '2025-01-01',
      client: odd,
      community: odd,
      document_external_id: 'odd-d',
      reader_external_id: 'odd-r',
      reader_email: 'odd@x.example',
      reader_address: `${odd}\n${odd}`,
      reader_state: odd,
      specifics: `${odd}\n${odd}`,
    };
    // The clients of the world have ids of their own.
    await sql`SELECT setval(pg_get_serial_sequence('client', 'id'), 100)`.execute(db().kysely);
    const summary = await importText(db(), files, JSON.stringify(row));
    expect(listCounts(summary)).toEqual([1, 1, 0, 0, 0]);
    expect(summary.warnings).toEqual([]);
    expect(await oddColumns()).toEqual(['engagement.external_id']);
    const { rows } = await sql`SELECT address, specifics_text FROM reader AS r
      JOIN engagement AS e ON e.reader_id = r.id JOIN engagement_detail AS d ON d.engagement_id = e.id
      WHERE r.external_id = 'odd-r'`.execute(db().kysely);
    expect(rows).toEqual([{ address: 'Odd Näme, Odd Näme', specifics_text: 'Odd Näme\n Odd Näme' }]);
  });
});
