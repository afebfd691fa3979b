import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@readerlens/auth';
import { act } from 'react';
import { account } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { SessionsCard } from './sessions-card.tsx';
import type { UserSession } from './sessions.queries.ts';

const list = 'GET /api/user/7/sessions';
const all = 'DELETE /api/user/7/sessions';
const one = 'DELETE /api/user/7/sessions/s2';

const session = (id: string, change: Partial<UserSession> = {}): UserSession => ({
  id,
  method: 'password',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  network: '192.0.2.1',
  signedInAt: '2026-11-23T09:00:00.000Z',
  lastActiveAt: '2026-11-23T10:30:00.000Z',
  current: false,
  ...change,
});
const own = session('s1', { current: true });
const other = session('s2', { method: 'provider', userAgent: 'curl/8.5.0', network: '2001:db8:1:2::/64' });

type Server = Awaited<ReturnType<typeof openScreen>>['server'];

const open = (
  sessions: UserSession[],
  { isOwn = true, change = {} }: { isOwn?: boolean; change?: Partial<Account> } = {},
  prepare?: (server: Server) => void,
) => {
  const shown = account(7, change);
  return openScreen([{ path: '/', element: <SessionsCard account={shown} isOwn={isOwn} /> }], '/', {
    accounts: [shown],
    prepare: (server) => {
      server.failures.set(list, { data: sessions });
      prepare?.(server);
    },
  });
};

beforeEach(() => signIn({ id: '7', role: 'Client' }));
afterEach(closeScreens);

const rows = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
const answer = async ({ user }: Awaited<ReturnType<typeof open>>, question: string, name: string) =>
  user.click(
    within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name }),
  );

it('shows where one is logged in, and which session is this one', async () => {
  await open([own, other]);
  expect(screen.getByRole('status', { name: 'Loading sessions' })).toBeVisible();
  await screen.findByText('This session');
  const [first, second] = rows();
  expect(first).toHaveTextContent('Firefox 140 on LinuxThis session');
  expect(first).toHaveTextContent('Signed in withPassword');
  expect(first).toHaveTextContent(/Last active2026-11-23 \d\d:30/);
  expect(within(first!).queryByRole('button')).toBeNull();
  expect(second).toHaveTextContent('curlSigned in withIdentity providerNetwork2001:db8:1:2::/64');
});

it('ends another session after a question, once', async () => {
  const view = await open([own, other]);
  view.server.failures.set(one, {});
  await view.user.dblClick(await screen.findByRole('button', { name: /^End session of curl/ }));
  expect(view.server.callsOf(one)).toEqual([]);
  view.server.failures.set(list, { data: [own] });
  await answer(view, 'End this session?', 'End session');
  expect(await screen.findByText('Session ended')).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(view.server.callsOf(one)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Sessions' })).toHaveFocus());
});

it('ends nothing if the answer is no', async () => {
  const view = await open([own, other]);
  await view.user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  await answer(view, 'End all other sessions?', 'Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(view.server.callsOf(all)).toEqual([]);
  expect(rows()).toHaveLength(2);
});

it('ends all other sessions, and keeps this one', async () => {
  const view = await open([own, other]);
  view.server.failures.set(all, { data: { ended: 3 } });
  await view.user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  await answer(view, 'End all other sessions?', 'End all other sessions');
  expect(await screen.findByText('3 sessions ended')).toBeVisible();
  expect(view.server.callsOf(all).map(({ query }) => query.get('keepCurrent'))).toEqual(['true']);
});

it('ends all sessions of another user', async () => {
  signIn({ id: '900', role: 'Internal' });
  const view = await open([other], { isOwn: false, change: { firstName: 'Cleo', lastName: 'Client' } });
  view.server.failures.set(all, { data: { ended: 1 } });
  await view.user.click(await screen.findByRole('button', { name: 'End all sessions' }));
  view.server.failures.set(list, { data: [] });
  await answer(view, 'End all sessions of Cleo Client?', 'End all sessions');
  expect(await screen.findByText('1 session ended')).toBeVisible();
  expect(await screen.findByText('This user is not logged in anywhere.')).toBeVisible();
  expect(view.server.callsOf(all).map(({ query }) => query.get('keepCurrent'))).toEqual(['false']);
});

it('says why a session was not ended, and loads the list again', async () => {
  const view = await open([own, other]);
  view.server.failures.set(one, { status: 404, message: 'This session has ended already.' });
  await view.user.click(await screen.findByRole('button', { name: /^End session of curl/ }));
  view.server.failures.set(list, { data: [own] });
  await answer(view, 'End this session?', 'End session');
  expect(
    await screen.findByText('The session could not be ended. This session has ended already.'),
  ).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
});

it('can be loaded again after a failure', async () => {
  const view = await open([own], {}, (server) =>
    server.failures.set(list, { status: 500, message: 'Out of order' }),
  );
  expect(await screen.findByText('The sessions could not be loaded. Out of order')).toBeVisible();
  view.server.failures.set(list, { data: [own] });
  await view.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This session')).toBeVisible();
});

it('is not shown to staff of the same role', async () => {
  signIn({ id: '900', role: 'Internal' });
  const { server } = await open([other], { isOwn: false, change: { role: 'Internal' } });
  expect(screen.queryByRole('heading')).toBeNull();
  expect(server.callsOf(list)).toEqual([]);
});

it('is not shown to an administrator who acts as the user', async () => {
  act(() => sessionStore.setState({ originalAdminToken: 'admin' }));
  const { server } = await open([other]);
  expect(screen.queryByRole('heading')).toBeNull();
  expect(server.callsOf(list)).toEqual([]);
});
