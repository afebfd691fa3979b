import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { smallClient } from '../testing/answers.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { closeScreens, openScreen } from '../testing/open-screen.tsx';
import { acme, signIn } from '../testing/session.ts';
import { PerformanceOverviewScreen } from './performance-overview.screen.tsx';

let fake: FakeApi;

beforeEach(async () => {
  localStorage.clear();
  fake = await startFakeApi();
  Object.assign(fake.answers, smallClient);
});

afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const borealis = { id: 'c2', name: 'Borealis', onlines: [] };

const open = (address = '/') => openScreen(PerformanceOverviewScreen, { address, path: '/' }).router;

const chart = (title: string) => screen.getByRole('region', { name: title });
const choose = async (group: string, option: string) =>
  userEvent.click(
    within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: option }),
  );

it('initially shows a client user the engagements of all their companies', async () => {
  signIn({ companies: [acme, borealis] });
  open();
  expect(await screen.findByText('1,250')).toBeInTheDocument();
  expect(screen.getByText('Acme, Borealis')).toBeVisible();
  const titles = [
    'What Changed',
    'Engagements Over Time',
    'Engagements By Document Type',
    'Engagements By Source',
    "Engagements By Buyer's Journey",
    "Content By Buyer's Journey",
    'Engagements By Community',
    'Engagements By Region',
    'Content Origin',
  ];
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(titles);
  await screen.findByRole('figure', { name: 'Engagements Over Time' });
  for (const { body } of fake.calls.filter(({ path }) => path.startsWith('/api/client-dashboard/'))) {
    const clients = body.filters.find(({ field }) => field === 'Clients');
    expect(clients?.value).toEqual(['c1', 'c2']);
  }
  expect(new Set(fake.paths()).size).toBe(fake.calls.length);
});

it('requests each figure once, with the default filters', async () => {
  const quality = { $type: 'Terms', field: 'Quality', op: 'Contains', value: [{ id: '3', name: '3' }] };
  let answer = () => {};
  fake.answers['GET /api/default-filters/u1'] = {
    data: { filters: [quality], indices: [] },
    after: new Promise<void>((resolve) => {
      answer = resolve;
    }),
  };
  signIn({ companies: [acme] });
  open();
  await screen.findByRole('region', { name: 'Content Origin' });
  expect(fake.paths().filter((path) => path.includes('dashboard/'))).toEqual([]);
  answer();
  await screen.findByRole('figure', { name: 'Engagements Over Time' });
  const figures = fake.calls.filter(({ path }) => path.includes('dashboard/'));
  expect(figures).toHaveLength(new Set(figures.map(({ path }) => path)).size);
  for (const { body } of figures)
    expect(body.filters.find(({ field }) => field === 'Quality')?.value).toEqual(['3']);
});

it('requests all entries of a pie, whose shares are parts of the whole, and describes the chart', async () => {
  signIn({ companies: [acme] });
  open();
  const figure = await screen.findByRole('figure', { name: 'Engagements By Region' });
  expect(figure).toHaveAccessibleDescription(
    'Engagements By Region: EMEA leads with 900 of 1,250 engagements (72%). Not shown: Unclassified 350 (28%).',
  );
  expect(fake.calls.find(({ path }) => path.endsWith('/Region'))?.body.size).toBe(200);
  expect(await within(chart('Content Origin')).findByText('No results found')).toBeVisible();
});

it('counts unique readers on request, and keeps the choice in the URL', async () => {
  signIn({ companies: [acme] });
  const router = open();
  await screen.findByRole('figure', { name: 'Engagements By Source' });
  expect(fake.paths()).not.toContain('client-dashboard/unique-by-source');
  await choose('Count by source', 'Unique');
  await waitFor(() =>
    expect(screen.getByRole('figure', { name: 'Engagements By Source' })).toHaveAccessibleDescription(
      'Engagements By Source: Organic leads with 290 unique readers, then Webinar (60).',
    ),
  );
  expect(router.state.location.search).toContain('sources=unique');
  expect(fake.paths()).not.toContain('client-dashboard/unique-by-month');
});

describe('time', () => {
  const requested = () =>
    fake.calls.filter(({ path }) => path.endsWith('/by-month')).map(({ body }) => body.bucket);
  const answer = (...keys: string[]) => {
    fake.answers['/api/client-dashboard/by-month'] = {
      data: keys.map((key) => ({ key, value: { primary: 3, secondary: 1 } })),
    };
  };
  const describeChart = async (text: string) =>
    waitFor(() =>
      expect(screen.getByRole('figure', { name: 'Engagements Over Time' })).toHaveAccessibleDescription(text),
    );
  const divide = () => screen.getByRole('radiogroup', { name: 'Divide time by' });

  it('is divided into days up to a month, and each leads to its activities', async () => {
    signIn({ companies: [acme] });
    answer('2026-03-01', '2026-03-02');
    open('/?f=Clients:c1;DateRange:2026-03-01,2026-03-02');
    await describeChart(
      'Engagements Over Time: 8 engagements from Mar 1, 2026 to Mar 2, 2026; highest Mar 1, 2026 with 4.',
    );
    expect(requested()).toEqual(['day']);
    const day = await screen.findByRole('link', { name: 'Mar 2, 2026: 4 engagements' });
    expect(decodeURIComponent(day.getAttribute('href') ?? '')).toContain('DateRange:2026-03-02,2026-03-02');
  });

  it('is divided into weeks up to a quarter, of which the dates cut the first and last', async () => {
    signIn({ companies: [acme] });
    answer('2026-02-23', '2026-03-02');
    open('/?f=Clients:c1;DateRange:2026-02-25,2026-04-03');
    await describeChart(
      'Engagements Over Time: 8 engagements from the week of Feb 23, 2026 to the week of Mar 2, 2026; highest the week of Feb 23, 2026 with 4. Partial: the week of Feb 23, 2026 from Feb 25.',
    );
    expect(requested()).toEqual(['week']);
    const week = await screen.findByRole('link', { name: 'Week of Feb 23, 2026: 4 engagements' });
    expect(decodeURIComponent(week.getAttribute('href') ?? '')).toContain('DateRange:2026-02-25,2026-03-01');
  });

  it('is divided by hand, in the URL, as far as there is room', async () => {
    signIn({ companies: [acme] });
    const router = open('/?f=Clients:c1;DateRange:2025-03-01,2026-02-28');
    await screen.findByRole('figure', { name: 'Engagements Over Time' });
    expect(requested()).toEqual([undefined]);
    expect(
      within(divide())
        .getAllByRole('radio')
        .map(({ parentElement }) => parentElement?.textContent),
    ).toEqual(['Weeks', 'Months']);
    answer('2026-02-16', '2026-02-23');
    await choose('Divide time by', 'Weeks');
    await describeChart(
      'Engagements Over Time: 8 engagements from the week of Feb 16, 2026 to the week of Feb 23, 2026; highest the week of Feb 16, 2026 with 4. Partial: the week of Feb 23, 2026 to Feb 28.',
    );
    expect(requested()).toEqual([undefined, 'week']);
    expect(router.state.location.search).toContain('bucket=week');
    await choose('Divide time by', 'Months');
    expect(router.state.location.search).not.toContain('bucket');
  });

  it('is divided automatically where a choice in the URL has no room', async () => {
    signIn({ companies: [acme] });
    open('/?f=Clients:c1;DateRange:2024-01-01,2026-02-28&bucket=day');
    await screen.findByRole('figure', { name: 'Engagements Over Time' });
    expect(requested()).toEqual([undefined]);
    expect(screen.queryByRole('radiogroup', { name: 'Divide time by' })).not.toBeInTheDocument();
  });
});

it('compares with the previous period on request', async () => {
  signIn({ companies: [acme] });
  open('/?f=Clients:c1;DateRange:2026-01-01,2026-02-28&compare=previous');
  expect(await screen.findAllByText('from 1,250 in the previous period', { exact: false })).toHaveLength(1);
  const ranges = () =>
    fake.calls
      .filter(({ path }) => path.endsWith('/by-month'))
      .map(({ body }) => body.filters.find(({ field }) => field === 'DateRange')?.value);
  await waitFor(() =>
    expect(ranges()).toEqual([
      { from: '2026-01-01', to: '2026-02-28' },
      { from: '2025-11-01', to: '2025-12-31' },
    ]),
  );
  expect(screen.getByText(/^Compared with Nov 1\s–\sDec 31, 2025$/)).toBeVisible();
  const figure = await screen.findByRole('figure', { name: 'Engagements Over Time' });
  await waitFor(() =>
    expect(figure).toHaveAccessibleDescription(/as many as the 1,250 in the period before/),
  );
  for (const [title, text] of [
    ['Engagements By Region', /In the period before, EMEA had 900\./],
    ["Content By Buyer's Journey", /In the period before, \w+ had [\d,]+\./],
    ['Engagements By Source', /In the period before, [\w ]+ had [\d,]+\./],
  ] as const)
    await waitFor(() =>
      expect(screen.getByRole('figure', { name: title })).toHaveAccessibleDescription(text),
    );
  await userEvent.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
  expect(screen.queryByText('in the previous period', { exact: false })).not.toBeInTheDocument();
});

it('says which organizations the engagements have changed by, each with its activities', async () => {
  signIn({ companies: [acme] });
  open('/?f=Clients:c1;DateRange:2026-01-01,2026-02-28');
  const card = await screen.findByRole('region', { name: 'What Changed' });
  expect(await within(card).findByText(/^1,250 engagements, 250 more than in/)).toHaveTextContent(
    /Nov 1\s–\sDec 31, 2025 \(\+25%\)\.$/,
  );
  const [gain, loss] = within(card).getAllByRole('listitem');
  expect(gain).toHaveTextContent('Acme Labs: 150 more, from 250 to 400 (50.0% of all gains)');
  expect(within(gain!).getByRole('link')).toHaveAttribute(
    'href',
    '/analytics/search?f=Clients:c1;DateRange:2026-01-01,2026-02-28&org=7',
  );
  // Its activities are those of the period before.
  expect(within(loss!).getByRole('link', { name: 'Borealis Bio: 50 engagements' })).toHaveAttribute(
    'href',
    '/analytics/search?f=Clients:c1;DateRange:2025-11-01,2025-12-31&org=8',
  );
});

it('applies the options of a link', async () => {
  signIn({ companies: [acme] });
  open('/?view=documents');
  expect(await screen.findByText('64')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Documents' })).toBeChecked();
});

it('shows the documents on request', async () => {
  signIn({ companies: [acme] });
  const router = open();
  await choose('View', 'Documents');
  const list = await screen.findByRole('list', { name: /^Most Popular Documents/ });
  expect(within(list).getByRole('link', { name: 'Field guide' })).toHaveAttribute(
    'href',
    'https://content.example/d1',
  );
  expect(screen.getByRole('figure', { name: /^Top Documents/ })).toHaveAccessibleDescription(
    /Early leads with 2 of 2 documents/,
  );
  expect(router.state.location.search).toContain('view=documents');
  const sent = fake.calls.find(({ path }) => path.endsWith('activities-with-docs-count'));
  expect(sent?.body).toMatchObject({ excludeInactiveDocs: true });
  expect(fake.calls.find(({ path }) => path.endsWith('top-documents'))?.body.size).toBe(25);
});

it('limits a failed call to its card, and retries on request', async () => {
  fake.answers['/api/client-dashboard/by-month'] = { status: 500, message: 'Please try later.' };
  signIn({ companies: [acme] });
  open();
  const failed = chart('Engagements Over Time');
  expect(await within(failed).findByRole('alert')).toHaveTextContent('Please try later.');
  expect(await screen.findByRole('figure', { name: 'Engagements By Source' })).toBeVisible();
  fake.answers['/api/client-dashboard/by-month'] = smallClient['/api/client-dashboard/by-month'] ?? {};
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure', { name: 'Engagements Over Time' })).toBeVisible();
});

it('limits failed totals to their cards', async () => {
  fake.answers['/api/client-dashboard/stats'] = { status: 503, message: 'Busy.' };
  signIn({ companies: [acme] });
  open();
  await waitFor(() => expect(screen.getAllByText('Busy.')).toHaveLength(3));
  expect(await screen.findByRole('figure', { name: 'Engagements By Region' })).toBeVisible();
});

it('aborts calls that are no longer needed', async () => {
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.answers['/api/client-dashboard/by-month'] = {
    ...smallClient['/api/client-dashboard/by-month'],
    after,
  };
  signIn({ companies: [acme] });
  open();
  await waitFor(() => expect(fake.paths()).toContain('client-dashboard/by-month'));
  expect(within(chart('Engagements Over Time')).getByRole('status', { name: 'Loading' })).toBeVisible();
  await choose('Count over time', 'Unique');
  const slow = () => fake.calls.find(({ path }) => path.endsWith('/by-month'));
  await waitFor(() => expect(slow()?.aborted).toBe(true));
  release();
});

it('requests nothing before a client is selected, and opens the filters', async () => {
  fake.answers['/api/common-lookup/onlines'] = { data: [] };
  fake.answers['/api/cms/companies/by-name-or-id-starting-with'] = { data: [{ id: 'c9', name: 'Cobalt' }] };
  signIn({ role: 'Internal' });
  const router = open();
  const panel = await screen.findByRole('complementary', { name: 'Dashboard Filters' });
  expect(screen.getByText('Choose a client')).toBeVisible();
  expect(screen.queryByText('No results found')).not.toBeInTheDocument();
  await userEvent.click(within(panel).getByRole('button', { name: 'See results' }));
  expect(panel).toBeInTheDocument();
  expect(fake.paths().filter((path) => path.includes('dashboard'))).toEqual([]);
  await userEvent.type(within(panel).getByRole('combobox', { name: /^Clients/ }), 'Cob');
  await userEvent.click(await screen.findByRole('option', { name: 'Cobalt' }));
  await userEvent.click(within(panel).getByRole('button', { name: 'See results' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
  expect(await screen.findByText('1,250')).toBeInTheDocument();
  expect(router.state.location.search).toContain('Clients:c9');
});

it('offers the recent clients of the user as one-click choices', async () => {
  localStorage.setItem('readerlens.recent-clients.u1', '["c9","gone"]');
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c9', name: 'Cobalt' }] };
  signIn({ role: 'Internal' });
  const router = open('/?f=RelativeDateRange:-90d');
  const recent = await screen.findByRole('list', { name: 'Recent clients' });
  expect(within(recent).getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(within(recent).getByRole('button', { name: 'Cobalt' }));
  expect(await screen.findByText('1,250')).toBeInTheDocument();
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  expect(router.state.location.search).toContain('Clients:c9');
  expect(localStorage.getItem('readerlens.recent-clients.u1')).toBe('["c9","gone"]');
});

it('keeps the panel closed for users with a client until they open it', async () => {
  fake.answers['/api/common-lookup/onlines'] = { data: [] };
  signIn({ companies: [acme] });
  open();
  await screen.findByText('1,250');
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
});

it('applies the filters of a link, and loads names from the server', async () => {
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c9', name: 'Cobalt' }] };
  signIn({ role: 'Internal' });
  open('/?f=Clients:c9;DateRange:2026-01-01,2026-02-28');
  expect(await screen.findByText('Cobalt')).toBeVisible();
  expect(screen.getByText(/Jan 1 – Feb 28, 2026/)).toBeVisible();
  await screen.findByText('1,250');
});

it('refetches in Blinded Mode and shows pseudonyms only', async () => {
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c9', name: 'Cobalt' }] };
  signIn({ role: 'Internal' });
  open('/?f=Clients:c9');
  expect(await screen.findByText('Cobalt')).toBeVisible();
  await screen.findByText('1,250');
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument());
  // The last call of the page: the charts request it when they are drawn.
  await waitFor(() => expect(fake.paths()).toContain('annotations/search'));
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c9', name: 'Client 7' }] };
  fake.calls.length = 0;
  act(() => sessionStore.setState({ blinded: true }));
  expect(await screen.findByText('Client 7')).toBeVisible();
  expect(screen.queryByText('Cobalt')).not.toBeInTheDocument();
  await waitFor(() => expect(fake.paths()).toContain('client-dashboard/stats'));
  expect(fake.calls.filter(({ headers }) => headers['x-readerlens-blinded'] !== 'true')).toEqual([]);
});

it('shows the date range when a link has none', async () => {
  signIn({ companies: [acme] });
  open('/?f=Clients:c1');
  expect(await screen.findByText('1,250')).toBeInTheDocument();
  expect(screen.getByText(/^\w{3} \d{1,2}, \d{4} – /)).toBeVisible();
});

describe('links to the search', () => {
  const link = '/?f=types:Engagement,Webinar;Clients:c1;DateRange:2026-01-10,2026-02-28';
  const href = async (name: string) => {
    const found = await screen.findByRole('link', { name });
    return decodeURIComponent(found.getAttribute('href') ?? '').replaceAll('+', ' ');
  };
  const list = (filters: string) => `/analytics/search?f=types:Engagement,Webinar;Clients:c1;${filters}`;
  const days = 'DateRange:2026-01-10,2026-02-28';

  it('lead from each figure to the search with its filter', async () => {
    signIn({ companies: [acme] });
    open(`${link}&bucket=month`);
    expect(await href('Engagements with your content: 1,250')).toBe(list(days));
    expect(await href('Unique users engaging: 310')).toBe(list(days));
    expect(await href('EMEA: 900 engagements')).toBe(list(`${days};Region:EMEA`));
    expect(await href('Late: 700 engagements')).toBe(list(`${days};BuyersJourneyStage:Late`));
    expect(await href('Late: 12 documents')).toBe(list(`${days};BuyersJourneyStage:Late`));
    expect(await href('Cell Therapy: 1,250 engagements')).toBe(list(`${days};Onlines:Cell Therapy`));
    expect(await href('Article: 800 engagements')).toBe(list(`${days};DocumentTypes:Article`));
    expect(await href('Organic: 1,000 engagements')).toBe(list(`${days};MediaSource:Non-newsletter`));
    expect(await href('Webinar: 250 engagements')).toBe(
      `/analytics/search?f=types:Webinar;Clients:c1;${days}`,
    );
    expect(await href('Jan 2026: 750 engagements')).toBe(list('DateRange:2026-01-10,2026-01-31'));
  });

  it('lead from documents to their activities', async () => {
    signIn({ companies: [acme] });
    open(`${link}&view=documents`);
    expect(await href('Field guide: 90 engagements')).toBe(`${list(days)}&documents=d1`);
    expect(await href('Early: 2 documents')).toBe(`${list(days)}&documents=d1,d2`);
    expect(await href('Unclassified: 250 engagements')).toContain('DocumentTypes:Unclassified');
  });
});
