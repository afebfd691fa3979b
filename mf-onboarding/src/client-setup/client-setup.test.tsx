import '@testing-library/jest-dom';
import { setBlinded } from '@readerlens/auth';
import { startFakeApi, signInAs, testUser } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { browserTimeZone } from '@readerlens/ui/parts';
import { closeAreas, onClose, renderArea } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { ClientSetup, SetupInput, SetupProposal } from './client-setup.queries.ts';
import { ClientSetupScreen } from './client-setup.screen.tsx';

const read = 'GET /api/onboarding/f1/client-setup';
const confirm = 'POST /api/onboarding/f1/client-setup';
const nothing = { address: '', phone: '', website: '', profile: '', logo: null };
const ada = { contactId: 'c1', name: 'Ada Löwe', email: 'ada@norvane.example' };
const io = { contactId: 'c2', name: 'Io Vane', email: 'io@norvane.example' };

const proposal = (change: Partial<SetupProposal> = {}): SetupProposal => ({
  profileVersion: 2,
  before: { ...nothing, phone: '1' },
  after: { ...nothing, address: '1 Main Street, Basel', phone: '1' },
  logos: [],
  accounts: [
    { ...ada, act: 'create', reason: '' },
    { ...io, act: 'refused', reason: 'This is the address of a member of staff.' },
  ],
  reports: [
    { ...ada, existing: 0 },
    { ...io, existing: 0 },
  ],
  owners: [
    { id: '7', name: 'Renée Staff' },
    { id: '8', name: 'Cleo Client' },
  ],
  ...change,
});

const setup = (change: Partial<ClientSetup> = {}): ClientSetup => ({
  formId: 'f1',
  version: 5,
  client: { id: '1', name: 'Norvane' },
  proposal: proposal(),
  made: null,
  ...change,
});

const made: ClientSetup = setup({
  proposal: null,
  made: {
    at: '2026-03-02T12:00:00.000Z',
    by: 'Renée Staff',
    fields: ['address'],
    accounts: [{ ...ada, act: 'create', userId: '9' }],
    reports: [{ ...ada, ownerId: '7', configId: 'r1' }],
  },
});

const routes = [
  { path: '/admin/onboarding/:id', element: <h1>Preview</h1> },
  { path: '/admin/onboarding/:id/client', Component: ClientSetupScreen },
];

const open = async (answers: FakeApi['answers'] = {}) => {
  const server = await startFakeApi({ [read]: { data: setup() }, [confirm]: { data: made }, ...answers });
  onClose(server.stop);
  return { server, ...renderArea(routes, '/admin/onboarding/f1/client') };
};

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const button = () => screen.findByRole('button', { name: 'Set up client' });

beforeEach(() => signInAs(testUser({ id: '7', role: 'Internal', claims: ['manageOnboardingForms'] })));
afterEach(closeAreas);

it('chooses what can be done, and says why not', async () => {
  await open();
  const fields = await region('Company Info');
  expect(fields.getByRole('checkbox', { name: 'Address' })).toBeChecked();
  expect(fields.getByRole('checkbox', { name: 'Phone' })).toBeDisabled();
  expect(fields.getByText('Already the same')).toBeVisible();
  const accounts = await region('Client Accounts');
  expect(accounts.getByRole('checkbox', { name: /Ada/ })).toBeChecked();
  expect(accounts.getByRole('checkbox', { name: /Io/ })).toBeDisabled();
  expect(accounts.getByText('This is the address of a member of staff.')).toBeVisible();
  expect(screen.getByText('1 field, 1 account, 2 activity reports')).toBeVisible();
});

it('sends what is chosen, and shows what was made with links', async () => {
  const { server, user } = await open();
  const reports = await region('Activity Reports');
  const own = within(reports.getByRole('group', { name: 'Ada Löwe' }));
  await user.selectOptions(own.getByRole('combobox', { name: 'Owner' }), 'Cleo Client');
  await user.selectOptions(own.getByRole('combobox', { name: 'Report Type' }), 'Individual');
  await user.click(own.getByRole('checkbox', { name: 'Friday' }));
  await user.click(reports.getByRole('checkbox', { name: /Io/ }));
  await user.click(await button());
  expect(await screen.findByText(/^Set up on .* by Renée Staff\.$/)).toBeVisible();
  const [account, report] = screen.getAllByRole('link', { name: 'Ada Löwe' });
  expect(account).toHaveAttribute('href', '/admin/user/9');
  expect(report).toHaveAttribute('href', '/dissemination-contact/7/r1');
  expect(server.callsOf(confirm)[0]?.body as SetupInput).toEqual({
    timeZone: browserTimeZone(),
    version: 5,
    clientId: '1',
    profileVersion: 2,
    fields: ['address'],
    accounts: [{ contactId: 'c1', act: 'create' }],
    reports: [{ contactId: 'c1', ownerId: '8', reportType: 1, sendDays: ['M', 'F'] }],
  });
});

it('says who gets a report already, and chooses no second one', async () => {
  const reports = [
    { ...ada, existing: 2 },
    { ...io, existing: 0 },
  ];
  await open({ [read]: { data: setup({ proposal: proposal({ reports }) }) } });
  const card = await region('Activity Reports');
  const own = within(card.getByRole('group', { name: 'Ada Löwe' }));
  expect(own.getByText('Gets 2 activity reports about this client already')).toBeVisible();
  expect(own.getByRole('checkbox')).not.toBeChecked();
  expect(card.getByRole('checkbox', { name: /Io/ })).toBeChecked();
});

it('names a refusal of the only logo, which staff can allow', async () => {
  const logo = {
    id: 'l1',
    name: 'logo.png',
    size: 10,
    isHeld: true,
    state: 'Ready' as const,
    problem: null,
    logoUrl: '/logo',
  };
  const refused = 'This logo was not scanned for viruses. Allow it before it is taken.';
  const allow = 'POST /api/onboarding/f1/file/l1/allow';
  const { server, user } = await open({
    [read]: { data: setup({ proposal: proposal({ logos: [logo] }) }) },
    [confirm]: { status: 400, message: refused, details: [{ path: 'logoId', message: refused }] },
    [allow]: { data: null, message: 'The file has been allowed' },
  });
  await user.click(await button());
  expect(await screen.findByText(refused)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow logo.png' }));
  await waitFor(() => expect(server.callsOf(read)).toHaveLength(2));
});

it('refuses nothing, and a report without a day', async () => {
  const { server, user } = await open({
    [read]: { data: setup({ proposal: proposal({ accounts: [], reports: [{ ...ada, existing: 0 }] }) }) },
  });
  const monday = await screen.findByRole('checkbox', { name: 'Monday' });
  await user.click(monday);
  await user.click(await button());
  expect(await screen.findByText('Please schedule at least one day')).toBeVisible();
  expect(monday).toHaveFocus();
  await user.click(screen.getByRole('checkbox', { name: /Ada/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Address' }));
  await user.click(await button());
  expect(await screen.findByText('Please choose what to set up.')).toBeVisible();
  expect(server.callsOf(confirm)).toEqual([]);
});

it('shows a refusal at its row, and offers to load it again', async () => {
  const { server, user } = await open();
  server.answers[confirm] = {
    status: 409,
    code: 'conflict',
    message: 'The account has changed.',
    details: [{ path: 'accounts.c1', message: 'The account has changed.' }],
  };
  await user.click(await button());
  const accounts = await region('Client Accounts');
  expect(await accounts.findByText('The account has changed.')).toBeVisible();
  await waitFor(() => expect(accounts.getByRole('checkbox', { name: /Ada/ })).toHaveFocus());
  server.answers[confirm] = { status: 409, code: 'conflict', message: 'It has been set up already.' };
  await user.click(await button());
  expect(await screen.findByText('It has been set up already.')).toBeVisible();
  server.answers[read] = { data: made };
  await user.click(screen.getByRole('button', { name: 'Load it again' }));
  expect(await screen.findByText(/^Set up on/)).toBeVisible();
});

it('says that there are no contacts', async () => {
  await open({ [read]: { data: setup({ proposal: proposal({ accounts: [], reports: [] }) }) } });
  expect(await screen.findAllByText('The form has no contacts.')).toHaveLength(2);
});

it.each([
  [409, 'This form has not been submitted yet.', 'This form has not been submitted yet.'],
  [403, 'No.', 'You do not have access to this onboarding form'],
  [404, 'None.', 'Onboarding form not found'],
  [500, 'It failed.', 'It failed.'],
] as const)('shows a failure with status %i', async (status, message, text) => {
  await open({ [read]: { status, message } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Set up client' })).toBeNull();
});

it('asks for nothing in Blinded Mode', async () => {
  setBlinded(true);
  onClose(() => setBlinded(false));
  const { server } = await open();
  expect(await screen.findByText('Clients cannot be set up in Blinded Mode')).toBeVisible();
  expect(server.callsOf(read)).toEqual([]);
});
