import '@testing-library/jest-dom';
import { findExportColumn } from '@readerlens/contract/explorer';
import { defaultColumnsQuery } from '@readerlens/filters/columns';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { ProfileScreen } from '../profile/profile.screen.tsx';
import { account } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';

const routes: RouteObject[] = [{ path: '/admin/user/:userId', Component: ProfileScreen }];
const get = 'GET /api/default-columns/7';
const put = 'PUT /api/default-columns';
const standard = ['referenceNumber', 'date', 'activityType', 'email', 'company'];

type Prepare = NonNullable<Parameters<typeof openScreen>[2]>['prepare'];

const open = (change: Partial<Account> = {}, prepare: Prepare = () => {}) =>
  openScreen(routes, '/admin/user/7?active=Columns', { accounts: [account(7, change)], prepare });

beforeEach(() => signIn());
afterEach(closeScreens);

const button = (name: string) => screen.getByRole('button', { name });
const list = () => screen.findByRole('list', { name: 'Selected columns' });
const labels = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ dataset, textContent }) => dataset.field ?? textContent);
const note = /^NOTE: You are currently in Person 7 Account\./;

it('shows the columns of the account, and offers those that its user may see', async () => {
  await open({ searchFields: ['Revenue'] });
  expect(await labels()).toEqual(standard);
  expect(screen.getByRole('tab', { name: 'Default Export Columns' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Revenue' })).toBeVisible();
  // The session's user may see analyst tags, the owner of the columns may not.
  expect(screen.queryByRole('checkbox', { name: 'Analyst Tags' })).toBeNull();
});

it('saves the columns, which exports then start with', async () => {
  const { user, server, queryClient, leaveQuestion } = await open();
  await list();
  expect(button('Save')).toBeDisabled();
  await user.click(button('Remove Email'));
  await user.click(button('Move Reader Company up'));
  expect(leaveQuestion()).toBe('Leave without saving your changes?');
  await user.dblClick(button('Save'));
  expect(await screen.findByText('Default Columns Saved')).toBeVisible();
  const columns = ['referenceNumber', 'date', 'company', 'activityType'];
  expect(server.callsOf(put).map(({ body }) => body)).toEqual([
    {
      userId: '7',
      columns: columns.map((name) => {
        const { field, category, isMandatoryForExport } = findExportColumn(name)!;
        return { field, category, isMandatoryForExport };
      }),
    },
  ]);
  expect(leaveQuestion()).toBeUndefined();
  expect(await labels()).toEqual(columns);
  const stored = queryClient.getQueryData(defaultColumnsQuery('7').queryKey);
  expect(stored?.map(({ field }) => field)).toEqual(columns);
});

it('restores the saved columns', async () => {
  const { user, leaveQuestion } = await open();
  await list();
  await user.click(button('Remove Email'));
  await user.click(button('Reset'));
  expect(await labels()).toEqual(standard);
  expect(leaveQuestion()).toBeUndefined();
});

it('keeps the choice if it cannot be saved, and says why', async () => {
  const { user, server } = await open();
  await list();
  await user.click(button('Remove Email'));
  const message = "The export column 'Revenue' is not available to this user.";
  server.failures.set(put, { status: 400, code: 'invalid_input', message });
  await user.click(button('Save'));
  expect(await screen.findByText('Error saving default filters.')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(await labels()).not.toContain('email');
  server.failures.clear();
  await user.click(button('Save'));
  expect(await screen.findByText('Default Columns Saved')).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});

it('keeps the choice while another tab is shown', async () => {
  const { user } = await open();
  await list();
  await user.click(button('Remove Email'));
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  await user.click(screen.getByRole('tab', { name: 'Default Export Columns' }));
  expect(await labels()).not.toContain('email');
});

it('can be changed by a client for their own account, without a warning', async () => {
  signIn({ id: '7', role: 'Client' });
  const { user } = await open();
  await list();
  expect(screen.queryByText(note)).toBeNull();
  await user.click(button('Remove Email'));
  await user.click(button('Save'));
  expect(await screen.findByText('Default Columns Saved')).toBeVisible();
});

it('is read-only for an account of the same role', async () => {
  await open({ role: 'Admin', companies: [] });
  expect(await labels()).toEqual(standard.map((name) => findExportColumn(name)?.label));
  expect(screen.getByText('You can see this account, but not change it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('says why the columns cannot be loaded, and tries again', async () => {
  const { server, user } = await open({}, ({ failures }) =>
    failures.set(get, { status: 500, message: 'Service unavailable.' }),
  );
  expect(await screen.findByText('Service unavailable.')).toBeVisible();
  server.failures.clear();
  await user.click(button('Try again'));
  expect(await labels()).toEqual(standard);
});

it('says that the columns may not be seen', async () => {
  await open({}, ({ failures }) => failures.set(get, { status: 403, code: 'forbidden', message: 'No.' }));
  await waitFor(() => expect(screen.getByText('You do not have access to these columns')).toBeVisible());
});
