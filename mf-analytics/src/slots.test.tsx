import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { fillAddress } from '@readerlens/contract/registry';
import type { AreaDescription, SlotContext } from '@readerlens/contract/registry';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { CompanyDashboardScreen } from './company-dashboard/company-dashboard.screen.tsx';
import { EngagementsSearchScreen } from './engagements-search/engagements-search.screen.tsx';
import { ReaderDashboardScreen } from './reader-dashboard/reader-dashboard.screen.tsx';
import { organizationActions, readerActions, searchActions } from './slots.ts';
import { oneCompany } from './testing/company.ts';
import { rows } from './testing/engagements.ts';
import { fakeForScreens } from './testing/fake-screens.ts';
import { openScreen } from './testing/open-screen.tsx';
import { oneReader } from './testing/reader.ts';
import { acme } from './testing/session.ts';

const found = { items: rows(1), total: 1, page: 1, pageSize: 50 };
const fake = fakeForScreens({
  ...oneReader,
  '/api/analytics/search': { data: found },
  '/api/common-lookup/onlines': { data: [] },
});

const { slots = [] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../area.json'), 'utf8'),
) as AreaDescription;

const filters = 'types:Webinar;Clients:c1;DateRange:2026-01-10,2026-02-28;Title.Contains:chief';

/** Each slot has one link, whose address has everything that its context knows. */
const findLinks = (slot: string) => {
  const { context = [] } = slots.find((each) => each.slot === slot) ?? {};
  const to = `/notes?${context.map((name) => `${name}={${name}}`).join('&')}`;
  return [
    { id: 'notes-0', label: 'Note', icon: null, fill: (values: SlotContext) => fillAddress(to, values) },
  ];
};

const open = (Component: ComponentType, address: string, { path = address, query = `f=${filters}` } = {}) =>
  openScreen(Component, { address: `${address}?${query}`, path, offers: () => true, findLinks });
const openReader = () =>
  open(ReaderDashboardScreen, '/analytics/reader-dashboard/5', {
    path: '/analytics/reader-dashboard/:emailOrId?',
  });
const openCompany = () => {
  Object.assign(fake.answers, oneCompany);
  return open(CompanyDashboardScreen, '/analytics/reader-co-dashboard/-/9/-', {
    path: '/analytics/reader-co-dashboard/:company?/:orgId?/:orgName?',
  });
};

const readAddress = async () => {
  const href = (await screen.findByRole('link', { name: 'Note' })).getAttribute('href') ?? '';
  return Object.fromEntries(new URLSearchParams(href.split('?')[1]));
};

beforeEach(() => signInAs(testUser({ role: 'Client', claims: ['cr-engagement-read'], companies: [acme] })));

it.each([
  ['a reader', openReader, { reader: '5', search: filters }],
  ['an organization', openCompany, { organization: '9', search: filters }],
  ['a search', () => open(EngagementsSearchScreen, '/analytics/search'), { search: filters }],
])('a link beside %s gets its id and the filters of the page', async (_, openPage, address) => {
  openPage();
  expect(await readAddress()).toEqual(address);
});

it('a link beside a reader has no e-mail in Blinded Mode', async () => {
  sessionStore.setState({ blinded: true });
  openReader();
  expect(JSON.stringify(await readAddress())).not.toContain('@');
});

it('no link stands beside a search that is narrowed to what is no filter', async () => {
  open(EngagementsSearchScreen, '/analytics/search', { query: `f=${filters}&reader=5` });
  await screen.findByRole('button', { name: 'Show all readers' });
  expect(screen.queryByRole('link', { name: 'Note' })).not.toBeInTheDocument();
});

it('area.json has the slots of the screens', () => {
  expect(slots.map(({ slot }) => slot).sort()).toEqual(
    [organizationActions, readerActions, searchActions].sort(),
  );
});
