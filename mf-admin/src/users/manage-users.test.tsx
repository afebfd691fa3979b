import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { account, accounts, clients } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { ManageUsersScreen } from './manage-users.screen.tsx';

const routes: RouteObject[] = [{ path: '/admin/users', Component: ManageUsersScreen }];
const call = 'GET /api/users';

const open = (address = '', options: Parameters<typeof openScreen>[2] = { accounts: accounts(23) }) =>
  openScreen(routes, `/admin/users${address}`, options);

beforeEach(() => signIn());
afterEach(closeScreens);

const ready = (name = 'Person 1') => screen.findByRole('link', { name });
const searchBox = () => screen.getByRole('searchbox', { name: 'Search by email or name' });
const lastQuery = ({ callsOf }: Awaited<ReturnType<typeof open>>['server']) =>
  Object.fromEntries(callsOf(call).at(-1)?.query ?? []);

describe('the list', () => {
  it('shows the first ten users, each with a link to their page', async () => {
    const { server } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Manage Users' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await ready()).toHaveAttribute('href', '/admin/user/1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Email',
      'Role',
      'Clients',
      'Registered',
      'Actions',
    ]);
    expect(screen.getAllByRole('link', { name: /^Person / })).toHaveLength(10);
    expect(screen.getByText('23 users')).toBeVisible();
    expect(lastQuery(server)).toEqual({ page: '1', pageSize: '10' });
  });

  it('shows role, clients and whether a user has registered', async () => {
    const companies = clients.slice(0, 2).map((client) => ({ ...client, onlines: [...client.onlines] }));
    await open('', {
      accounts: [
        account(1, { companies, isRegistered: false }),
        account(2, { role: 'SystemAdmin', companies: [] }),
      ],
    });
    const row = (await ready()).closest('tr') ?? document.body;
    expect(within(row).getByText('Client')).toBeVisible();
    expect(within(row).getByText('Aurelis, Norvane')).toBeVisible();
    expect(within(row).getByText('No')).toBeVisible();
    const second = screen.getByRole('link', { name: 'Person 2' }).closest('tr') ?? document.body;
    expect(within(second).getByText('System admin')).toBeVisible();
    expect(within(second).getByText('Yes')).toBeVisible();
  });

  it('has other pages and page sizes, kept in the URL', async () => {
    const { server, router, user } = await open();
    await ready();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await ready('Person 11');
    expect(router.state.location.search).toBe('?page=2');
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '25', '50', '100']);
    await user.selectOptions(sizes, '25');
    await ready('Person 23');
    expect(router.state.location.search).toBe('?size=25');
    expect(lastQuery(server)).toEqual({ page: '1', pageSize: '25' });
  });

  it('returns to the last page if the URL is beyond it', async () => {
    const { router } = await open('?page=9');
    await ready('Person 23');
    expect(router.state.location.search).toBe('?page=3');
  });
});

describe('the search', () => {
  it('finds users by a part of their email or name, from the first page', async () => {
    const { server, router, user } = await open('?page=2');
    await ready('Person 11');
    await user.type(searchBox(), 'person 2');
    await waitFor(() => expect(router.state.location.search).toBe('?query=person%202'));
    expect(await screen.findByText('5 users')).toBeVisible();
    expect(lastQuery(server)).toEqual({ page: '1', pageSize: '10', query: 'person 2' });
  });

  it('limits the users to those of the selected clients', async () => {
    const { server, router, user } = await open('', {
      accounts: [account(1), account(2, { companies: [{ id: '2', name: 'Norvane', onlines: [] }] })],
    });
    await ready();
    await user.click(screen.getByRole('combobox', { name: 'Clients' }));
    await user.click(await screen.findByRole('option', { name: 'Norvane' }));
    expect(await screen.findByText('1 user')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Person 1' })).toBeNull();
    expect(router.state.location.search).toBe('?clients=2');
    expect(lastQuery(server)).toEqual({ page: '1', pageSize: '10', companyIds: '2' });
  });

  it('names the clients of a link', async () => {
    await open('?clients=2,x,2', { accounts: accounts(1) });
    expect(await screen.findByRole('button', { name: 'Remove Norvane' })).toBeVisible();
  });

  it('shows all users again after a search without a match', async () => {
    const { router, user } = await open('?query=no-such-user&clients=2');
    expect(await screen.findByText('No user matches the search and the clients.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all users' }));
    await ready();
    expect(router.state.location.search).toBe('');
    expect(searchBox()).toHaveValue('');
  });
});

describe('the states', () => {
  it('shows why the users cannot be loaded, and tries again', async () => {
    const { server, user } = await open('', {
      accounts: accounts(1),
      prepare: ({ failures }) => failures.set(call, { status: 500, message: 'Service unavailable.' }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
    server.failures.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await ready()).toBeVisible();
  });

  it('shows a refusal without a retry', async () => {
    await open('', {
      prepare: ({ failures }) => failures.set(call, { status: 403, code: 'forbidden', message: 'No.' }),
    });
    expect(await screen.findByText('You do not have access to the users')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('New User', () => {
  const button = () => screen.queryByRole('link', { name: 'New User' });

  it('is offered to administrators', async () => {
    await open();
    await ready();
    expect(button()).toHaveAttribute('href', '/admin/user/');
  });

  it('is not offered to other staff, or without its page', async () => {
    await open('', { accounts: accounts(1), offers: (path) => path !== '/admin/user/' });
    await ready();
    expect(button()).toBeNull();
    await closeScreens();
    signIn({ role: 'Internal' });
    await open();
    await ready();
    expect(button()).toBeNull();
  });
});
