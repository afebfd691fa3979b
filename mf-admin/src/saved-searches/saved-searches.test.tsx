import '@testing-library/jest-dom';
import { defaultFiltersKey, savedSearchesQuery } from '@readerlens/filters';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { ProfileScreen } from '../profile/profile.screen.tsx';
import { account } from '../testing/accounts.ts';
import type { Account } from '../testing/accounts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { savedSearch } from '../testing/saved-searches.ts';
import type { SavedSearch } from '../testing/saved-searches.ts';

const routes: RouteObject[] = [{ path: '/admin/user/:userId', Component: ProfileScreen }];
const list = 'GET /api/saved-searches/7';

type Options = NonNullable<Parameters<typeof openScreen>[2]>;

interface Opened extends Pick<Options, 'offers' | 'prepare'> {
  query?: string;
  change?: Partial<Account>;
}

const open = (
  searches: SavedSearch[],
  { query = '?active=Filters', change, prepare, ...rest }: Opened = {},
) =>
  openScreen(routes, `/admin/user/7${query}`, {
    ...rest,
    accounts: [account(7, { firstName: 'Cleo', lastName: 'Client', ...change })],
    prepare: (server) => {
      server.searches.push(...searches);
      prepare?.(server);
    },
  });

const three = () => [
  savedSearch(1, { description: 'Who reads most' }),
  savedSearch(2, { isDefault: true, indices: ['Engagement', 'Webinar'] }),
  savedSearch(3, { updatedOn: '2026-03-04T09:00:00.000Z' }),
];

beforeEach(() => signIn());
afterEach(closeScreens);

const button = (name: string) => screen.getByRole('button', { name });
const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const names = () =>
  screen.getAllByRole('link', { name: /^Search \d+$/ }).map(({ textContent }) => textContent);
const question = (name: string) => screen.findByRole('alertdialog', { name });
const answer = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, text: string) =>
  user.click(within(await question(name)).getByRole('button', { name: text }));

const setQuestion = 'Are you sure you want to set this search as the default search?';
const removeQuestion =
  'Are you sure you want to remove the default search? Results will revert to the base filters.';
const deleteQuestion = 'Are you sure you want to permanently delete the saved search for Cleo Client?';

it.each(['?active=1', '?active=Filters', '?active=filters'])('is the tab of %s', async (query) => {
  await open(three(), { query });
  await row('Search 1');
  expect(screen.getByRole('tab', { name: 'Saved Searches' })).toHaveAttribute('aria-selected', 'true');
});

describe('the list', () => {
  it('shows the searches with links to the editor', async () => {
    await open(three());
    const second = within(await row('Search 2'));
    expect(second.getByRole('link')).toHaveAttribute('href', '/admin/savedsearch/7/s2');
    expect(second.getByText('Default')).toBeVisible();
    expect(second.getByText('Engagement, Webinar')).toBeVisible();
    expect(second.getByText('Jan 5, 2026')).toHaveAttribute('title', 'By Person 7');
    expect(second.getByText('Feb 3, 2026')).toBeVisible();
    const first = within(await row('Search 1'));
    expect(first.getByText('Who reads most')).toBeVisible();
    expect(first.getByText('All')).toBeVisible();
    expect(screen.getByText(/^NOTE: You are currently in Cleo Client Account\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'New Search' })).toHaveAttribute('href', '/admin/savedsearch/7');
  });

  it('is plain text without the editor', async () => {
    await open(three(), { offers: () => false });
    expect(within(await row('Search 2')).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: 'New Search' })).toBeNull();
  });

  it('is sorted and paged in the URL, which is left with the tab', async () => {
    const many = Array.from({ length: 12 }, (_, index) => savedSearch(index + 10));
    const { user, router, server } = await open(many);
    await row('Search 10');
    await user.click(button('Name'));
    await row('Search 21');
    expect(names()[0]).toBe('Search 21');
    await user.click(button('Next page'));
    await row('Search 10');
    expect(names()).toEqual(['Search 11', 'Search 10']);
    expect(router.state.location.search).toBe('?active=Filters&sort=name&order=desc&page=2');
    expect(Object.fromEntries(server.callsOf(list).at(-1)?.query ?? [])).toEqual({
      sortBy: 'name',
      sortDir: 'desc',
      page: '2',
      pageSize: '10',
    });
    await user.click(screen.getByRole('tab', { name: 'Default Export Columns' }));
    expect(router.state.location.search).toBe('?active=Columns');
  });

  it('says that there are none', async () => {
    await open([]);
    expect(await screen.findByText('No saved search data exists.')).toBeVisible();
  });

  it('says why it cannot be loaded, and tries again', async () => {
    const { user, server } = await open(three(), {
      prepare: ({ failures }) => failures.set(list, { status: 500, message: 'Service unavailable.' }),
    });
    expect(await screen.findByText('There was an error fetching saved searches.')).toBeVisible();
    expect(screen.getByText('Service unavailable.')).toBeVisible();
    server.failures.clear();
    await user.click(button('Try again'));
    expect(await row('Search 1')).toBeVisible();
  });

  it('shows a refusal without a retry', async () => {
    await open([], {
      prepare: ({ failures }) => failures.set(list, { status: 403, code: 'forbidden', message: 'No.' }),
    });
    expect(await screen.findByText('You do not have access to these saved searches')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is read-only for an account of the same role', async () => {
    await open(three(), { change: { role: 'Admin', companies: [] } });
    const first = within(await row('Search 1'));
    expect(first.queryByRole('link')).toBeNull();
    expect(first.queryByRole('button')).toBeNull();
    expect(screen.getByText('You can see this account, but not change it.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New Search' })).toBeNull();
  });
});

describe('the default search', () => {
  it('is set after a question, and dashboards and filter panels get the change', async () => {
    const { user, server, queryClient } = await open(three());
    queryClient.setQueryData(defaultFiltersKey('7'), { filters: [], indices: [] });
    queryClient.setQueryData(savedSearchesQuery('7').queryKey, []);
    await row('Search 1');
    await user.click(button('Set as default: Search 1'));
    await answer(user, setQuestion, 'Cancel');
    await user.click(button('Set as default: Search 1'));
    await answer(user, setQuestion, 'Set as default');
    expect(await screen.findByText('This search has been set as the default search.')).toBeVisible();
    expect(server.callsOf('POST /api/saved-searches/set-default/7/s1')).toHaveLength(1);
    await waitFor(async () => expect(within(await row('Search 1')).getByText('Default')).toBeVisible());
    expect(screen.getAllByText('Default', { selector: 'td *' })).toHaveLength(1);
    expect(queryClient.getQueryData(defaultFiltersKey('7'))).toBeUndefined();
    expect(queryClient.getQueryState(savedSearchesQuery('7').queryKey)?.isInvalidated).toBe(true);
  });

  it('is removed after a question', async () => {
    const { user, server } = await open(three());
    await row('Search 2');
    await user.click(button('Remove default: Search 2'));
    await answer(user, removeQuestion, 'Remove default');
    expect(await screen.findByText('The default search has been removed.')).toBeVisible();
    expect(server.callsOf('POST /api/saved-searches/remove-default/7/s2')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Set as default: Search 2' })).toBeVisible();
  });

  it('stays if it cannot be changed', async () => {
    const { user, server } = await open(three());
    await row('Search 1');
    server.failures.set('POST /api/saved-searches/set-default/7/s1', {
      status: 500,
      message: 'Out of order',
    });
    await user.click(button('Set as default: Search 1'));
    await answer(user, setQuestion, 'Set as default');
    expect(await screen.findByText('There was an error setting the default search.')).toBeVisible();
  });

  it('cannot be deleted', async () => {
    const { user } = await open(three());
    await row('Search 2');
    await user.click(button('Delete Search 2'));
    expect(await screen.findByText('The default saved search cannot be deleted.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('deleting', () => {
  it('asks first', async () => {
    const { user, server } = await open(three());
    await row('Search 1');
    await user.click(button('Delete Search 1'));
    await answer(user, deleteQuestion, 'Cancel');
    await user.click(button('Delete Search 1'));
    await answer(user, deleteQuestion, 'Delete');
    expect(await screen.findByText('The search has been deleted.')).toBeVisible();
    expect(server.callsOf('DELETE /api/saved-searches/7/s1')).toHaveLength(1);
    await waitFor(() => expect(names()).toEqual(['Search 2', 'Search 3']));
  });

  it('does not name the owner of the own searches', async () => {
    signIn({ id: '7', role: 'Client' });
    const { user } = await open(three());
    await row('Search 1');
    await user.click(button('Delete Search 1'));
    await answer(user, 'Are you sure you want to permanently delete the saved search?', 'Cancel');
    expect(names()).toContain('Search 1');
  });

  it.each([
    [500, 'Out of order', 'There was an error deleting the search.'],
    [409, 'The default saved search cannot be deleted.', 'The default saved search cannot be deleted.'],
  ])('after the status %i says why not', async (status, message, text) => {
    const { user, server } = await open(three());
    await row('Search 1');
    server.failures.set('DELETE /api/saved-searches/7/s1', { status, message });
    await user.click(button('Delete Search 1'));
    await answer(user, deleteQuestion, 'Delete');
    expect(await screen.findByText(text)).toBeVisible();
    expect(names()).toContain('Search 1');
  });
});
