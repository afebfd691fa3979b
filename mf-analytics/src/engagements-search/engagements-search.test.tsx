import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import { listSearch } from '@readerlens/ui/parts';
import { row, rows } from '../testing/engagements.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import {
  box,
  button,
  closeSearch,
  openSearch,
  ready,
  searchPath,
  startSearchServer,
} from '../testing/open-search.tsx';
import { acme, signIn } from '../testing/session.ts';

beforeEach(() => signIn({ companies: [acme] }));
afterEach(closeSearch);

const searches = (fake: FakeApi) => fake.calls.filter(({ path }) => path === searchPath);
const lastBody = (fake: FakeApi) => searches(fake).at(-1)?.body;
const head = (name: string) => within(screen.getByRole('columnheader', { name })).getByRole('button');
const searchBox = () => screen.getByRole('searchbox', { name: 'Search reader, organization or document' });

describe('the list', () => {
  it('shows the first 50 activities, newest first, with their columns', async () => {
    const fake = await startSearchServer(rows(120));
    openSearch();
    expect(screen.getByRole('heading', { level: 1, name: 'Engagements Search' })).toBeVisible();
    await ready();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Select all on this page',
      'Date',
      'Type',
      'Quality',
      'Reader Name',
      'Reader Company',
      'Community',
      'Document',
      'Sequence',
      'Specifics',
      'Details',
    ]);
    expect(screen.getAllByRole('cell', { name: '03/04/2026' })).toHaveLength(50);
    expect(lastBody(fake)).toMatchObject({ page: 1, size: 50, sort: { field: 'date', order: 'desc' } });
    expect(lastBody(fake)).not.toHaveProperty('query');
    const totals = (await screen.findByText('unique readers')).closest('[aria-live]');
    expect(totals).toHaveTextContent('120 activities · 7 unique readers · 3 documents');
    const link = screen.getByRole('link', { name: /^Guide 1 ?opens in a new tab$/ });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('sorts and pages on the server, and keeps both in the URL', async () => {
    const fake = await startSearchServer(rows(120));
    const { router, user } = openSearch();
    await ready();
    await user.click(head('Reader Company'));
    await waitFor(() => expect(lastBody(fake)).toMatchObject({ sort: { field: 'company', order: 'asc' } }));
    await ready();
    await user.click(button('Next page'));
    await ready('Select Reader 51, Guide 51');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100');
    await ready('Select Reader 100, Guide 100');
    expect(router.state.location.search).toBe('?f=Clients:c1&sort=company&order=asc&size=100');
    expect(lastBody(fake)).toMatchObject({ page: 1, size: 100 });
  });

  it("keeps the focus on 'Last page' after going there", async () => {
    await startSearchServer(rows(60));
    const { user } = openSearch();
    await ready();
    await user.click(button('Last page'));
    await ready('Select Reader 51, Guide 51');
    expect(button('Last page')).toHaveFocus();
    expect(button('Last page')).toHaveAttribute('aria-disabled', 'true');
  });

  it('passes the list it was opened from to the page of an activity', async () => {
    await startSearchServer(rows(3));
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&sort=company&order=asc' });
    await ready();
    await user.click(button('Details of Reader 1, Guide 1'));
    await user.click(await screen.findByRole('link', { name: 'Open activity' }));
    const { pathname, state } = router.state.location;
    expect(pathname).toMatch(/^\/individual-activity\/search\//);
    expect(listSearch(state)).toBe('?f=Clients:c1&sort=company&order=asc');
  });

  it('goes to the last page if the requested page does not exist', async () => {
    await startSearchServer(rows(60));
    const { router } = openSearch({ address: '/analytics/search?f=Clients:c1&page=9' });
    await ready('Select Reader 51, Guide 51');
    expect(router.state.location.search).toContain('page=2');
  });

  it('keeps the selection across pages and sort orders, and clears it with other filters', async () => {
    await startSearchServer(rows(60));
    const { user } = openSearch({ address: '/analytics/search?f=Clients:c1&documents=12' });
    await user.click(await ready());
    await user.click(button('Next page'));
    await user.click(await ready('Select Reader 51, Guide 51'));
    expect(screen.getByText('2 selected, 1 not shown')).toBeVisible();
    await user.click(button('Previous page'));
    expect(await ready()).toBeChecked();
    await user.click(head('Date'));
    expect(screen.getByText(/2 selected/)).toBeVisible();
    await user.click(button('Show all documents'));
    await waitFor(() => expect(screen.queryByText(/selected/)).not.toBeInTheDocument());
  });

  it('names selected activities that are not in view, and shows them', async () => {
    const fake = await startSearchServer(rows(60));
    const { user } = openSearch();
    await user.click(await ready());
    fake.answers[searchPath] = { data: { items: [row(7)], total: 1, page: 1, pageSize: 50 } };
    await user.type(searchBox(), 'seven{Enter}');
    await user.click(await ready('Select Reader 7, Guide 7'));
    expect(screen.getByText('2 selected, 1 not shown')).toBeVisible();
    await user.click(button('Show selected'));
    expect(box('Select Reader 1, Guide 1')).toBeChecked();
    expect(screen.queryByRole('navigation', { name: 'Pages of activities' })).not.toBeInTheDocument();
    await user.click(box('Select Reader 1, Guide 1'));
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.click(button('Back to results'));
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('clears the selection on request, and keeps the focus in the list', async () => {
    await startSearchServer(rows(3));
    const { user } = openSearch();
    await user.click(await ready());
    await user.click(button('Clear selection'));
    expect(box('Select Reader 1, Guide 1')).not.toBeChecked();
    expect(box('Select all on this page')).toHaveFocus();
  });

  it('narrows to the documents of a link, and shows all documents on request', async () => {
    const fake = await startSearchServer(rows(3));
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&documents=12' });
    await ready();
    expect(lastBody(fake)).toMatchObject({ documentIds: ['12'] });
    expect(screen.getByText('Document: Guide 1')).toBeVisible();
    const stats = () => fake.calls.findLast(({ path }) => path.endsWith('/stats'))?.body;
    await waitFor(() => expect(stats()).toMatchObject({ documentIds: ['12'] }));
    await user.click(button('Show all documents'));
    await waitFor(() => expect(lastBody(fake)).not.toHaveProperty('documentIds'));
    expect(router.state.location.search).toBe('?f=Clients:c1');
  });

  it('narrows to the reader and the organization of a link, and widens to all on request', async () => {
    const fake = await startSearchServer(rows(3));
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&reader=5&org=8' });
    await ready();
    expect(lastBody(fake)).toMatchObject({ readerId: '5', orgId: '8' });
    const stats = () => fake.calls.findLast(({ path }) => path.endsWith('/stats'))?.body;
    await waitFor(() => expect(stats()).toMatchObject({ readerId: '5', orgId: '8' }));
    await user.click(button('Show all readers'));
    await waitFor(() => expect(lastBody(fake)).not.toHaveProperty('readerId'));
    await user.click(button('Show all organizations'));
    await waitFor(() => expect(lastBody(fake)).not.toHaveProperty('orgId'));
    expect(router.state.location.search).toBe('?f=Clients:c1');
  });

  it('describes the applied filters', async () => {
    await startSearchServer(rows(1));
    openSearch({
      address: '/analytics/search?f=types:Webinar;Clients:c1;DateRange:2026-01-01,2026-02-28;Quality:1',
    });
    await ready();
    expect(screen.getByText(/Jan 1 – Feb 28, 2026/)).toBeVisible();
    expect(screen.getByText('Acme')).toBeVisible();
    const words = within(screen.getByRole('list', { name: 'Applied filters' })).getAllByRole('listitem');
    expect(words.map(({ textContent }) => textContent)).toEqual([
      'Clients: Acme',
      expect.stringMatching(/^Dates: Jan 1\s–\sFeb 28, 2026$/),
      'Activity Type: Webinar',
      'Quality: 1',
    ]);
  });
});

describe('permissions', () => {
  it('requires a client from client users', async () => {
    const fake = await startSearchServer(rows(1));
    const { user } = openSearch({ address: '/analytics/search?f=Quality:1' });
    const panel = await screen.findByRole('complementary', { name: 'Dashboard Filters' });
    expect(panel).toBeVisible();
    expect(searches(fake)).toEqual([]);
    expect(screen.getByText('Choose a client')).toBeInTheDocument();
    const own = await screen.findByRole('list', { name: 'Your clients' });
    await user.click(within(own).getByRole('button', { name: 'Acme' }));
    await ready();
    expect(lastBody(fake)?.filters.map(({ field }) => field)).toEqual(['Clients', 'DateRange', 'Quality']);
  });

  it('shows activities of all clients to staff', async () => {
    signIn({ role: 'Internal' });
    const fake = await startSearchServer(rows(1));
    openSearch({ address: '/analytics/search' });
    await ready();
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(lastBody(fake)?.filters.map(({ field }) => field)).toEqual(['DateRange']);
    expect(fake.paths()).not.toContain('client-dashboard/stats');
  });

  it('reports denied access without a retry', async () => {
    const fake = await startSearchServer([]);
    fake.answers[searchPath] = { status: 403, message: 'Not yours.' };
    openSearch();
    expect(await screen.findByText('You do not have access to these engagements')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('the search box', () => {
  it('searches all activities on the server shortly after typing, with the figures', async () => {
    const fake = await startSearchServer(rows(3));
    const { user, router } = openSearch();
    await ready();
    await user.type(searchBox(), 'byr');
    expect(searches(fake)).toHaveLength(1);
    await waitFor(() => expect(lastBody(fake)).toMatchObject({ query: 'byr', page: 1 }));
    expect(searches(fake)).toHaveLength(2);
    const stats = () => fake.calls.findLast(({ path }) => path.endsWith('/stats'))?.body;
    await waitFor(() => expect(stats()).toMatchObject({ query: 'byr' }));
    expect(router.state.location.search).toBe('?f=Clients:c1&query=byr');
    expect(searchBox()).toHaveValue('byr');
    await user.click(button('Clear search'));
    await waitFor(() => expect(router.state.location.search).toBe('?f=Clients:c1'));
    expect(searchBox()).toHaveValue('');
    expect(searchBox()).toHaveFocus();
  });

  it('searches at once when it is left, so that a download has the text', async () => {
    const fake = await startSearchServer(rows(3));
    fake.answers['/api/analytics/export'] = { file: 'activities.xlsx' };
    const { user } = openSearch();
    await ready();
    await user.type(searchBox(), 'byr');
    await user.click(button('Download'));
    await waitFor(() => expect(lastBody(fake)).toMatchObject({ query: 'byr' }));
    await screen.findByText('All 3 results');
    await user.click(await screen.findByRole('menuitem', { name: 'Individual Activities (csv)' }));
    const exported = () => fake.calls.find(({ path }) => path === '/api/analytics/export')?.body;
    await waitFor(() => expect(exported()).toMatchObject({ query: 'byr' }));
  });

  it('follows Back', async () => {
    await startSearchServer(rows(3));
    const { router } = openSearch({ address: '/analytics/search?f=Clients:c1&query=one' });
    await ready();
    await act(() => router.navigate('/analytics/search?f=Clients:c1&query=two'));
    expect(searchBox()).toHaveValue('two');
    await act(() => router.navigate(-1));
    expect(searchBox()).toHaveValue('one');
  });

  it('reports when nothing matches, and offers to clear the search', async () => {
    const fake = await startSearchServer([]);
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&query=nothing' });
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(searchBox()).toHaveValue('nothing');
    fake.answers[searchPath] = {
      data: { items: rows(1), total: 1, page: 1, pageSize: 50 },
    };
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await ready();
    expect(router.state.location.search).toBe('?f=Clients:c1');
    expect(searchBox()).toHaveFocus();
  });

  it('shows the latest search even if an earlier response arrives later', async () => {
    const fake = await startSearchServer(rows(1));
    const { user } = openSearch();
    await ready();
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    const found = (number: number) => ({ items: [row(number)], total: 1, page: 1, pageSize: 50 });
    fake.answers[searchPath] = { data: found(7), after };
    await user.type(searchBox(), 'slow{Enter}');
    await waitFor(() => expect(lastBody(fake)?.query).toBe('slow'));
    fake.answers[searchPath] = { data: found(8) };
    await user.clear(searchBox());
    await user.type(searchBox(), 'quick{Enter}');
    await ready('Select Reader 8, Guide 8');
    await waitFor(() => expect(searches(fake).at(-2)?.aborted).toBe(true));
    release();
    expect(box('Select Reader 8, Guide 8')).toBeInTheDocument();
    expect(screen.queryByText('Guide 7')).not.toBeInTheDocument();
  });
});

it('offers a retry after an error', async () => {
  const fake = await startSearchServer(rows(1));
  const answer = fake.answers[searchPath] ?? {};
  fake.answers[searchPath] = { status: 500, message: 'Please try later.' };
  const { user } = openSearch();
  expect(await screen.findByText('Please try later.')).toBeVisible();
  fake.answers[searchPath] = answer;
  await user.click(button('Try again'));
  await ready();
});
