import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { rankedReader } from '../../testing/ranked-reader.ts';
import { saveFiles } from '../../testing/saved-files.ts';
import { acme, signIn } from '../../testing/session.ts';
import { MostActiveReadersScreen } from './most-active-readers.screen.tsx';
import { ReadersList } from './readers-list.tsx';
import type { ReaderRow } from './readers.queries.ts';

const path = '/analytics/most-active-readers-dashboard';
const list = '/api/most-active-readers';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';
const answer = (...rows: ReaderRow[]) => ({
  data: rows,
  top: { total: rows.length, page: 1, pageSize: 10 },
});
const rising = rankedReader(1, {
  totalEngagements: 40,
  previousActivities: 20,
  previousRank: 4,
  isNew: false,
});

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [list]: answer(rising),
    [`${list}/over-time`]: {
      data: [{ readerId: 'r1', before: [4, 16], now: [10, 30] }],
      top: { bucket: 'week' },
    },
    [`${list}/export`]: { file: 'Most Active Readers Report.xlsx' },
    '/api/common-lookup/onlines': { data: [] },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '', Screen = MostActiveReadersScreen) =>
  openScreen(Screen, { address: `${path}${filters}${more}`, path, offers: () => true });
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
const lastBody = () => fake.calls.findLast((call) => call.path === list)?.body;

it('shows readers of a trend from the first page on, the largest change first, and downloads them', async () => {
  const saved = saveFiles();
  const { user, router } = open('&page=3');
  await findRow('Reader 1');
  expect(lastBody()).not.toHaveProperty('trend');
  await user.click(screen.getByRole('radio', { name: 'Rising' }));
  const order = {
    trend: { kind: 'rising', minimum: 5 },
    sort: { field: 'engagementsChange', order: 'desc' },
  };
  await waitFor(() => expect(lastBody()).toMatchObject({ ...order, page: 1, comparePrevious: true }));
  expect(router.state.location.search).toBe(`${filters}&trend=rising`);
  expect(await findRow('Reader 1')).toHaveTextContent('+20 from 20');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Reader Name',
    'Email',
    'Job Title',
    'Org',
    'Engagements',
    'Change',
    'Both Periods',
    'Documents',
    'Most Recent',
  ]);
  expect(await screen.findByRole('img', { name: 'Reader 1 by week: 10, 30; before: 4, 16' })).toBeVisible();
  expect(fake.calls.findLast((call) => call.path === `${list}/over-time`)?.body).toMatchObject({
    readerIds: ['r1'],
  });
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Most Active Readers Report (xlsx)' }));
  await waitFor(() => expect(saved).toEqual(['Most Active Readers Report.xlsx']));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject(order);
});

it('leads from a silent reader to the activities of the period before', async () => {
  fake.answers[list] = answer(
    rankedReader(9, {
      rank: null,
      totalEngagements: 0,
      totalDocuments: 0,
      previousActivities: 24,
      previousRank: 2,
      isNew: false,
    }),
  );
  open('&trend=silent');
  const row = await findRow('Reader 9');
  expect(row).toHaveTextContent('−24 from 24');
  const link = within(row).getByRole('link', { name: 'Reader 9: 24 engagements in the period before' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/analytics/search?f=Clients:c1;DateRange:2025-11-01,2025-12-31&reader=r9',
  );
  expect(within(row).queryByRole('link', { name: /: 0 / })).not.toBeInTheDocument();
});

it('compares readers that are sorted by the change', async () => {
  open('&sort=engagementsChange&order=asc');
  expect(await findRow('Reader 1')).toHaveTextContent('+20 from 20');
  expect(lastBody()).toMatchObject({ sort: { field: 'engagementsChange', order: 'asc' } });
  expect(lastBody()).not.toHaveProperty('trend');
  expect(screen.queryByRole('columnheader', { name: 'Both Periods' })).not.toBeInTheDocument();
  expect(fake.paths()).not.toContain('most-active-readers/over-time');
});

it('says what a preset without readers means, and offers all', async () => {
  fake.answers[list] = answer();
  const { user, router } = open('&trend=new&minimum=3');
  expect(await screen.findByText('No new readers')).toBeVisible();
  expect(screen.getByText(/^New means: /)).toHaveTextContent('Only readers with at least 3 engagements');
  fake.answers[list] = answer(rising);
  await user.click(screen.getByRole('button', { name: 'Show all readers' }));
  expect(await findRow('Reader 1')).toBeVisible();
  expect(router.state.location.search).not.toContain('trend');
});

it('explains that without dates there is nothing to compare with', async () => {
  const WithoutDates = () => (
    <ReadersList compared={{ ...useComparedSearch(), modelBefore: undefined, previousDates: undefined }} />
  );
  open('&trend=falling', WithoutDates);
  expect(await screen.findByText('No period to compare with')).toBeVisible();
  expect(fake.paths()).not.toContain('most-active-readers');
});

it('searches all readers of a preset on the server, and downloads what is found', async () => {
  const saved = saveFiles();
  const { user, router } = open('&trend=rising&page=2');
  await findRow('Reader 1');
  expect(lastBody()).not.toHaveProperty('text');
  await user.type(screen.getByRole('searchbox', { name: 'Search readers' }), ' Łukasz {Enter}');
  await waitFor(() =>
    expect(lastBody()).toMatchObject({ text: 'Łukasz', trend: { kind: 'rising' }, page: 1 }),
  );
  expect(new URLSearchParams(router.state.location.search).get('query')).toBe('Łukasz');
  expect(router.state.location.search).not.toContain('page=');
  await findRow('Reader 1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As shown (xlsx)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject({
    text: 'Łukasz',
    trend: { kind: 'rising' },
    shownColumns: expect.not.arrayContaining(['overTime']),
  });
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(router.state.location.search).toBe(`${filters}&trend=rising`));
  expect(screen.getByRole('searchbox', { name: 'Search readers' })).toHaveFocus();
});

it('names the text that no reader has, and clears it', async () => {
  fake.answers[list] = answer();
  const { user, router } = open('&trend=rising&query=zzz');
  expect(await screen.findByText("No reader matches 'zzz'.")).toBeVisible();
  expect(lastBody()).toMatchObject({ text: 'zzz' });
  fake.answers[list] = answer(rising);
  const [button] = screen.getAllByRole('button', { name: 'Clear search' });
  await user.click(button as HTMLElement);
  expect(await findRow('Reader 1')).toBeVisible();
  expect(router.state.location.search).toBe(`${filters}&trend=rising`);
});

it('searches by email only where emails are shown', async () => {
  open('&trend=rising');
  const box = await screen.findByRole('searchbox', { name: 'Search readers' });
  expect(box).toHaveAttribute('placeholder', 'Reader or email');
  act(() => sessionStore.setState({ blinded: true }));
  expect(box).toHaveAttribute('placeholder', 'Reader');
});
