import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { rankedReader } from '../../testing/ranked-reader.ts';
import { saveFiles } from '../../testing/saved-files.ts';
import { acme, signIn } from '../../testing/session.ts';
import { MostActiveReadersScreen } from './most-active-readers.screen.tsx';
import type { ReaderRow } from './readers.queries.ts';

const path = '/analytics/most-active-readers-dashboard';
const list = '/api/most-active-readers';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

const answer = (rows: ReaderRow[], total = rows.length) => ({
  data: rows,
  top: { total, page: 1, pageSize: 10 },
});

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [list]: answer([rankedReader(1), rankedReader(2)], 42),
    [`${list}/export`]: { file: 'Most Active Readers Report.xlsx' },
    '/api/common-lookup/onlines': { data: [] },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (search = filters) =>
  openScreen(MostActiveReadersScreen, { address: `${path}${search}`, path, offers: () => true });
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
const lastBody = () => fake.calls.findLast((call) => call.path === list)?.body;
const hrefIn = (row: HTMLElement, name: string) =>
  decodeURIComponent(within(row).getByRole('link', { name }).getAttribute('href') ?? '');

it('ranks the readers, ten on a page, with their columns and dates', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Most Active Readers' })).toBeVisible();
  expect(screen.getByText('01/01/2026 - 02/28/2026')).toBeVisible();
  const row = await findRow('Reader 1');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Rank',
    'Reader Name',
    'Email',
    'Job Title',
    'Org',
    'LinkedIn',
    'Engagements',
    'Documents',
    'Most Recent',
  ]);
  expect(row).toHaveTextContent('reader1@lab.example');
  expect(row).toHaveTextContent('02/03/2026');
  expect(screen.getByText('42 readers')).toBeVisible();
  expect(lastBody()).toMatchObject({
    page: 1,
    size: 10,
    sort: { field: 'totalEngagements', order: 'desc' },
  });
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' });
  expect(
    within(sizes)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '20', '50']);
});

it('links to the reader, the organization, LinkedIn, and the activities behind each figure', async () => {
  open();
  const row = await findRow('Reader 2');
  expect(hrefIn(row, 'Reader 2')).toBe('/analytics/reader-dashboard/reader2@lab___example');
  expect(hrefIn(row, 'Lab')).toBe('/analytics/reader-co-dashboard/-/7/Lab');
  expect(hrefIn(row, 'LinkedIn profile of Reader 2')).toBe('https://www.linkedin.com/in/reader2');
  expect(hrefIn(row, 'Reader 2: 1,200 engagements')).toBe(`/analytics/search${filters}&reader=r2`);
  expect(hrefIn(row, 'Reader 2: 40 documents')).toBe(`/analytics/search${filters}&reader=r2`);
});

it('keeps order, page and size in the URL, and downloads the shown order', async () => {
  const saved = saveFiles();
  const { user, router } = open();
  await findRow('Reader 1');
  await user.click(screen.getByRole('button', { name: 'Job Title' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ sort: { field: 'jobTitle', order: 'asc' } }));
  await findRow('Reader 1');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ page: 2 }));
  expect(router.state.location.search).toBe(`${filters}&sort=jobTitle&order=asc&page=2`);
  await findRow('Reader 1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
  await waitFor(() => expect(lastBody()).toMatchObject({ page: 1, size: 20 }));
  await findRow('Reader 1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Most Active Readers Report (xlsx)' }));
  await waitFor(() => expect(saved).toEqual(['Most Active Readers Report.xlsx']));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject({
    sort: { field: 'jobTitle', order: 'asc' },
  });
});

it('compares with the previous period on request', async () => {
  fake.answers[list] = answer([
    rankedReader(1, { previousRank: 3, previousActivities: 1000, isNew: false }),
    rankedReader(2, { previousRank: null, previousActivities: 0, isNew: true }),
  ]);
  const { user } = open();
  await findRow('Reader 1');
  await user.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
  await screen.findByRole('columnheader', { name: 'Change' });
  expect(lastBody()).toMatchObject({ comparePrevious: true });
  expect(await findRow('Reader 1')).toHaveTextContent(/up 2 places.*\+20% from 1,000/);
  expect(await findRow('Reader 2')).toHaveTextContent('New');
});

it('shows readers with nothing but an id, and very long names', async () => {
  const long = 'Wilhelmina'.repeat(20);
  const none = {
    name: 'r-5521',
    email: null,
    jobTitle: null,
    linkedInUrl: null,
    orgName: null,
    companyUrl: null,
  };
  fake.answers[list] = answer([
    rankedReader(1, { ...none, userIdOrEmail: '17' }),
    rankedReader(2, { name: long }),
  ]);
  open();
  const row = await findRow('r-5521');
  expect(hrefIn(row, 'r-5521')).toBe('/analytics/reader-dashboard/17');
  expect(within(row).queryByRole('link', { name: /LinkedIn/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: long })).toBeVisible();
});

it('does not link what could run as a script', async () => {
  fake.answers[list] = answer([rankedReader(1, { linkedInUrl: 'javascript:alert(1)' })]);
  open();
  const row = await findRow('Reader 1');
  expect(
    within(row)
      .getAllByRole('link')
      .every((link) => !link.getAttribute('href')?.startsWith('javascript')),
  ).toBe(true);
});

it('drops the names at once on entering Blinded Mode, and then links by id', async () => {
  open();
  await findRow('Reader 1');
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  const masked = { name: 'Reader 77', email: 'reader77@example', linkedInUrl: null, userIdOrEmail: 'r1' };
  fake.answers[list] = { ...answer([rankedReader(1, masked)]), after };
  act(() => sessionStore.setState({ blinded: true }));
  expect(screen.queryByText('Reader 1')).not.toBeInTheDocument();
  release();
  expect(hrefIn(await findRow('Reader 77'), 'Reader 77')).toBe('/analytics/reader-dashboard/r1');
});

it('retries after an error, and says when access is denied or nothing matches', async () => {
  fake.answers[list] = { status: 500, message: 'Please try later.' };
  const { user } = open();
  await screen.findByText('Please try later.');
  fake.answers[list] = { status: 403, message: 'No claim.', code: 'forbidden' };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You do not have access to these readers')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
});

it('says when nothing matches', async () => {
  fake.answers[list] = answer([]);
  open();
  expect(await screen.findByText('No results found')).toBeVisible();
});

it('requests nothing before a client is selected', async () => {
  fake.answers['/api/cms/companies/by-name-or-id-starting-with'] = { data: [] };
  signIn({ role: 'Internal' });
  open('');
  expect(await screen.findByText('Choose a client')).toBeVisible();
  expect(fake.paths().filter((one) => one.startsWith('most-active'))).toEqual([]);
});
