import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { smallClient } from '../../testing/answers.ts';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { organizationRow as org } from '../../testing/organization.ts';
import { saveFiles } from '../../testing/saved-files.ts';
import { MostActiveCompaniesScreen } from './most-active-companies.screen.tsx';
import type { OrgRow } from './companies.queries.ts';

const path = '/analytics/most-active-companies-dashboard';
const list = '/api/most-active-cos';
const changes = '/api/client-dashboard/changes';
const types = '/api/most-active-cos/orgtypechartdata';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

const answer = (rows: OrgRow[]) => ({ data: rows, top: { total: rows.length } });
const many = (count: number) => Array.from({ length: count }, (_, index) => org(index + 1));

let fake: FakeApi;

beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [list]: answer(many(3)),
    [changes]: smallClient[changes] ?? {},
    '/api/most-active-cos/summary': {
      data: {
        orgsCount: 3,
        usersCount: 21,
        initialActivitiesCount: 2000,
        subsequentActivitiesCount: 1644,
        activitiesWithoutOrgCount: 44,
      },
    },
    [types]: {
      data: [{ companyType: 'CDMO', activitiesCount: 3600 }],
      top: { total: 3644, withoutType: 44 },
    },
    [`${list}/export`]: { file: 'Most Active Companies Report.xlsx' },
    '/api/common-lookup/onlines': { data: [] },
  });
});

afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (search = filters) =>
  openScreen(MostActiveCompaniesScreen, {
    address: `${path}${search}`,
    path,
    offers: () => true,
  });
const analyst = () => signIn({ companies: [acme], searchFields: ['OrgType'] });
const table = () => screen.findByRole('table', { name: 'Most active companies' });
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
const lastBody = () => fake.calls.findLast((call) => call.path === list)?.body;
const header = async (name: string) => within(await table()).findByRole('button', { name });

it('ranks the organizations, with their dates, totals and types', async () => {
  analyst();
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Most Active Companies' })).toBeVisible();
  expect(screen.getByText('01/01/2026 - 02/28/2026')).toBeVisible();
  await findRow('Org 1');
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Rank', 'Reader Org', 'Unique Readers', 'Engagements', 'Org Type']);
  expect(lastBody()).toMatchObject({
    sort: { field: 'activitiesCount', order: 'desc' },
    comparePrevious: false,
  });
  expect(await screen.findByRole('link', { name: 'Organizations: 3' })).toBeVisible();
  expect(screen.getByText(/The activities include/)).toHaveTextContent(
    'The activities include 44 without an organization.',
  );
  expect(await screen.findByText(/^An organization can have several types/)).toHaveTextContent(
    'An organization can have several types, so the bars may overlap. Without a type: 44.',
  );
});

it('shows the marks of other areas on the organizations that they are about', async () => {
  analyst();
  const asked: unknown[] = [];
  openScreen(MostActiveCompaniesScreen, {
    address: `${path}${filters}`,
    path,
    offers: (to) => to === '/notification/a1/1',
    findMarks: async (slot, rows) => {
      asked.push(slot, rows);
      return rows.map(({ organization }) =>
        organization === '2'
          ? [
              { text: 'Alert', to: '/notification/a1/1' },
              { text: 'Note', to: '/gone' },
            ]
          : [],
      );
    },
  });
  const row = within(await findRow('Org 2'));
  expect(await row.findByRole('link', { name: 'Alert' })).toHaveAttribute('href', '/notification/a1/1');
  expect(row.getByText('Note')).not.toHaveAttribute('href');
  expect(within(await findRow('Org 1')).queryByText('Alert')).not.toBeInTheDocument();
  expect(asked).toEqual([
    'analytics/subject-marks/v1',
    [{ organization: '1' }, { organization: '2' }, { organization: '3' }],
  ]);
});

it('leads from each figure to the search with the same number, and from the name to the company', async () => {
  analyst();
  open();
  const row = await findRow('Org 2');
  const href = (name: string) =>
    decodeURIComponent(within(row).getByRole('link', { name }).getAttribute('href') ?? '');
  expect(href('Org 2: 1,200 engagements')).toBe(`/analytics/search${filters}&org=2`);
  expect(href('Org 2: 7 unique readers')).toBe(`/analytics/search${filters}&org=2`);
  expect(href('Org 2')).toBe('/analytics/reader-co-dashboard/-/2/Org 2');
  expect(screen.getByRole('link', { name: 'Users: 21' })).toHaveAttribute(
    'href',
    `/analytics/search${filters}`,
  );
  const initial = await screen.findByRole('link', { name: 'Initial activities: 2,000' });
  expect(initial.getAttribute('href')).toContain(';Sequence:1');
  // Both charts name as many without a value, in any order of their responses.
  const missing = await waitFor(() => {
    const links = screen.getAllByRole('link', { name: '44' });
    expect(links).toHaveLength(2);
    return links.map((link) => link.getAttribute('href'));
  });
  expect(missing).toEqual([expect.stringContaining('ReaderOrgs.na'), expect.stringContaining('OrgType.na')]);
});

it('leads from the number of organizations to the list with the same number', async () => {
  analyst();
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Organizations: 3' }));
  const shown = screen.getByRole('region', { name: 'Organizations' });
  expect(shown).toHaveFocus();
  expect(within(shown).getByText('3 organizations')).toBeVisible();
  expect(router.state.location.hash).toBe('');
});

it('hides types of organizations from those who may not see them', async () => {
  signIn({ companies: [acme] });
  open();
  await findRow('Org 1');
  expect(screen.queryByRole('columnheader', { name: 'Org Type' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Engagements by Org Type' })).not.toBeInTheDocument();
  expect(fake.paths()).not.toContain('most-active-cos/orgtypechartdata');
});

it('renders only the visible ones of 20,000 organizations, and searches all of them', async () => {
  fake.answers[list] = answer([...many(19_999), org(20_000, { orgName: 'Zeta'.repeat(50) })]);
  analyst();
  const { user, router } = open();
  await findRow('Org 1');
  expect(await table()).toHaveAttribute('aria-rowcount', '20001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'ZETA{Enter}');
  expect(await screen.findByText('1 of 20,000 organizations')).toBeVisible();
  expect(await findRow('ZetaZeta')).toHaveAttribute('aria-rowindex', '2');
  expect(router.state.location.search).toContain('query=ZETA');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'nothing{Enter}');
  expect(await screen.findByText("No organization matches 'nothing'.")).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as HTMLElement);
  await findRow('Org 1');
});

it('has all organizations on one page until one chooses a size of pages, which are of what is found', async () => {
  fake.answers[list] = answer(many(120));
  analyst();
  const { user, router } = open();
  await findRow('Org 1');
  const pager = () => within(screen.getByRole('navigation', { name: 'Pages of organizations' }));
  const sizes = pager().getByRole('combobox', { name: 'Rows per page' });
  expect(
    within(sizes)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '25', '50', '100', 'All']);
  expect(sizes).toHaveDisplayValue('All');
  expect(pager().getByText('1–120 of 120')).toBeVisible();
  await user.selectOptions(sizes, '25');
  expect(screen.getAllByRole('row')).toHaveLength(26);
  const next = pager().getByRole('button', { name: 'Next page' });
  await user.click(next);
  expect(next).toHaveFocus();
  expect(router.state.location.search).toBe(`${filters}&page=2&size=25`);
  expect(within(await findRow('Org 26')).getAllByRole('cell')[0]).toHaveTextContent('26');
  expect(screen.getAllByRole('row')).toHaveLength(26);
  expect(screen.getByText('120 organizations')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'Org 11{Enter}');
  expect(await pager().findByText('1–11 of 11')).toBeVisible();
  expect(router.state.location.search).toBe(`${filters}&query=Org%2011&size=25`);
  expect(fake.calls.filter((call) => call.path === list)).toHaveLength(1);
});

it('shows the last page instead of one that does not exist, and the first one in another order', async () => {
  fake.answers[list] = answer(many(30));
  analyst();
  const { user, router } = open(`${filters}&page=9&size=25`);
  await findRow('Org 30');
  expect(screen.getByText('26–30 of 30')).toBeVisible();
  await user.click(await header('Reader Org'));
  await waitFor(() => expect(router.state.location.search).toContain('sort=orgName'));
  expect(router.state.location.search).not.toContain('page=');
});

it('searches without regard to accents, and downloads only what is found', async () => {
  const saved = saveFiles();
  fake.answers[list] = answer([org(1), org(2, { orgName: 'Peñarrubia Łabs' })]);
  analyst();
  const { user } = open();
  await findRow('Org 1');
  await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'PENARRUBIA LABS{Enter}');
  expect(await screen.findByText('1 of 2 organizations')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Most Active Companies Report (xlsx)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const sent = fake.calls.find((call) => call.path === `${list}/export`)?.body;
  expect(sent).toMatchObject({ text: 'PENARRUBIA LABS' });
});

it('downloads what is shown, with its columns', async () => {
  const saved = saveFiles();
  analyst();
  const { user } = open();
  await findRow('Org 1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'As shown (xlsx)',
    'Most Active Companies Report (xlsx)',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'As shown (xlsx)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject({
    shownColumns: expect.arrayContaining(['rank', 'orgName', 'uniqueReaders', 'activitiesCount']),
    sort: { field: 'activitiesCount', order: 'desc' },
  });
});

it('sorts on the server, keeps the order in the URL, and downloads it', async () => {
  const saved = saveFiles();
  analyst();
  const { user, router } = open();
  await findRow('Org 1');
  await user.click(await header('Reader Org'));
  await waitFor(() => expect(lastBody()).toMatchObject({ sort: { field: 'orgName', order: 'asc' } }));
  expect(router.state.location.search).toContain('&sort=orgName&order=asc');
  await findRow('Org 1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Most Active Companies Report (xlsx)' }));
  await waitFor(() => expect(saved).toEqual(['Most Active Companies Report.xlsx']));
  const sent = fake.calls.find((call) => call.path === `${list}/export`)?.body;
  expect(sent).toMatchObject({ sort: { field: 'orgName', order: 'asc' } });
  expect(sent).not.toHaveProperty('comparePrevious');
});

it('compares with the previous period on request', async () => {
  fake.answers[list] = answer([
    org(1, { previousRank: 4, previousActivities: 1000, isNew: false }),
    org(2, { previousRank: null, previousActivities: 0, isNew: true }),
    org(3, { previousRank: 2, previousActivities: 2400, isNew: false }),
  ]);
  analyst();
  const { user, router } = open();
  await findRow('Org 1');
  await user.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ comparePrevious: true }));
  expect(router.state.location.search).toContain('compare=previous');
  await screen.findByRole('columnheader', { name: 'Change' });
  expect(await findRow('Org 1')).toHaveTextContent(/up 3 places.*\+20% from 1,000/);
  expect(await findRow('Org 2')).toHaveTextContent('New');
  expect(await findRow('Org 3')).toHaveTextContent(/down 1 place.*−50% from 2,400/);
});

it('limits failures to their part, and says when access is denied', async () => {
  fake.answers[types] = { status: 503, message: 'Busy.' };
  fake.answers[list] = { status: 403, message: 'User does not have claim(s) for c1', code: 'forbidden' };
  analyst();
  open();
  expect(await screen.findByText('You do not have access to these organizations')).toBeVisible();
  expect(await screen.findByText('Busy.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Users: 21' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
});

it('retries a failed list', async () => {
  fake.answers[list] = { status: 500, message: 'Please try later.' };
  analyst();
  const { user } = open();
  await screen.findByText('Please try later.');
  fake.answers[list] = answer(many(1));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findRow('Org 1')).toBeVisible();
});

it('says when nothing matches', async () => {
  fake.answers[list] = answer([]);
  analyst();
  open();
  expect((await screen.findAllByText('No results found'))[0]).toBeVisible();
});

it('requests nothing before a client is selected', async () => {
  fake.answers['/api/cms/companies/by-name-or-id-starting-with'] = { data: [] };
  signIn({ role: 'Internal' });
  open('');
  expect(await screen.findByText('Choose a client')).toBeVisible();
  expect(fake.paths().filter((one) => one.startsWith('most-active'))).toEqual([]);
});

it('drops the names at once on entering Blinded Mode', async () => {
  analyst();
  open();
  await findRow('Org 1');
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.answers[list] = { ...answer([org(1, { orgName: 'Organization 77' })]), after };
  act(() => sessionStore.setState({ blinded: true }));
  expect(screen.queryByText('Org 1')).not.toBeInTheDocument();
  release();
  expect(await findRow('Organization 77')).toBeVisible();
});
