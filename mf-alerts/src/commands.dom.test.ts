import { clearSession } from '@readerlens/auth';
import { signInAs, startFakeServer, testUser } from '@readerlens/auth/testing';
import type { SessionUserData } from '@readerlens/auth';
import { QueryClient } from '@tanstack/react-query';
import { commandSources } from './commands.ts';

const call = 'POST /api/notifications/search';
const items = [{ id: 'a 1', name: 'New readers', $type: 'SeriesOfActivitiesNotification' }];
let server: Awaited<ReturnType<typeof startFakeServer>>;

beforeEach(async () => {
  server = await startFakeServer((seen) =>
    seen.call === call ? { data: { items, total: 1, page: 1, pageSize: 8 } } : undefined,
  );
});
afterEach(async () => {
  clearSession();
  await server.stop();
});

const signIn = (change: Partial<SessionUserData> = {}) =>
  signInAs(testUser({ claims: ['manageNotifications'], notificationClaimLevel: 'Basic', ...change }));

const find = async (text: string) => {
  const options = { signal: new AbortController().signal, queryClient: new QueryClient() };
  const found = (await commandSources[0]?.find(text, options)) ?? [];
  return found.map(({ label, detail, to }) => [label, detail, to]);
};
const alert = ['New readers', 'Multiple Activities', '/notification/a%201/1'];
const newAlert = ['New alert', undefined, '/notification/new/1'];

it('finds alerts by a part of their name, and offers a new one', async () => {
  signIn();
  expect(await find(' new ')).toEqual([newAlert, alert]);
  expect(await find('readers')).toEqual([alert]);
  expect(server.callsOf(call).map(({ body }) => body)).toEqual(
    ['new', 'readers'].map((query) => ({ query, pageSize: 8, sortBy: 'name', sortDir: 'asc' })),
  );
});

it('offers a new alert by what it is called elsewhere', async () => {
  signIn();
  expect(await find('create al')).toContainEqual(newAlert);
});

it.each([
  ['nothing is typed', '', {}],
  ['the user may not manage alerts', 'new', { claims: [], notificationClaimLevel: 'None' as const }],
])('finds nothing if %s', async (_, text, user) => {
  signIn(user);
  expect(await find(text)).toEqual([]);
  expect(server.calls).toHaveLength(0);
});
