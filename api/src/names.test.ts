import { countsOf, importText, temporaryFiles } from './data/import/testing/import-files.ts';
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
    expect(countsOf(summary)).toEqual([12, 4, 0, 0, 8]);
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
});
