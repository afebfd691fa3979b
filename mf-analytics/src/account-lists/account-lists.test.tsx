import '@testing-library/jest-dom';
import { listsForbiddenMessage } from '@readerlens/contract/account-lists/messages';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { closeScreens, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/session.ts';
import { AccountListsScreen } from './account-lists.screen.tsx';

const path = '/analytics/account-lists';
const list = {
  id: 'l1',
  clientId: '1',
  client: 'Aurelis',
  name: 'Partners',
  isShared: true,
  owner: 'Ann Other',
  isOwn: false,
  mayChange: false,
  kind: 'organizations',
  rule: null,
  organizations: 3,
  updatedAt: '2026-03-01T09:00:00.000Z',
};

const norwell = { id: '1', name: 'Norwell', companyUrl: '/analytics/reader-co-dashboard/-/1/Norwell' };

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi();
  Object.assign(api.answers, {
    'GET /api/account-lists': { data: [list] },
    'GET /api/account-lists/l1/organizations': { data: [{ ...norwell, engagements: null }] },
  });
  signIn({ role: 'Internal', searchFields: ['AccountLists'] });
});
afterEach(async () => {
  await closeScreens();
  await api.stop();
});

const open = (address = path) => openScreen(AccountListsScreen, { address, path, offers: () => true });

it('lists what the user sees, and opens one', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Account lists' });
  expect(within(table).getByText('Shared by Ann Other')).toBeVisible();
  await userEvent.click(within(table).getByRole('link', { name: 'Partners' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Partners' })).toBeVisible();
  const organization = await screen.findByRole('link', { name: 'Norwell' });
  expect(organization).toHaveAttribute('href', expect.stringContaining('/-/1/Norwell?f=Clients:1'));
  expect(screen.getByText(/^2 more are in the list/)).toBeVisible();
  expect(screen.getByText('Only its owner and staff can change this list.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

it('says by what rule a list has its organizations', async () => {
  const filters = [
    {
      $type: 'Terms',
      field: 'Country',
      op: 'Contains',
      value: [{ id: '1', name: 'Germany' }],
      allowNA: false,
    },
    { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' },
  ];
  const rule = { filters, indices: [], leastEngagements: 5, mostOrganizations: 20, hasHidden: false };
  api.answers['GET /api/account-lists'] = {
    data: [{ ...list, kind: 'rule', rule, organizations: null, mayChange: true }],
  };
  api.answers['GET /api/account-lists/l1/organizations'] = {
    data: [{ ...norwell, engagements: 12 }],
  };
  open(`${path}?list=l1`);
  expect(
    await screen.findByText(
      'The 20 most active organizations with at least 5 activities by readers in Germany, in the last year.',
    ),
  ).toBeVisible();
  expect(await screen.findByRole('row', { name: 'Norwell Norwell: 12 engagements' })).toBeVisible();
  const counted = 'f=Clients:1;Country:1;RelativeDateRange:-1y';
  expect(screen.getByRole('link', { name: 'Norwell' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/-/1/Norwell?${counted}`),
  );
  expect(screen.getByRole('link', { name: 'Norwell: 12 engagements' })).toHaveAttribute(
    'href',
    `/analytics/search?${counted}&org=1`,
  );
  expect(screen.queryByRole('button', { name: 'Remove Norwell' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Add organizations' })).not.toBeInTheDocument();
});

it('does not link to what a rule counts while Blinded Mode hides some of it', async () => {
  const rule = { filters: [], indices: [], leastEngagements: 5, mostOrganizations: null, hasHidden: true };
  api.answers['GET /api/account-lists'] = {
    data: [{ ...list, kind: 'rule', rule, organizations: null }],
  };
  api.answers['GET /api/account-lists/l1/organizations'] = { data: [{ ...norwell, engagements: 12 }] };
  open(`${path}?list=l1`);
  expect(await screen.findByRole('row', { name: 'Norwell 12' })).toBeVisible();
  expect(screen.getByText('Blinded Mode hides some of its filters.')).toBeVisible();
});

it('says that a rule may not be used', async () => {
  api.answers['GET /api/account-lists'] = {
    data: [{ ...list, kind: 'rule', rule: null, organizations: null }],
  };
  api.answers['GET /api/account-lists/l1/organizations'] = { data: [] };
  open(`${path}?list=l1`);
  expect(await screen.findByText(/^The rule of this list uses filters that you may not use/)).toBeVisible();
});

it('says that there are none', async () => {
  api.answers['GET /api/account-lists'] = { data: [] };
  open();
  expect(await screen.findByText('You have no account lists yet')).toBeVisible();
});

it('says that one does not exist', async () => {
  open(`${path}?list=other`);
  expect(await screen.findByText('There is no such list')).toBeVisible();
});

it('explains a missing right', async () => {
  api.answers['GET /api/account-lists'] = { status: 403, message: listsForbiddenMessage };
  open();
  expect(await screen.findByText('You do not have access to account lists')).toBeVisible();
  expect(screen.getByText(listsForbiddenMessage)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New list' })).not.toBeInTheDocument();
});
