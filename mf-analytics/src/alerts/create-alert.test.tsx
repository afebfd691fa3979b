import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { CompanyDashboardScreen } from '../company-dashboard/company-dashboard.screen.tsx';
import { EngagementsSearchScreen } from '../engagements-search/engagements-search.screen.tsx';
import { ReaderDashboardScreen } from '../reader-dashboard/reader-dashboard.screen.tsx';
import { oneCompany } from '../testing/company.ts';
import { rows } from '../testing/engagements.ts';
import { fakeForScreens } from '../testing/fake-screens.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { oneReader } from '../testing/reader.ts';
import { acme } from '../testing/session.ts';

const found = { items: rows(1), total: 1, page: 1, pageSize: 50 };
const fake = fakeForScreens({
  ...oneReader,
  '/api/analytics/search': { data: found },
  '/api/common-lookup/onlines': { data: [] },
});

const signIn = (change: Partial<SessionUserData> = {}) =>
  signInAs(
    testUser({
      role: 'Client',
      claims: ['cr-engagement-read', 'manageNotifications'],
      notificationClaimLevel: 'Basic',
      companies: [acme],
      ...change,
    }),
  );

const days = 'f=types:Webinar;Clients:c1;DateRange:2026-01-10,2026-02-28;Title.Contains:chief';
const open = (
  Component: ComponentType,
  address: string,
  { path = address, offers = () => true, query = days } = {},
) => openScreen(Component, { address: `${address}?${query}`, path, offers });
const openReader = (options = {}) =>
  open(ReaderDashboardScreen, '/analytics/reader-dashboard/5', {
    path: '/analytics/reader-dashboard/:emailOrId?',
    ...options,
  });
const openCompany = () => {
  Object.assign(fake.answers, oneCompany);
  return open(CompanyDashboardScreen, '/analytics/reader-co-dashboard/-/9/-', {
    path: '/analytics/reader-co-dashboard/:company?/:orgId?/:orgName?',
  });
};
const openSearch = (options = {}) => open(EngagementsSearchScreen, '/analytics/search', options);

const link = () => screen.findByRole('link', { name: 'Create alert' });
const linkIfAny = () => screen.queryByRole('link', { name: 'Create alert' });

it('leads from a reader to an alert about the reader, without the dates', async () => {
  signIn();
  openReader();
  expect(await link()).toHaveAttribute(
    'href',
    '/notification/new/1?f=types:Webinar;Clients:c1;Title.Contains:chief;Email:ada.berg%40lab.example',
  );
});

it('leads from an organization to an alert about it, for users who may search by organizations', async () => {
  signIn({ searchFields: ['ReaderOrgs'] });
  openCompany();
  expect(await link()).toHaveAttribute(
    'href',
    '/notification/new/1?f=types:Webinar;Clients:c1;Title.Contains:chief;ReaderOrgs:9',
  );
});

it('is not offered for an organization to users who may not search by organizations', async () => {
  signIn();
  openCompany();
  await screen.findByRole('heading', { name: 'Nordic Labs' });
  expect(linkIfAny()).not.toBeInTheDocument();
});

it('leads from the search to an alert with its filters', async () => {
  signIn();
  openSearch();
  expect(await link()).toHaveAttribute(
    'href',
    '/notification/new/1?f=types:Webinar;Clients:c1;Title.Contains:chief',
  );
});

it('is not offered while a link narrows the search to what is no filter', async () => {
  signIn();
  openSearch({ query: `${days}&reader=5` });
  await screen.findByRole('button', { name: 'Show all readers' });
  expect(linkIfAny()).not.toBeInTheDocument();
});

it('keeps the email of a reader out of the URL in Blinded Mode', async () => {
  signIn();
  sessionStore.setState({ blinded: true });
  openReader();
  await screen.findByRole('region', { name: 'Reader profile' });
  expect(linkIfAny()).not.toBeInTheDocument();
});

it.each<[string, Partial<SessionUserData>, boolean]>([
  [
    'users who may not manage alerts',
    { claims: ['cr-engagement-read'], notificationClaimLevel: 'None' },
    true,
  ],
  ['anyone while its page is not deployed', {}, false],
])('is not offered to %s', async (_, user, isDeployed) => {
  signIn(user);
  openReader({ offers: (path: string) => isDeployed || !path.startsWith('/notification/') });
  await screen.findByRole('region', { name: 'Reader profile' });
  expect(linkIfAny()).not.toBeInTheDocument();
});
