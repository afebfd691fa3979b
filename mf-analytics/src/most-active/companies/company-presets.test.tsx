import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { engagementScore } from '../../testing/company.ts';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { organizationRow, rankingAnswers } from '../../testing/organization.ts';
import { saveFiles } from '../../testing/saved-files.ts';
import { acme, signIn } from '../../testing/session.ts';
import { CompaniesList } from './companies-list.tsx';
import type { OrgRow } from './companies.queries.ts';
import { MostActiveCompaniesScreen } from './most-active-companies.screen.tsx';

const path = '/analytics/most-active-companies-dashboard';
const list = '/api/most-active-cos';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

const org = (number: number, change: Partial<OrgRow> = {}): OrgRow =>
  organizationRow(number, { activitiesCount: 40, companyType: [], ...change });
const silent = org(9, {
  rank: null,
  uniqueReaders: 0,
  activitiesCount: 0,
  previousRank: 2,
  previousActivities: 24,
  isNew: false,
});
const answer = (rows: OrgRow[]) => ({ data: rows, top: { total: rows.length } });

let fake: FakeApi;

beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [list]: answer([org(1, { previousRank: 4, previousActivities: 20, isNew: false }), org(2)]),
    [`${list}/over-time`]: {
      data: [{ orgId: '1', before: [4, 16], now: [10, 30] }],
      top: { bucket: 'week' },
    },
    ...rankingAnswers,
    [`${list}/export`]: { file: 'Most Active Companies Report.xlsx' },
  });
  signIn({ companies: [acme] });
});

afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '', Screen = MostActiveCompaniesScreen) =>
  openScreen(Screen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = () => fake.calls.findLast((call) => call.path === list)?.body;
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
const preset = (name: string) => screen.findByRole('radio', { name });
const minimum = () => screen.findByRole('textbox', { name: 'Minimum engagements' });
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('starts with all organizations, without a trend in the request and the URL', async () => {
  const { router } = open();
  await findRow('Org 1');
  expect(await preset('All')).toBeChecked();
  expect(screen.getAllByRole('radio').map((one) => one.getAttribute('value'))).toEqual([
    'all',
    'rising',
    'falling',
    'new',
    'silent',
  ]);
  expect(lastBody()).not.toHaveProperty('trend');
  expect(screen.queryByRole('textbox', { name: 'Minimum engagements' })).not.toBeInTheDocument();
  expect(router.state.location.search).toBe(filters);
});

it.each([
  ['Rising', 'rising', 'desc'],
  ['Falling', 'falling', 'asc'],
  ['New', 'new', 'desc'],
  ['Silent', 'silent', 'asc'],
])('shows %s organizations, the largest change first, and compares them', async (name, kind, order) => {
  const { user, router } = open();
  await findRow('Org 1');
  await user.click(await preset(name));
  await waitFor(() =>
    expect(lastBody()).toMatchObject({
      trend: { kind, minimum: 5 },
      sort: { field: 'engagementsChange', order },
      comparePrevious: true,
    }),
  );
  expect(router.state.location.search).toBe(`${filters}&trend=${kind}`);
  await findRow('Org 1');
  expect(headers()).toEqual(['Reader Org', 'Unique Readers', 'Engagements', 'Change', 'Both Periods']);
  expect(screen.getByText(/Period before: Nov 1 – Dec 31, 2025\.$/)).toBeVisible();
  expect(await findRow('Org 1')).toHaveTextContent('+20 from 20');
  expect(await screen.findByRole('img', { name: 'Org 1 by week: 10, 30; before: 4, 16' })).toBeVisible();
  expect(fake.calls.findLast((call) => call.path === `${list}/over-time`)?.body).toMatchObject({
    orgIds: ['1', '2'],
  });
  await user.click(await preset('All'));
  await waitFor(() => expect(router.state.location.search).toBe(filters));
});

it('shows no rows of another preset while those of a new one load', async () => {
  const { user } = open();
  await findRow('Org 1');
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.answers[list] = { ...answer([org(3)]), after };
  await user.click(await preset('New'));
  expect(screen.queryByText('Org 1')).not.toBeInTheDocument();
  expect(screen.queryByText('2 organizations')).not.toBeInTheDocument();
  release();
  expect(await findRow('Org 3')).toBeVisible();
});

const byEngagements = { sort: { field: 'activitiesCount', order: 'desc' } };

it.each([
  [
    '&trend=falling&minimum=12&sort=orgName&order=asc',
    { trend: { kind: 'falling', minimum: 12 }, sort: { field: 'orgName', order: 'asc' } },
  ],
  ['&trend=rising&minimum=1e9', { trend: { kind: 'rising', minimum: 5 } }],
  ['&trend=shrinking&minimum=0&sort=nothing', byEngagements],
  ['&minimum=12', byEngagements],
])('reads %s from the URL, where invalid values count as missing', async (more, body) => {
  open(more);
  await findRow('Org 1');
  expect(lastBody()).toMatchObject(body);
  expect('trend' in (lastBody() as object)).toBe('trend' in body);
});

it('changes the minimum, and refuses one that is none', async () => {
  const { user, router } = open('&trend=rising');
  await findRow('Org 1');
  await user.clear(await minimum());
  await user.type(await minimum(), '20{Enter}');
  await waitFor(() => expect(lastBody()).toMatchObject({ trend: { kind: 'rising', minimum: 20 } }));
  expect(router.state.location.search).toBe(`${filters}&trend=rising&minimum=20`);
  await findRow('Org 1');
  await user.clear(await minimum());
  await user.type(await minimum(), '0{Enter}');
  expect(await screen.findByText('The minimum must be between 1 and 10000.')).toBeVisible();
  expect(lastBody()).toMatchObject({ trend: { minimum: 20 } });
  await user.clear(await minimum());
  await user.type(await minimum(), '5{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe(`${filters}&trend=rising`));
  expect(screen.queryByText(/The minimum must be/)).not.toBeInTheDocument();
});

it('sorts all organizations by the change', async () => {
  const { user, router } = open('&compare=previous');
  await findRow('Org 1');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(lastBody()).toMatchObject({ sort: { field: 'engagementsChange', order: 'asc' } }),
  );
  expect(router.state.location.search).toContain('&sort=engagementsChange&order=asc');
});

it('compares organizations that are sorted by the change', async () => {
  open('&sort=engagementsChange&order=desc');
  expect(await findRow('Org 1')).toHaveTextContent('+20 from 20');
  expect(headers()).toEqual(['Rank', 'Reader Org', 'Unique Readers', 'Engagements', 'Change']);
});

it('leads from a silent organization to its activities of the period before', async () => {
  fake.answers[list] = answer([silent]);
  open('&trend=silent');
  const row = await findRow('Org 9');
  expect(row).toHaveTextContent('−24 from 24');
  const link = within(row).getByRole('link', { name: 'Org 9: 24 engagements in the period before' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/analytics/search?f=Clients:c1;DateRange:2025-11-01,2025-12-31&org=9',
  );
  expect(within(row).queryByRole('link', { name: /: 0 / })).not.toBeInTheDocument();
});

it('counts, searches and downloads what is shown', async () => {
  const saved = saveFiles();
  const { user } = open('&trend=rising&minimum=3');
  await findRow('Org 1');
  expect(screen.getByText('2 organizations')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'org 2{Enter}');
  expect(await screen.findByText('1 of 2 organizations')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Most Active Companies Report (xlsx)' }));
  await waitFor(() => expect(saved).toEqual(['Most Active Companies Report.xlsx']));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject({
    trend: { kind: 'rising', minimum: 3 },
    sort: { field: 'engagementsChange', order: 'desc' },
    text: 'org 2',
  });
});

it('says what a preset without organizations means, and offers all', async () => {
  fake.answers[list] = answer([]);
  const { user, router } = open('&trend=falling&query=org&minimum=1');
  expect(await screen.findByText('No falling organizations')).toBeVisible();
  expect(screen.getByText(/^Falling means: Fewer engagements than in the period before/)).toHaveTextContent(
    'at least 1 engagement in either period',
  );
  expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
  fake.answers[list] = answer([org(1)]);
  await user.click(screen.getByRole('button', { name: 'Show all organizations' }));
  expect(await findRow('Org 1')).toBeVisible();
  expect(router.state.location.search).not.toContain('trend');
});

it('names the text that no organization of a preset has', async () => {
  open('&trend=rising&query=zzz');
  expect(await screen.findByText("No organization matches 'zzz'.")).toBeVisible();
});

it('explains that without dates there is nothing to compare with', async () => {
  const WithoutDates = () => {
    const compared = { ...useComparedSearch(), modelBefore: undefined, previousDates: undefined };
    return <CompaniesList compared={compared} withTypes={false} />;
  };
  const { user } = open('&trend=new', WithoutDates);
  expect(await screen.findByText('No period to compare with')).toBeVisible();
  expect(fake.paths()).not.toContain('most-active-cos');
  await user.click(screen.getByRole('button', { name: 'Show all organizations' }));
  expect(await findRow('Org 1')).toBeVisible();
});

it('shows scores with their parts, the highest first, in any preset', async () => {
  const { user, router } = open();
  await findRow('Org 1');
  expect(lastBody()).not.toHaveProperty('withScore');
  expect(headers()).not.toContain('Score');
  fake.answers[list] = answer([org(1, { score: engagementScore }), org(2, { score: null })]);
  await user.click(screen.getByRole('switch', { name: 'Engagement score' }));
  await waitFor(() =>
    expect(lastBody()).toMatchObject({
      withScore: true,
      sort: { field: 'engagementScore', order: 'desc' },
    }),
  );
  expect(router.state.location.search).toContain('score=1');
  const row = await findRow('Org 1');
  await waitFor(() => expect(within(row).getByText('64')).toBeVisible());
  expect(within(await findRow('Org 2')).getByText('–')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'How is this counted? Org 1: score' }));
  const parts = within(screen.getByRole('note')).getAllByRole('listitem');
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    'Recency21 of 25Last engagement 14 days before the end',
    'Frequency13 of 25Engagements in 6 of the last 12 weeks',
    'Breadth25 of 2512 readers',
    'Depth5 of 254 late and 8 middle of 40 engagements',
  ]);
  await user.click(await preset('Rising'));
  await waitFor(() => expect(lastBody()).toMatchObject({ withScore: true, trend: { kind: 'rising' } }));
  expect(lastBody()).toMatchObject({ sort: { field: 'engagementsChange' } });
});

it('leaves the order of the scores with them', async () => {
  fake.answers[list] = answer([org(1, { score: engagementScore })]);
  const { user, router } = open('&score=1&sort=engagementScore');
  await findRow('Org 1');
  expect(lastBody()).toMatchObject({ withScore: true, sort: { field: 'engagementScore' } });
  await user.click(screen.getByRole('switch', { name: 'Engagement score' }));
  await waitFor(() => expect(router.state.location.search).toBe(filters));
  expect(lastBody()).toMatchObject({ sort: { field: 'activitiesCount', order: 'desc' } });
});
