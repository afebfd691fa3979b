import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { organizationRow as org, rankingAnswers } from '../../testing/organization.ts';
import { saveFiles } from '../../testing/saved-files.ts';
import { acme, signIn } from '../../testing/session.ts';
import { MostActiveCompaniesScreen } from './most-active-companies.screen.tsx';

const path = '/analytics/most-active-companies-dashboard';
const list = '/api/most-active-cos';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';
const rows = [
  org(1, {
    countries: ['Norway', 'Japan'],
    revenue: 1250000.4,
    productCategories: ['Bioprocess', 'Devices'],
  }),
  org(2, { countries: [], revenue: null, productCategories: [] }),
];

let fake: FakeApi;

beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [list]: { data: rows, top: { total: rows.length } },
    [`${list}/over-time`]: { data: [], top: { bucket: 'week' } },
    ...rankingAnswers,
    [`${list}/export`]: { file: 'Most Active Companies As Shown.xlsx' },
  });
});

afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (searchFields: string[], more = '') => {
  signIn({ companies: [acme], searchFields });
  return openScreen(MostActiveCompaniesScreen, {
    address: `${path}${filters}${more}`,
    path,
    offers: () => true,
  });
};
const both = ['Revenue', 'ProductCategory'];
const lastBody = () => fake.calls.findLast((call) => call.path === list)?.body;
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const specified = ['Rank', 'Reader Org', 'Unique Readers', 'Engagements'];

it('has the specified columns until others are chosen, which the URL keeps', async () => {
  const { user, router } = open(both);
  await findRow('Org 1');
  expect(headers()).toEqual(specified);
  expect(lastBody()).not.toHaveProperty('properties');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const entries = await screen.findAllByRole('menuitemcheckbox');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Countries', 'Revenue', 'Product Category']);
  for (const entry of entries) expect(entry).not.toBeChecked();
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Product Category' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ properties: ['productCategories'] }));
  expect(router.state.location.search).toBe(`${filters}&columns=productCategories`);
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Revenue' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ properties: ['revenue', 'productCategories'] }));
  expect(new URLSearchParams(router.state.location.search).get('columns')).toBe('revenue,productCategories');
  expect(headers()).toEqual([...specified, 'Revenue', 'Product Category']);
  expect(await findRow('Org 1')).toHaveTextContent(/\$1,250,000.*Bioprocess, Devices$/);
  expect(await findRow('Org 2')).toHaveTextContent(/–$/);
  for (const name of ['Revenue', 'Product Category'])
    await user.click(screen.getByRole('menuitemcheckbox', { name }));
  await waitFor(() => expect(router.state.location.search).toBe(filters));
  await waitFor(() => expect(headers()).toEqual(specified));
});

it('starts with the columns of the URL, beside any preset, and knows no others', async () => {
  const { user, router } = open(both, '&columns=website,revenue,revenue');
  await findRow('Org 1');
  expect(headers()).toEqual([...specified, 'Revenue']);
  await user.click(screen.getByRole('radio', { name: 'Rising' }));
  await waitFor(() =>
    expect(lastBody()).toMatchObject({ properties: ['revenue'], trend: { kind: 'rising' } }),
  );
  expect(router.state.location.search).toContain('columns=');
});

it('downloads the chosen columns as shown', async () => {
  const saved = saveFiles();
  const { user } = open(both, '&columns=revenue,productCategories');
  await findRow('Org 1');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As shown (xlsx)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(fake.calls.find((call) => call.path === `${list}/export`)?.body).toMatchObject({
    shownColumns: ['rank', 'orgName', 'uniqueReaders', 'activitiesCount', 'revenue', 'productCategories'],
  });
});

it('names a column that the account does not show, and says so of one that is asked for', async () => {
  const { user } = open(['Revenue'], '&columns=revenue,productCategories');
  await findRow('Org 1');
  expect(headers()).toEqual([...specified, 'Revenue']);
  expect(lastBody()).toMatchObject({ properties: ['revenue'] });
  expect(
    screen.getByText('Your account does not show the product categories of organizations.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Revenue' })).toBeChecked();
  const withheld = screen.getByRole('menuitemcheckbox', {
    name: /^Product Category.*Your account does not show it$/,
  });
  expect(withheld).toHaveAttribute('aria-disabled', 'true');
  await user.click(withheld);
  expect(headers()).toEqual([...specified, 'Revenue']);
});

it('offers the countries to everyone', async () => {
  const { user } = open([], '&columns=revenue');
  await findRow('Org 1');
  expect(headers()).toEqual(specified);
  expect(lastBody()).not.toHaveProperty('properties');
  expect(screen.getByText('Your account does not show the revenue of organizations.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Countries' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ properties: ['countries'] }));
  expect(headers()).toEqual([...specified, 'Countries']);
  expect(await findRow('Org 1')).toHaveTextContent(/Norway, Japan$/);
});
