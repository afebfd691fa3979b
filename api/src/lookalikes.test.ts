import * as fc from 'fast-check';
import { sql } from 'kysely';
import { canonicalLine, foldQuery } from '@readerlens/contract/text';
import { lineProblem } from '@readerlens/contract/vocabulary';
import { oddTextArb, runs, testSeed } from '@readerlens/filters/testing';
import { dayBefore, noon } from './activities/testing/activity-world.ts';
import { importText, temporaryFiles } from './data/import/testing/import-files.ts';
import { addUser, describeOnOneEngine, testApi } from './platform/testing/index.ts';
import type { TestApi } from './platform/testing/index.ts';

/** Spellings of a name that look the same, as people and programs write them. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  spaces: ['Two Spaces', 'Two  Spaces', 'Two\u00a0Spaces', 'Two\u2007Spaces', '\u3000Two \u202f Spaces '],
  unseen: ['Softhyphen', 'Soft\u00adhyphen', 'Soft\u200bhyphen', 'Soft\u2060hyphen', '\ufeffSofthyphen'],
  apostrophes: ["O'Brien", 'O’Brien', 'OʼBrien', 'O′Brien', 'O`Brien', 'O´Brien'],
  dashes: ['Anne-Marie', 'Anne–Marie', 'Anne‑Marie', 'Anne‐Marie', 'Anne−Marie'],
  letters: ['Office', 'Oﬃce', 'oﬀice', 'ＯＦＦＩＣＥ'],
  accents: ['Jos\u00e9', 'Jose\u0301'],
};

const files = temporaryFiles();

describeOnOneEngine('names that look the same', (db) => {
  const api = testApi({}, {}, db);
  let token: string;
  beforeAll(async () => {
    const level = { notification_claim_level: 'Admin', review_activities: true } as const;
    token = await api().tokenFor(await addUser(db(), { role: 'Admin', ...level }));
  });

  const call = async (key: Parameters<TestApi['call']>[0], request: object): Promise<string> => {
    const { status, body } = await api().call(key, { token, ...request });
    expect([key, request, status, body]).toMatchObject([key, request, 200, {}]);
    return JSON.stringify(body.data);
  };
  const addAccount = (firstName: string, lastName: string) =>
    call('POST /api/user', {
      body: { user: { firstName, lastName, email: `${lastName}@x.example`, role: 'Internal' } },
    });
  let rows = 0;
  /** Imports an activity of yesterday for each of the rows. */
  const importRows = (...all: object[]) => {
    const lines = all.map((values) => {
      const id = `row-${(rows += 1)}`;
      const ids = { external_id: id, document_external_id: id, reader_external_id: id };
      return JSON.stringify({ ...ids, occurred_at: noon(1), client: 'Cedar', community: 'Main', ...values });
    });
    return importText(db(), files, lines.join('\n'));
  };

  it('are one record for imports, called as it was spelled first', async () => {
    const tables = ['client', 'community', 'organisation', 'content_topic', 'document_type', 'newsletter'];
    const names = Object.entries(spellings).flatMap(([kind, texts]) =>
      texts.map((text) => `${kind} ${text}`),
    );
    const { rejected, warnings } = await importRows(
      ...names.map((name) => ({
        client: name,
        community: name,
        organisation_name: name,
        document_topics: `${name}|${name}`,
        document_type: name,
        newsletter: name,
      })),
    );
    expect([rejected, warnings]).toEqual([0, []]);
    const first = Object.entries(spellings).map(([kind, [text]]) => `${kind} ${text}`);
    for (const table of tables) {
      const { rows: found } = await sql`SELECT name FROM ${sql.table(table)} ORDER BY id`.execute(
        db().kysely,
      );
      expect([table, found]).toEqual([table, first.map((name) => ({ name }))]);
    }
  });

  it('are no choice for imports where several records exist: the row says so', async () => {
    await db()
      .kysely.insertInto('client')
      .values([{ name: 'Twin’s' }, { name: "Twin's" }])
      .execute();
    const { rejections } = await importRows({ client: 'TWIN`S' });
    expect(rejections).toMatchObject([
      { column: 'client', reason: expect.stringContaining('looks like this') },
    ]);
    const id = 'row-of-twins';
    await importRows({ document_external_id: id });
    const line = JSON.stringify({ document_external_id: id, client: 'twin´s', document_title: 'Kept' });
    expect(await importText(db(), files, line, { kind: 'documents' })).toMatchObject({
      imported: 1,
      warnings: [{ column: 'client', reason: expect.stringContaining('looks like this') }],
    });
    expect(await importRows({ client: "Twin's" }, { client: 'Twin’s' })).toMatchObject({ imported: 2 });
  });

  it('find each other in every search', async () => {
    const planted = Object.entries(spellings).flatMap(([kind, texts]) =>
      texts.map((text, index) => ({ name: `${kind} ${text} zz`, number: `${kind}${index}` })),
    );
    for (const { name, number } of planted) {
      await addAccount(name, number);
      const body = { name: `${name} ${number}`, type: 'SeriesOfActivitiesNotification' };
      await call('POST /api/notification', { body });
    }
    await importRows(
      ...planted.flatMap(({ name, number }) => {
        const called = `${name} ${number}`;
        const row = {
          client: called,
          reader_first_name: name,
          reader_last_name: number,
          organisation_name: called,
          document_title: called,
        };
        return [row, { ...row, status: 'Pending' }];
      }),
    );
    const searches: Readonly<Record<string, (typed: string) => Promise<string>>> = {
      activities: (query) => call('POST /api/analytics/search', { body: { filters: [], query } }),
      'a filter': (value) =>
        call('POST /api/analytics/search', {
          body: { filters: [{ field: 'FirstName', op: 'Like', value: `${value}*` }] },
        }),
      review: (query) =>
        call('POST /api/review-activities-search', {
          body: { status: 'Pending', from: dayBefore(3), to: dayBefore(0), secondaryOnly: false, query },
        }),
      clients: (q) => call('GET /api/cms/companies', { query: { q } }),
      'clients by beginning': (q) =>
        call('GET /api/cms/companies/by-name-or-id-starting-with', { query: { q } }),
      organizations: (q) => call('GET /api/user-proxy', { query: { path: 'reader-orgs', q } }),
      'readers of the palette': (q) => call('GET /api/lookups/readers', { query: { q } }),
      'organizations of the palette': (q) => call('GET /api/lookups/organizations', { query: { q } }),
      users: (query) => call('GET /api/users', { query: { query } }),
      'people to choose': (query) => call('GET /api/users/lookups', { query: { query } }),
      'the audit log': (person) => call('GET /api/audit-events', { query: { person } }),
      alerts: (query) => call('POST /api/notifications/search', { body: { query } }),
    };
    for (const [kind, texts] of Object.entries(spellings))
      for (const typed of [texts[0], texts.at(-1)].map((text) => `${kind} ${text}`))
        for (const [search, find] of Object.entries(searches)) {
          const answer = await find(typed);
          const missing = texts
            .map((_, index) => `${kind}${index}`)
            .filter((number) => !answer.includes(number));
          expect([search, typed, missing]).toEqual([search, typed, []]);
        }
  });

  it('are found by any odd text that was stored', async () => {
    const isFit = (text: string) =>
      lineProblem(`x${text}`, { label: '', required: '' }) === undefined && foldQuery(text) !== '';
    const texts = fc.sample(oddTextArb.filter(isFit), {
      numRuns: runs({ test: 12, soak: 50 }),
      seed: testSeed,
    });
    await importRows(
      ...texts.map((text, index) => ({
        client: `odd ${index} ${text}`,
        reader_first_name: `odd ${index} ${text}`,
        reader_last_name: `reader${index}`,
      })),
    );
    for (const [index, text] of texts.entries()) {
      const typed = `odd ${index} ${text}`;
      await addAccount(typed, `account${index}`);
      const body = { filters: [], query: typed };
      const users = { query: typed, pageSize: '100' };
      expect([text, await call('POST /api/analytics/search', { body })]).toEqual([
        text,
        expect.stringContaining(`reader${index}`),
      ]);
      expect([text, await call('GET /api/cms/companies', { query: { q: typed } })]).toEqual([
        text,
        expect.stringContaining(JSON.stringify(canonicalLine(typed)).slice(1, -1)),
      ]);
      expect([text, await call('GET /api/users', { query: users })]).toEqual([
        text,
        expect.stringContaining(`account${index}`),
      ]);
    }
  });
});
