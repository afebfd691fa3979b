import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { account } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { ApiDetails } from './api-details.tsx';

const call = 'GET /api/secret/api-7';
const question = 'Are you sure you want to generate a new secret?';

const open = (change: Partial<Account> = {}) => {
  const shown = account(7, { enableApiAccess: true, apiClientId: 'api-7', ...change });
  return openScreen(
    [
      { path: '/', element: <ApiDetails account={shown} /> },
      { path: '/elsewhere', element: null },
    ],
    '/',
  );
};
type View = Awaited<ReturnType<typeof open>>;

beforeEach(() => signIn());
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'reportError');
  await closeScreens();
});

const generateButton = () => screen.getByRole('button', { name: 'Generate Secret' });
const answer = async ({ user }: View, name: string) =>
  user.click(
    within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name }),
  );
const generate = async (view: View, secret = 'rls_first') => {
  view.server.failures.set(call, { data: { secret }, top: { secret } });
  await view.user.click(generateButton());
  await answer(view, 'Generate Secret');
  return screen.findByText(secret);
};

it('shows the address and the client id, but no secret', async () => {
  const { server } = await open();
  expect(screen.getByRole('heading', { name: 'API details' })).toBeVisible();
  expect(screen.getByText(location.origin)).toBeVisible();
  expect(screen.getByText('api-7')).toBeVisible();
  expect(screen.queryByText('Secret')).toBeNull();
  expect(server.callsOf(call)).toEqual([]);
});

it.each<[string, Partial<Account>, Parameters<typeof signIn>[0]]>([
  ['without API access', { enableApiAccess: false }, {}],
  ['without a client id', { apiClientId: null }, {}],
  ['to staff who may not generate a secret', {}, { role: 'Internal' }],
])('is not shown %s', async (_, change, user) => {
  signIn(user);
  await open(change);
  expect(screen.queryByRole('heading')).toBeNull();
});

it('is shown to the owner', async () => {
  signIn({ id: '7', role: 'Client' });
  await open();
  expect(generateButton()).toBeEnabled();
});

it('says before the former secret ends, and keeps it if the answer is no', async () => {
  const view = await open();
  await view.user.dblClick(generateButton());
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveTextContent(
    'The former secret and the access tokens made with it stop working at once.',
  );
  await answer(view, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(view.server.callsOf(call)).toEqual([]);
});

it('shows the secret once with a warning; it is lost on leaving the page', async () => {
  const view = await open();
  expect(await generate(view)).toBeVisible();
  expect(screen.getByText(/^Copy the secret now\. It is shown only once/)).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('rls_first')).toBeNull());
  await view.user.click(screen.getByRole('button', { name: 'Show secret' }));
  expect(await screen.findByText('rls_first')).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await generate(view, 'rls_second')).toBeVisible();
  expect(screen.queryByText('rls_first')).toBeNull();
  expect(view.server.callsOf(call)).toHaveLength(2);
  await view.router.navigate('/elsewhere');
  await waitFor(() => expect(screen.queryByText('rls_second')).toBeNull());
  await view.router.navigate('/');
  expect(await screen.findByRole('button', { name: 'Generate Secret' })).toBeVisible();
  expect(screen.queryByText('rls_second')).toBeNull();
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    'rls_',
  );
  expect(JSON.stringify(view.queryClient.getQueryCache().getAll())).not.toContain('rls_');
});

it('copies the secret', async () => {
  const view = await open();
  await generate(view);
  await view.user.click(screen.getByRole('button', { name: 'Copy secret' }));
  expect(await screen.findByText('Secret copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('rls_first');
});

it('shows a command that asks for a token with the secret, and copies it', async () => {
  const view = await open();
  await generate(view);
  const command = `curl -sS --fail-with-body '${location.origin}/api/token' -u 'api-7:rls_first' -d grant_type=client_credentials`;
  const dialog = await screen.findByRole('dialog', { name: 'New API secret' });
  expect(within(dialog).getByText(command)).toBeVisible();
  await view.user.click(within(dialog).getByRole('button', { name: 'Copy command' }));
  expect(await screen.findByText('Command copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(command);
});

it('only logs that copying failed', async () => {
  const view = await open();
  await generate(view);
  const problem = new Error('Not allowed');
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(problem);
  const logged = jest.fn();
  // Every browser has it, but not jsdom.
  Object.assign(globalThis, { reportError: logged });
  await view.user.click(screen.getByRole('button', { name: 'Copy secret' }));
  await waitFor(() => expect(logged).toHaveBeenCalledWith(problem));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('rls_first')).toBeVisible();
});

it('shows why no secret was generated', async () => {
  const view = await open();
  view.server.failures.set(call, {
    status: 409,
    code: 'conflict',
    message: 'API access is not enabled for this user.',
  });
  await view.user.click(generateButton());
  await answer(view, 'Generate Secret');
  expect(
    await screen.findByText('The secret could not be generated. API access is not enabled for this user.'),
  ).toBeVisible();
  expect(generateButton()).toBeEnabled();
});

it('cannot generate a secret while acting as the user', async () => {
  signIn({ id: '7', role: 'Client' });
  sessionStore.setState({ originalAdminToken: 'own' });
  await open();
  expect(screen.getByText('You cannot generate a secret while you act as another user.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
