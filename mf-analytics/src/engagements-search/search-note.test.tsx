import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PerformanceOverviewScreen } from '../performance-overview/performance-overview.screen.tsx';
import { smallClient } from '../testing/answers.ts';
import { rows } from '../testing/engagements.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { openScreen } from '../testing/open-screen.tsx';
import {
  button,
  closeSearch,
  openSearch,
  ready,
  searchPath,
  startSearchServer,
} from '../testing/open-search.tsx';
import { acme, signIn } from '../testing/session.ts';

let fake: FakeApi;
beforeEach(async () => {
  fake = await startSearchServer(rows(3));
  fake.answers['/api/common-lookup/newsletters'] = { data: [] };
  fake.answers['/api/user-proxy'] = { data: [] };
  signIn({ companies: [acme] });
});
afterEach(async () => {
  act(() => sessionStore.setState({ blinded: false }));
  await closeSearch();
});

const note = () => screen.findByText(/left out|Not applied|could not be read/);
const openAt = (filters: string) => openSearch({ address: `/analytics/search?f=${filters}` });
const listSentFields = (path: string) =>
  fake.calls.filter((call) => call.path === path).map(({ body }) => body.filters.map(({ field }) => field));
const unread = 'Part of this link could not be read and was left out';
const startInstead = 'Your default search is shown instead.';

describe('a link with fields the user may not search by', () => {
  it('is applied without them, and the header reports it', async () => {
    openAt('Clients:c1;Revenue.GreaterThan:5');
    await ready();
    expect(await note()).toHaveTextContent(/^Filters you do not have access to were left out: Revenue\.$/);
    expect(screen.getByRole('list', { name: 'Applied filters' })).not.toHaveTextContent('Revenue');
    expect(button('Filters')).toHaveTextContent(/^Filters$/);
    expect(listSentFields(searchPath)).toEqual([['Clients', 'DateRange']]);
  });

  it('is applied in full for users who may', async () => {
    signIn({ companies: [acme], searchFields: ['Revenue'] });
    openAt('Clients:c1;Revenue.GreaterThan:5');
    await ready();
    expect(screen.getByText('Revenue > 5')).toBeVisible();
    expect(screen.queryByText(/left out/)).not.toBeInTheDocument();
  });
});

describe('a link that cannot be read', () => {
  it.each([
    ['Clients:c1;DateRange:2026-06-01,2026-01-01', `${unread}: Date Range.`],
    ['Clients:c1;Nope:1;types:Dance', `${unread}: Nope, Activity Type.`],
    ['Clients:c1;nonsense', `${unread}.`],
    ['Nope:1', `This link could not be read: Nope. ${startInstead}`],
    ['%25%25%25', `This link could not be read. ${startInstead}`],
    ['DateRange:2026-13-01,x', `This link could not be read: Date Range. ${startInstead}`],
  ])('%s is reported', async (filters, text) => {
    openAt(filters);
    await ready();
    expect((await note()).textContent).toBe(text);
  });

  it('shows the last search, keeps reporting it, and stops once dismissed', async () => {
    signInAs(testUser({ role: 'Client', companies: [acme] }));
    const { router, user } = openAt('Clients:c1;Quality:1');
    await ready();
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    await user.click(await screen.findByRole('button', { name: /^See results/ }));
    await act(() => router.navigate('/analytics/search?f=Nope:1'));
    expect(await note()).toHaveTextContent(/Nope\. Your last search is shown instead\.$/);
    expect(screen.getByText('Quality: 1')).toBeVisible();
    expect(router.state.location.search).toBe('?f=Nope:1');
    await user.click(button('Dismiss'));
    expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument();
  });

  it('is reported on the dashboard as well', async () => {
    Object.assign(fake.answers, smallClient);
    openScreen(PerformanceOverviewScreen, { address: '/?f=Clients:c1;Nope:1', path: '/' });
    expect((await note()).textContent).toBe(`${unread}: Nope.`);
  });

  it('is not reported for a trailing semicolon', async () => {
    openAt('Clients:c1;');
    await ready();
    expect(screen.queryByText(/left out/)).not.toBeInTheDocument();
  });
});

it('shows the ids of clients without a known name', async () => {
  signIn({ role: 'Internal' });
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c1', name: 'Acme' }] };
  openAt('Clients:c1,c404');
  expect(await screen.findByText('Unknown client: c404')).toBeVisible();
  expect(screen.getByText('Acme')).toBeVisible();
});

describe('Blinded Mode', () => {
  const link = 'Clients:c1;Email.Contains:rosalyn';
  const blind = (blinded: boolean) => act(() => sessionStore.setState({ blinded }));

  it('leaves out what it rejects, reports it, and restores it afterwards', async () => {
    const { router } = openAt(link);
    await ready();
    expect(screen.getByText('Email contains rosalyn')).toBeVisible();
    fake.calls.length = 0;
    blind(true);
    expect((await note()).textContent).toBe('Not applied in Blinded Mode: Email.');
    expect(screen.queryByText(/^Email/)).not.toBeInTheDocument();
    await ready();
    expect(listSentFields(searchPath)).toEqual([['Clients', 'DateRange']]);
    expect(listSentFields('/api/client-dashboard/stats')).toEqual([['Clients', 'DateRange']]);
    blind(false);
    expect(await screen.findByText('Email contains rosalyn')).toBeVisible();
    expect(screen.queryByText(/Not applied/)).not.toBeInTheDocument();
    expect(router.state.location.search).toBe(`?f=${link}`);
  });

  it('excludes it from exports and match counts', async () => {
    blind(true);
    const { user } = openAt(link);
    await ready();
    fake.calls.length = 0;
    await user.click(button('Download'));
    await user.click(await screen.findByRole('menuitem', { name: 'Individual Activities (csv)' }));
    await waitFor(() => expect(listSentFields('/api/analytics/export')).toEqual([['Clients', 'DateRange']]));
    await user.click(button('Filters'));
    const panel = await screen.findByRole('complementary', { name: 'Dashboard Filters' });
    await waitFor(() => expect(within(panel).getByText('3 matches')).toBeVisible());
    expect(listSentFields(searchPath)).toEqual([['Clients', 'DateRange']]);
  });

  it('links from the dashboard to a search without it', async () => {
    Object.assign(fake.answers, smallClient);
    blind(true);
    openScreen(PerformanceOverviewScreen, {
      address: `/?f=${link};DateRange:2026-01-10,2026-02-28`,
      path: '/',
    });
    const drill = await screen.findByRole('link', { name: 'EMEA: 900 engagements' });
    expect(drill).toHaveAttribute(
      'href',
      '/analytics/search?f=Clients:c1;DateRange:2026-01-10,2026-02-28;Region:EMEA',
    );
    expect((await note()).textContent).toBe('Not applied in Blinded Mode: Email.');
  });
});

it('Back from the first applied search shows the previous one', async () => {
  signInAs(testUser());
  const cobalt = { data: [{ id: 'c9', name: 'Cobalt' }] };
  fake.answers['/api/cms/companies/by-name-or-id-starting-with'] = cobalt;
  fake.answers['/api/cms/companies/by-ids'] = cobalt;
  const { router, user } = openSearch({ address: '/analytics/search' });
  await ready();
  await user.click(button('Filters'));
  const panel = await screen.findByRole('complementary', { name: 'Dashboard Filters' });
  await user.type(within(panel).getByRole('combobox', { name: /^Clients/ }), 'Cob');
  await user.click(await screen.findByRole('option', { name: 'Cobalt' }));
  await user.click(within(panel).getByRole('button', { name: 'See results' }));
  expect(await screen.findByText('Cobalt')).toBeVisible();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByText('Cobalt')).not.toBeInTheDocument());
  expect(router.state.location.search).toMatch(/^\?f=DateRange:[-\d,]+$/);
  await act(() => router.navigate(1));
  expect(await screen.findByText('Cobalt')).toBeVisible();
  await act(() => router.navigate('/analytics/search'));
  await waitFor(() => expect(router.state.location.search).toContain('Clients:c9'));
});
