import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { fillAddress } from '@readerlens/contract/registry';
import type { AreaDescription, SlotContext } from '@readerlens/contract/registry';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { CompanyDashboardScreen } from './company-dashboard/company-dashboard.screen.tsx';
import { EngagementsSearchScreen } from './engagements-search/engagements-search.screen.tsx';
import { MostActiveCompaniesScreen } from './most-active/companies/most-active-companies.screen.tsx';
import { MostActiveReadersScreen } from './most-active/readers/most-active-readers.screen.tsx';
import { ReaderDashboardScreen } from './reader-dashboard/reader-dashboard.screen.tsx';
import {
  organizationActions,
  organizationCards,
  overviewCards,
  readerActions,
  searchActions,
  subjectMarks,
} from './slots.ts';
import { oneCompany } from './testing/company.ts';
import { detail, rows } from './testing/engagements.ts';
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

const filters = 'types:Webinar;Clients:c1,c2;DateRange:2026-01-10,2026-02-28;Title.Contains:chief';
/** What each context has of the search. */
const search = { search: filters, clients: 'c1,c2', from: '2026-01-10', to: '2026-02-28' };

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
  ['a reader', openReader, { reader: '5', ...search }],
  ['an organization', openCompany, { organization: '9', ...search }],
  ['a search', () => open(EngagementsSearchScreen, '/analytics/search'), search],
])('a link beside %s gets its id and the filters of the page', async (_, openPage, address) => {
  openPage();
  expect(await readAddress()).toEqual(address);
});

it('a link that only a claim keeps the user from says so on request', async () => {
  const reason = 'Notes keep what you know. Please contact your representative.';
  const { user } = openScreen(CompanyDashboardScreen, {
    address: `/analytics/reader-co-dashboard/-/9/-?f=${filters}`,
    path: '/analytics/reader-co-dashboard/:company?/:orgId?/:orgName?',
    offers: () => true,
    findRefusedLinks: (slot) =>
      slot === organizationActions ? [{ id: 'notes-0', label: 'Note', reason }] : [],
  });
  Object.assign(fake.answers, oneCompany);
  const button = await screen.findByRole('button', { name: 'Note' });
  expect(screen.queryByText(reason)).not.toBeInTheDocument();
  await user.click(button);
  expect(screen.getByRole('note')).toHaveTextContent(reason);
  await user.keyboard('{Escape}');
  expect(screen.queryByText(reason)).not.toBeInTheDocument();
});

it('a link beside a reader has no e-mail in Blinded Mode', async () => {
  sessionStore.setState({ blinded: true });
  openReader();
  expect(JSON.stringify(await readAddress())).not.toContain('@');
});

it.each([
  ['reader=5', { reader: '5', ...search }],
  ['org=9', { organization: '9', ...search }],
])('a link beside a search with %s is about it', async (narrowing, address) => {
  open(EngagementsSearchScreen, '/analytics/search', { query: `f=${filters}&${narrowing}` });
  expect(await readAddress()).toEqual(address);
});

it.each([
  ['documents=3', 'Show all documents'],
  ['reader=5&org=9', 'Show all readers'],
])('no link stands beside a search with %s', async (narrowing, button) => {
  open(EngagementsSearchScreen, '/analytics/search', { query: `f=${filters}&${narrowing}` });
  await screen.findByRole('button', { name: button });
  expect(screen.queryByRole('link', { name: 'Note' })).not.toBeInTheDocument();
});

it('a link says that it leaves out a typed text', async () => {
  open(EngagementsSearchScreen, '/analytics/search', { query: `f=${filters}` });
  await screen.findByRole('link', { name: 'Note' });
  expect(screen.queryByText('Without the typed text:')).not.toBeInTheDocument();
  open(EngagementsSearchScreen, '/analytics/search', { query: `f=${filters}&query=cells` });
  expect(await screen.findByText('Without the typed text:')).toBeVisible();
});

it('area.json has the slots of the screens', () => {
  expect(slots.map(({ slot }) => slot).sort()).toEqual(
    [
      organizationActions,
      organizationCards,
      overviewCards,
      readerActions,
      searchActions,
      subjectMarks,
    ].sort(),
  );
});

it('a link about each organization of a ranking gets its id', async () => {
  const orgs = ['4', '9'].map((orgId, index) => ({
    orgId,
    orgName: `Org ${orgId}`,
    companyUrl: `/analytics/reader-co-dashboard/-/${orgId}/Org`,
    rank: index + 1,
    usersCount: 7,
    uniqueReaders: 7,
    activitiesCount: 1200,
    companyType: [],
  }));
  fake.answers['/api/most-active-cos'] = { data: orgs, top: { total: 2 } };
  open(MostActiveCompaniesScreen, '/analytics/most-active-companies-dashboard');
  const link = await screen.findByRole('link', { name: 'Note: Org 9' });
  expect(link).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/notes\?organization=9&search=types:Webinar/),
  );
});

it('a link about each reader of a ranking gets its id', async () => {
  const reader = {
    readerId: '5',
    userIdOrEmail: '5',
    rank: 1,
    name: 'Ada Berg',
    email: null,
    jobTitle: null,
    linkedInUrl: null,
    orgName: null,
    totalEngagements: 30,
    totalDocuments: 4,
    mostRecent: '2026-02-03T10:00:00.000Z',
  };
  fake.answers['/api/most-active-readers'] = {
    data: [reader],
    top: { total: 1, page: 1, pageSize: 10 },
  };
  open(MostActiveReadersScreen, '/analytics/most-active-readers-dashboard');
  const link = await screen.findByRole('link', { name: 'Note: Ada Berg' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/notes\?reader=5&search=types:Webinar/));
});

it('a link in the details of an activity gets the id of its reader', async () => {
  fake.answers['/api/analytics/search-details/Engagement/1'] = { data: detail(1) };
  const { user } = open(EngagementsSearchScreen, '/analytics/search');
  await user.click((await screen.findAllByRole('button', { name: /^Details of / }))[0]!);
  const details = within(await screen.findByRole('region', { name: /^Details of / }));
  expect(await details.findByRole('link', { name: /^Note: / })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/notes\?reader=[^&]+&search=types:Webinar/),
  );
});
