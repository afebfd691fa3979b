import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { row } from '../testing/engagements.ts';
import { fakeForScreens } from '../testing/fake-screens.ts';
import { href } from '../testing/links.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { ada, oneReader } from '../testing/reader.ts';
import { acme, signIn } from '../testing/session.ts';
import { ReaderDashboardScreen } from './reader-dashboard.screen.tsx';

const fake = fakeForScreens(oneReader);

const days = 'f=Clients:c1;DateRange:2026-01-10,2026-02-28';
const open = (reader = '/5', query = days) =>
  openScreen(ReaderDashboardScreen, {
    address: `/analytics/reader-dashboard${reader}?${query}`,
    path: '/analytics/reader-dashboard/:emailOrId?',
    offers: (path) => path.startsWith('/analytics/'),
  });
const profile = () => screen.findByRole('region', { name: 'Reader profile' });
const region = (name: string) => screen.findByRole('region', { name });
/** Paths of the readers that were looked up. */
const pathsAsked = () =>
  fake.calls
    .filter(({ path }) => path === '/api/user-proxy')
    .map(({ query }) => query.get('path'))
    .filter((path) => path?.startsWith('user/'));

it('shows the profile of a reader', async () => {
  signIn({ companies: [acme] });
  open('/ada___berg@lab___example');
  expect(screen.getByRole('heading', { level: 1, name: 'Reader Dashboard' })).toBeVisible();
  const card = await profile();
  expect(within(card).getByRole('heading', { level: 2, name: 'Ada Berg' })).toBeVisible();
  expect(document.title).toMatch(/^Ada Berg\b/);
  expect(card).not.toHaveTextContent('most engagements');
  for (const text of ['Ada Berg', 'Chemist', 'Oslo, Norway', '+47 555 0101', '2025-05-06'])
    expect(within(card).getByText(text)).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Nordic Labs' })).toHaveAttribute('href', ada.companyUrl);
  expect(within(card).getByRole('link', { name: 'Profile' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/ada',
  );
  expect(within(card).getByText('ada.berg@lab.example')).toHaveAttribute(
    'href',
    'mailto:ada.berg@lab.example',
  );
  expect(pathsAsked()).toEqual(['user/ada.berg@lab.example?level=full']);
  await region('Recent Engagements');
  const dashboards = fake.calls.filter(({ path }) => path.startsWith('/api/reader-dashboard/'));
  expect(new Set(dashboards.map(({ body }) => (body as { readerId?: string }).readerId))).toEqual(
    new Set(['5']),
  );
});

it('leads from each figure to the activities that it counts', async () => {
  signIn({ companies: [acme] });
  open();
  const list = (filters: string) => `/analytics/search?f=Clients:c1;${filters}&reader=5`;
  const range = 'DateRange:2026-01-10,2026-02-28';
  expect(await href('Engagements: 30')).toBe(list(range));
  expect(await href('Documents: 12')).toBe(list(range));
  expect(await href('Article: 30 engagements')).toBe(list(`${range};DocumentTypes:Article`));
  expect(await href("Late, Jan '26: 6 engagements")).toBe(
    list('DateRange:2026-01-10,2026-01-31;BuyersJourneyStage:Late'),
  );
  expect(await href('View all: Recent Engagements')).toBe(list(range));
  expect(screen.queryByRole('link', { name: /^Middle, Jan '26/ })).not.toBeInTheDocument();
});

it('keeps the category of the pie in the URL', async () => {
  signIn({ companies: [acme] });
  const { user, router } = open();
  await screen.findByRole('link', { name: 'Article: 30 engagements' });
  await user.click(screen.getByRole('radio', { name: 'Community' }));
  expect(await href('Cell Therapy: 30 engagements')).toContain('Onlines:o1');
  expect(router.state.location.search).toContain('category=community');
});

it('shows more of the timeline on request', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const card = await region('Activity Timeline');
  expect(await within(card).findByRole('link', { name: 'Guide 3' })).toBeVisible();
  fake.answers['/api/reader-dashboard/timeline'] = { data: [row(4)], top: { next: null } };
  await user.click(within(card).getByRole('button', { name: 'Show more' }));
  expect(await within(card).findByRole('link', { name: 'Guide 4' })).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Guide 3' })).toBeVisible();
  expect(within(card).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(fake.calls.findLast(({ path }) => path.endsWith('/timeline'))?.body).toMatchObject({
    after: 'part-2',
    readerId: '5',
  });
});

it('compares with the previous period on request', async () => {
  signIn({ companies: [acme] });
  open('/5', `${days}&compare=previous`);
  expect(await screen.findByText('from 30 in the previous period', { exact: false })).toBeVisible();
});

describe('without a reader in the address', () => {
  it('shows the most active one', async () => {
    fake.answers['/api/user-proxy'] = {
      data: { ...ada, clientConsent: false, clientConsentUpdatedDate: null },
    };
    signIn({ companies: [acme] });
    const { router } = open('');
    expect(screen.getByRole('heading', { level: 1, name: 'Most Active Reader' })).toBeVisible();
    expect(within(await profile()).getByText('No Consent')).toBeVisible();
    expect(await profile()).toHaveTextContent('Shown as the reader with the most engagements');
    expect(pathsAsked()).toEqual(['user/5?level=full']);
    expect(router.state.location.pathname).toBe('/analytics/reader-dashboard');
  });

  it('shows that nothing matches', async () => {
    fake.answers['/api/reader-dashboard/most-active-reader'] = { data: null };
    signIn({ companies: [acme] });
    open('');
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(pathsAsked()).toEqual([]);
  });
});

it('shows when the reader was first and last seen, and an error of that part alone', async () => {
  signIn({ companies: [acme] });
  const { router } = open();
  const card = await profile();
  expect(await within(card).findByText('06/07/2021')).toBeVisible();
  expect(within(card).getByText('02/04/2026')).toBeVisible();
  fake.answers['/api/reader-dashboard/seen'] = { status: 500, message: 'Busy.' };
  await act(() => router.navigate('/analytics/reader-dashboard/6?f=Clients:c1'));
  expect(await screen.findByText('The first and last activity could not be loaded. Busy.')).toBeVisible();
});

describe('the picker', () => {
  const picker = () => screen.getByRole('combobox', { name: 'Find a reader' });
  const found = { readerId: '8', userIdOrEmail: 'cleo@lab.example', name: 'Cleo Dahl', jobTitle: null };

  it('finds another reader by name, and opens the page by id with the same filters', async () => {
    fake.answers['/api/lookups/readers'] = { data: [{ ...found, company: 'Fjord Bio' }] };
    signIn({ companies: [acme] });
    const { user, router } = open('/5', `${days}&compare=previous`);
    await user.type(picker(), 'cleo');
    const option = await screen.findByRole('option', { name: /Cleo Dahl/ });
    expect(option).toHaveTextContent('Fjord Bio');
    await user.click(option);
    await waitFor(() => expect(pathsAsked()).toContain('user/8?level=full'));
    expect(router.state.location.pathname).toBe('/analytics/reader-dashboard/8');
    expect(router.state.location.search).toContain('compare=previous');
    expect(router.state.location.search).toContain('Clients:c1');
  });

  it('offers the most active within the filters before a name is typed', async () => {
    fake.answers['/api/most-active-readers'] = { data: [{ ...found, totalEngagements: 1234 }] };
    signIn({ companies: [acme] });
    const { user } = open();
    await user.click(picker());
    expect(await screen.findByRole('option', { name: /Cleo Dahl/ })).toHaveTextContent('1,234 engagements');
  });
});

it('calls a reader without a name what other pages do, and shows missing consent', async () => {
  const unnamed = {
    name: 'r-5521',
    firstName: null,
    lastName: null,
    clientConsent: false,
    clientConsentUpdatedDate: null,
  };
  fake.answers['/api/user-proxy'] = { data: { ...ada, ...unnamed } };
  signIn({ companies: [acme] });
  open();
  expect(within(await profile()).getByText('r-5521')).toBeVisible();
  expect(screen.getByText('NO CONSENT')).toBeVisible();
});

it('tells that there is no such reader', async () => {
  fake.answers['/api/user-proxy'] = { status: 404, message: 'There is no such reader.', code: 'not_found' };
  signIn({ companies: [acme] });
  open('/77');
  expect(await screen.findByText('There is no such reader.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('offers to try again after an error', async () => {
  fake.answers['/api/user-proxy'] = { status: 500, message: 'Busy.' };
  signIn({ companies: [acme] });
  const { user } = open();
  expect(await screen.findByText('Busy.')).toBeVisible();
  fake.answers['/api/user-proxy'] = { data: ada };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await profile()).toHaveTextContent('Ada Berg');
});

it('asks for a client first', async () => {
  signIn({ role: 'Internal' });
  open('/5', '');
  expect(await screen.findByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
  expect(fake.paths().filter((path) => path.startsWith('reader-dashboard/'))).toEqual([]);
});

describe('in Blinded Mode', () => {
  it('does not ask for a reader by email', async () => {
    signIn({ companies: [acme] });
    act(() => sessionStore.setState({ blinded: true }));
    open('/ada___berg@lab___example');
    expect(await screen.findByText('This reader cannot be shown in Blinded Mode')).toBeVisible();
    expect(pathsAsked()).toEqual([]);
    expect(fake.paths().filter((path) => path.startsWith('reader-dashboard/'))).toEqual([]);
    expect(document.body).not.toHaveTextContent('ada.berg');
  });

  it('leaves out email and LinkedIn, and reloads the rest', async () => {
    signIn({ companies: [acme] });
    open();
    await profile();
    fake.answers['/api/user-proxy'] = {
      data: {
        ...ada,
        name: 'Reader 4711',
        firstName: 'Reader',
        lastName: '4711',
        email: 'reader4711@example',
        linkedIn: null,
      },
    };
    act(() => sessionStore.setState({ blinded: true }));
    expect(await screen.findByText('Reader 4711')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Ada Berg')).not.toBeInTheDocument());
    expect(screen.queryByText('Email')).not.toBeInTheDocument();
    expect(screen.queryByText('LinkedIn')).not.toBeInTheDocument();
    expect(document.title).toMatch(/^Reader 4711\b/);
  });
});
