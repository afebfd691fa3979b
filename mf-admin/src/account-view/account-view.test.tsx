import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import type { AreaClaims } from '../account-form/area-claims.queries.ts';
import { AccountViewButton } from './account-view.dialog.tsx';
import type { AccountView, ViewRequest } from './account-view.queries.ts';

const call = 'POST /api/users/view';
const request: ViewRequest = { id: '7', user: { role: 'Client', companies: ['2'] } };
const routes: RouteObject[] = [{ path: '/', element: <AccountViewButton requestOf={() => request} /> }];

const view = (change: Partial<AccountView> = {}): AccountView => ({
  role: 'Client',
  clients: [{ id: '1', name: 'Aurelis' }],
  communities: [],
  activityTypes: ['Engagement', 'CustomerRequest'],
  fields: ['Document Title'],
  claims: ['cr-engagement-read', 'viewNotifications'],
  activities: 1234,
  readers: 5,
  documents: 6,
  ...change,
});

const open = async (before: AccountView | null, after: AccountView, areas: AreaClaims[] = []) => {
  const screens = await openScreen(routes, '/', {
    prepare: ({ failures }) =>
      failures.set(call, { data: { before, after } }).set('GET /api/areas/claims', { data: areas }),
  });
  await screens.user.click(screen.getByRole('button', { name: 'Preview access' }));
  return { ...screens, dialog: await screen.findByRole('dialog', { name: 'What this user sees' }) };
};
const findValue = (dialog: HTMLElement, label: string) => within(dialog).getByText(label).nextElementSibling;

beforeEach(() => signIn());
afterEach(closeScreens);

it('shows what changes for an account with the values of the form', async () => {
  const after = view({ clients: [{ id: '2', name: 'Norvane' }], activities: 900, claims: [] });
  const { dialog, server } = await open(view(), after);
  await within(dialog).findByText(/What goes away is struck out/);
  expect(findValue(dialog, 'Activities in the last year')).toHaveTextContent('1,234, 900');
  const clients = findValue(dialog, 'Clients');
  expect(clients?.querySelector('del')).toHaveTextContent('Aurelis');
  expect(clients?.querySelector('ins')).toHaveTextContent('Norvane');
  expect(findValue(dialog, 'Also opens')?.querySelector('del')).toHaveTextContent('Notification Dashboard');
  expect(findValue(dialog, 'Communities')).toHaveTextContent('None');
  expect(findValue(dialog, 'Activity types')).toHaveTextContent('Engagement, Customer Request');
  expect(server.callsOf(call).map(({ body }) => body)).toEqual([request]);
});

it('names the permissions of areas with their area', async () => {
  const { dialog } = await open(view(), view({ claims: ['area:notes:edit'] }), [
    { area: 'notes', name: 'Client Notes', claims: [{ claim: 'area:notes:edit', label: 'Edit notes' }] },
  ]);
  await within(dialog).findByText('Area permissions');
  expect(findValue(dialog, 'Area permissions')?.querySelector('ins')).toHaveTextContent(
    'Client Notes: Edit notes',
  );
});

it('says that nothing changes, and shows a new account without a comparison', async () => {
  const { dialog, user, server } = await open(view(), view());
  await within(dialog).findByText('The changes do not affect what this user sees.');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.failures.set(call, { data: { before: null, after: view({ role: 'Internal', clients: null }) } });
  await user.click(screen.getByRole('button', { name: 'Preview access' }));
  const again = await screen.findByRole('dialog');
  await waitFor(() => expect(findValue(again, 'Clients')).toHaveTextContent('All'));
  expect(again.querySelector('ins, del')).toBeNull();
});

it('shows why it failed, and tries again', async () => {
  const { user, server } = await openScreen(routes, '/', {
    prepare: ({ failures }) => failures.set(call, { status: 500, message: 'Out of order' }),
  });
  await user.click(screen.getByRole('button', { name: 'Preview access' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Out of order');
  server.failures.set(call, { data: { before: null, after: view() } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,234')).toBeVisible();
});
