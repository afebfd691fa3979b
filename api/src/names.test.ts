import { reportWorld } from './features/activity-reports/testing/report-world.ts';
import { describeOnOneEngine } from './platform/testing/index.ts';

/** Texts that nobody can read as one line. */
const unfit = ['A\nBcc: b@x.example', 'A\u202eB', 'A\u0007B', '\u200b\u2800'];

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
});
