import '@testing-library/jest-dom';
import { savedSearchesQuery } from '@readerlens/filters';
import { enterText } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { account, clients } from '../../testing/accounts.ts';
import type { Account } from '../../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../../testing/open-admin.tsx';
import { savedSearch } from '../../testing/saved-searches.ts';
import type { SavedSearch } from '../../testing/saved-searches.ts';
import { SavedSearchScreen } from './saved-search.screen.tsx';

const routes: RouteObject[] = [
  { path: '/admin/savedsearch/:userId/:id?', Component: SavedSearchScreen },
  { path: '/admin/user/:userId', Component: () => <p>The profile</p> },
];
const post = 'POST /api/saved-searches';
const patch = 'PATCH /api/saved-searches/s1';
const lastYear = { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' };
const aurelis = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: [{ id: '1', name: 'Aurelis' }],
  allowNA: false,
};

type Options = NonNullable<Parameters<typeof openScreen>[2]>;

interface Opened extends Pick<Options, 'prepare'> {
  id?: string;
  searches?: SavedSearch[];
  change?: Partial<Account>;
}

const open = ({ id, searches = [savedSearch(1)], change, prepare }: Opened = {}) =>
  openScreen(routes, `/admin/savedsearch/7${id === undefined ? '' : `/${id}`}`, {
    accounts: [account(7, { firstName: 'Cleo', lastName: 'Client', ...change })],
    prepare: (server) => {
      server.searches.push(...searches);
      prepare?.(server);
    },
  });
type View = Awaited<ReturnType<typeof open>>;

beforeEach(() => signIn());
afterEach(closeScreens);

const name = () => screen.findByRole('textbox', { name: 'Search Name' });
const field = (label: string) => screen.queryByRole('combobox', { name: label });
const button = (label: string) => screen.getByRole('button', { name: label });
const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text });
const choices = (label: string) =>
  within(screen.getByRole('listbox', { name: label })).getAllByRole('option');
const pick = async ({ user }: View, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
  await user.keyboard('{Escape}');
};

describe('a new search', () => {
  it('is about the account, and starts with the last year and its only client', async () => {
    await open();
    expect(await heading('New Search')).toBeVisible();
    await name();
    expect(screen.getByText('Cleo Client · person7@lab.example')).toBeVisible();
    expect(screen.getByText(/^NOTE: You are currently in Cleo Client Account\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Saved Search' })).toHaveAttribute(
      'href',
      '/admin/user/7?active=Filters',
    );
    expect(field('Relative Date Range')).toHaveDisplayValue('1 year');
    expect(button('Remove Aurelis')).toBeVisible();
  });

  it('is saved, and then edited at its own address', async () => {
    const view = await open({ searches: [] });
    const { user, server, router, queryClient, leaveQuestion } = view;
    queryClient.setQueryData(savedSearchesQuery('7').queryKey, []);
    await user.type(await name(), 'Webinars');
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Of last year');
    await pick(view, 'Activity Type', 'Webinar');
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
    await user.dblClick(button('Save'));
    expect(await screen.findByText('Search Saved')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/savedsearch/7/s1'));
    expect(server.callsOf(post).map(({ body }) => body)).toEqual([
      {
        userId: '7',
        name: 'Webinars',
        description: 'Of last year',
        filters: [aurelis, lastYear],
        indices: ['Webinar'],
      },
    ]);
    expect(await heading('Edit Search')).toBeVisible();
    expect(await name()).toHaveValue('Webinars');
    expect(leaveQuestion()).toBeUndefined();
    expect(queryClient.getQueryState(savedSearchesQuery('7').queryKey)?.isInvalidated).toBe(true);
    expect(server.callsOf('GET /api/saved-searches/7/s1')).toEqual([]);
  });

  it('checks on submit: the name and the clients', async () => {
    const { user, server } = await open({
      change: { companies: clients.slice(0, 2).map((one) => ({ ...one, onlines: [] })) },
    });
    const input = await name();
    expect(input).not.toHaveAccessibleDescription(/Is Required/);
    await user.click(button('Save'));
    expect(input).toHaveAccessibleDescription(/Search Name Is Required/);
    expect(input).toHaveFocus();
    expect(screen.getByText('Clients Is Required')).toBeVisible();
    await enterText(user, input, 'x'.repeat(61));
    expect(input).toHaveAccessibleDescription(/Search Name must not be longer than 60 characters/);
    expect(server.callsOf(post)).toEqual([]);
  });

  it('has the fields, clients and activity types of the account', async () => {
    const { user, server } = await open({ change: { searchFields: ['AnalystTags'] } });
    await name();
    // The session's user may see this field, the owner of the search may not.
    expect(field('Organization Type')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Firmographic' })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Activity Type' }));
    expect(choices('Activity Type').map(({ textContent }) => textContent)).toEqual(['Engagement', 'Webinar']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('combobox', { name: 'Clients' }));
    await waitFor(() =>
      expect(choices('Clients').map(({ textContent }) => textContent)).toEqual(['Aurelis']),
    );
    const tags = server.callsOf('POST /api/filter-lookups/cms/tags');
    expect(tags.map(({ body }) => body)).toContainEqual({ field: 'AnalystTags', cIds: ['1'], userId: '7' });
  });

  it('starts with the tags of the clients, and Reset restores them', async () => {
    const { user } = await open({ change: { searchFields: ['AnalystTags'] } });
    await name();
    expect(await screen.findByRole('button', { name: 'Remove Key account' })).toBeVisible();
    await user.click(button('Remove Key account'));
    await user.selectOptions(field('Relative Date Range')!, 'Custom');
    await user.click(button('Reset filters'));
    expect(await screen.findByRole('button', { name: 'Remove Key account' })).toBeVisible();
    expect(field('Relative Date Range')).toHaveDisplayValue('1 year');
  });

  it('has every card and the lookup of organizations for staff', async () => {
    await open({
      change: { role: 'Internal', companies: [], searchFields: ['ReaderOrgsLookup'] },
    });
    await name();
    for (const title of ['Search details', 'General', 'Demographic', 'Firmographic', 'Contextual'])
      expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reader Org Lookup', hidden: true })).toBeInTheDocument();
  });
});

describe('an existing search', () => {
  it('is saved with what has changed', async () => {
    const { user, server, router, leaveQuestion } = await open({ id: 's1' });
    expect(await heading('Edit Search')).toBeVisible();
    const input = await name();
    expect(input).toHaveValue('Search 1');
    expect(leaveQuestion()).toBeUndefined();
    await user.type(input, ' again');
    await user.click(button('Save'));
    expect(await screen.findByText('Search Saved')).toBeVisible();
    expect(server.callsOf(patch).map(({ body }) => body)).toEqual([{ userId: '7', name: 'Search 1 again' }]);
    await waitFor(() => expect(leaveQuestion()).toBeUndefined());
    await user.selectOptions(field('Relative Date Range')!, '30 days');
    await user.click(button('Save'));
    await waitFor(() => expect(server.callsOf(patch)).toHaveLength(2));
    expect(server.callsOf(patch)[1]?.body).toEqual({
      userId: '7',
      filters: [aurelis, { ...lastYear, value: '-30d' }],
      indices: [],
    });
    expect(router.state.location.pathname).toBe('/admin/savedsearch/7/s1');
  });

  it('says which filters were not saved', async () => {
    const { user, server } = await open({ id: 's1' });
    const dropped = [
      { field: 'Quality', label: 'Quality', reason: 'not permitted' },
      { field: 'DateRange', label: 'Date Range', reason: 'ruled out' },
    ];
    server.failures.set(patch, { data: { ...savedSearch(1), dropped } });
    await user.type(await name(), ' again');
    await user.click(button('Save'));
    expect(
      await screen.findByText(
        'Quality was not saved: this user may not search by it. Date Range was not saved: another filter rules it out.',
      ),
    ).toBeVisible();
  });

  it('says at the name that it is taken, and keeps what was typed', async () => {
    const { user } = await open({ id: 's1', searches: [savedSearch(1), savedSearch(2)] });
    const input = await name();
    await user.clear(input);
    await user.type(input, 'Search 2');
    await user.click(button('Save'));
    expect(await screen.findByText('Error saving Search')).toBeVisible();
    expect(input).toHaveAccessibleDescription(/A saved search with this name already exists/);
    expect(input).toHaveValue('Search 2');
    await waitFor(() => expect(input).toHaveFocus());
    await user.type(input, '2');
    expect(input).not.toHaveAccessibleDescription(/already exists/);
    await user.click(button('Save'));
    expect(await screen.findByText('Search Saved')).toBeVisible();
  });

  it('shows why it cannot be saved', async () => {
    const { user, server } = await open({ id: 's1' });
    await user.type(await name(), '!');
    server.failures.set(patch, { status: 500, message: 'Out of order' });
    await user.click(button('Save'));
    expect(await screen.findByText('Error saving Search')).toBeVisible();
    expect(screen.getByText('Out of order')).toBeVisible();
    expect(await name()).toHaveValue('Search 1!');
  });

  it('names clients that the account does not have, before it is saved', async () => {
    const foreign = { ...aurelis, value: [{ id: '3', name: 'Kestrowel' }] } as SavedSearch['filters'][number];
    const { user, server } = await open({ id: 's1', searches: [savedSearch(1, { filters: [foreign] })] });
    await name();
    expect(screen.getByText('User does not have claim(s) for Kestrowel')).toBeVisible();
    await user.click(button('Save'));
    expect(server.callsOf(patch)).toEqual([]);
  });

  it('says that there is none, with the way back', async () => {
    await open({ id: 'gone', searches: [] });
    expect(await screen.findByText('There is no such saved search.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Saved Search' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('tries again after a failure', async () => {
    const failed = 'GET /api/saved-searches/7/s1';
    const { user, server } = await open({
      id: 's1',
      prepare: ({ failures }) => failures.set(failed, { status: 500, message: 'Out of order' }),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.failures.delete(failed);
    await user.click(again);
    expect(await name()).toHaveValue('Search 1');
  });
});

it('cannot be edited for an account of the same role', async () => {
  const { server } = await open({ id: 's1', change: { role: 'Admin', companies: [] } });
  expect(await screen.findByText('You can see this account, but not change it.')).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(server.callsOf('GET /api/saved-searches/7/s1')).toEqual([]);
});

it.each(['Client', 'Internal'] as const)('has no note on the own searches of %s', async (role) => {
  signIn({ id: '7', role });
  await open({ id: 's1', change: { role } });
  await name();
  expect(screen.queryByText(/^NOTE:/)).toBeNull();
  expect(within(screen.getByRole('form')).getByRole('button', { name: 'Save' })).toBeEnabled();
});

it('says why the filter fields cannot be loaded: saving without them would lose filters', async () => {
  await open({
    id: 's1',
    prepare: ({ failures }) => failures.set('GET /api/user-proxy', { status: 500, message: 'No questions.' }),
  });
  expect(await screen.findByText('No questions.')).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
});
