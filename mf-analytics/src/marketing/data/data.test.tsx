import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/session.ts';
import { MarketingDataScreen } from './data.screen.tsx';

const path = '/performance/data';
const base = '/api/marketing-data/1';
const columns = [
  { name: 'Id', meaning: 'Id of the deal', isRequired: true, otherNames: ['deal id'] },
  { name: 'Stage', meaning: 'Stage of the pipeline', isRequired: true, otherNames: [] },
  { name: 'Amount', meaning: 'Such as 12500', isRequired: false, otherNames: [] },
];
const data = {
  rows: 5,
  people: null,
  opportunities: {
    accounts: { domain: 2, name: 1, hand: 0, ambiguous: 0, none: 2 },
    withoutCurrency: 1,
    stages: [
      { stage: 'Proposal', outcome: null, deals: 3 },
      { stage: 'Closed', outcome: 'won', deals: 2 },
    ],
  },
  columns,
  uploads: [
    {
      id: 'u1',
      kind: 'opportunities',
      mode: 'merge',
      fileName: 'deals.csv',
      by: 'Ann Other',
      at: '2026-03-01T09:00:00.000Z',
      rows: 5,
      added: 5,
      changed: 0,
      unchanged: 0,
      removed: 0,
      refused: 0,
    },
  ],
};
const outcome = {
  uploadId: null,
  rows: 3,
  added: 1,
  changed: 1,
  unchanged: 0,
  removed: 0,
  refused: 1,
  problems: [
    { row: 4, column: 'Created', value: 'soon', reason: 'The value is not a day such as 2025-03-31.' },
  ],
  columns: [{ column: 'Deal ID', field: 'Id' }],
  unusedColumns: ['Owner'],
  newStages: ['Demo'],
  changes: [{ externalId: 'D1', before: null, after: { Stage: 'Demo' } }],
};

const webhookOff = {
  isOn: false,
  by: null,
  comparedOn: null,
  pausedOn: null,
  problem: null,
  messages: [] as object[],
};
const webhookOn = {
  ...webhookOff,
  isOn: true,
  by: 'Ann Other',
  comparedOn: '2026-03-02',
  messages: [
    {
      id: 'm1',
      recipient: 'hooks.example',
      items: 12,
      state: 'failed',
      attempts: 6,
      responseStatus: 503,
      response: 'busy',
      error: null,
      messageId: 'msg_1',
      createdOn: '2026-03-02T04:00:00.000Z',
      sentOn: null,
      nextAttemptOn: null,
    },
  ],
};
const clientWebhook = {
  clientId: '1',
  client: 'Aurelis',
  url: 'https://hooks.example',
  hasSecret: true,
  secretCreatedOn: null,
  previousSecretUntil: null,
  version: 1,
};

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [`GET ${base}/uploads/opportunities`]: { data },
    [`POST ${base}/uploads/opportunities`]: { data: outcome },
    [`GET ${base}/uploads/webinars`]: {
      data: { ...data, opportunities: null, people: { known: 30, unknown: 10 }, uploads: [] },
    },
    [`${base}/changes/u1`]: {
      data: {
        upload: data.uploads[0],
        changes: [
          {
            externalId: 'D1',
            before: { Stage: 'Demo', Cents: 100, Currency: 'EUR' },
            after: { Stage: 'Proposal', Cents: 100, Currency: 'EUR' },
          },
        ],
      },
    },
    [`${base}/accounts`]: {
      data: [
        {
          dealId: '9',
          account: 'Acme',
          domain: null,
          deals: 2,
          organization: null,
          candidates: [{ id: '4', name: 'Acme Inc' }],
        },
      ],
      top: { total: 1, page: 1, pageSize: 10 },
    },
    [`${base}/accounts/9`]: { data: null, message: 'The account has been matched.' },
    [`GET ${base}/influence-webhook`]: { data: webhookOff },
    [`PUT ${base}/influence-webhook`]: {
      data: webhookOn,
      message: 'Changes of influence are sent once a day.',
    },
    [`${base}/influence-webhook/replay`]: { data: { replayed: 1 } },
    'GET /api/client-webhook/1': { data: clientWebhook },
    [`${base}/stages`]: { data: null, message: 'The stages have been saved.' },
  });
  signIn({ role: 'Internal' });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = () => openScreen(MarketingDataScreen, { address: `${path}?client=1`, path });
const bodies = (end: string) =>
  fake.calls
    .filter(({ call }) => !call.startsWith('GET') && call.endsWith(`${base}${end}`))
    .map(({ body }) => body);

it('checks a file before it is uploaded, and names the refused rows', async () => {
  const { user } = open();
  await screen.findByRole('button', { name: 'Choose file' });
  const file = new File(['Id\n'], 'deals.csv', { type: 'text/csv' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  const check = await screen.findByRole('region', { name: 'Check of deals.csv' });
  expect(within(check).getByText('3 rows: 1 new, 1 changed, 0 unchanged, 1 refused.')).toBeVisible();
  expect(within(check).getByRole('row', { name: /4 Created soon The value is not a day/ })).toBeVisible();
  expect(within(check).getByText(/Deal ID as Id\. Not used: Owner\./)).toBeVisible();
  expect(within(check).getByText(/Stages without a meaning yet: Demo\./)).toBeVisible();
  await user.click(within(check).getByRole('button', { name: 'Upload' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Check of deals.csv' })).not.toBeInTheDocument(),
  );
  expect(bodies('/uploads/opportunities')).toHaveLength(2);
});

it('has a kind in the URL, and says what its columns mean', async () => {
  const { user, router } = openScreen(MarketingDataScreen, {
    address: `${path}?client=1&kind=webinars`,
    path,
  });
  expect(await screen.findByRole('heading', { name: 'Upload Webinars' })).toBeVisible();
  expect(screen.getByText(/with the columns Id and Stage\. Others are optional\.$/)).toBeVisible();
  expect(screen.getByText('Of 40 addresses, 30 are of readers of the client.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save stages' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show columns' }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns of webinars' });
  expect(within(dialog).getByRole('row', { name: 'Id required Id of the deal deal id' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of data' }), 'opportunities');
  expect(await screen.findByRole('heading', { name: 'Upload Opportunities' })).toBeVisible();
  expect(router.state.location.search).toBe('?client=1');
});

it('shows each change before the upload', async () => {
  const { user } = open();
  await screen.findByRole('button', { name: 'Choose file' });
  const file = new File(['Id\n'], 'deals.csv', { type: 'text/csv' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  await user.click(await screen.findByRole('button', { name: 'Show 2 changes row by row' }));
  expect(await screen.findByRole('row', { name: 'D1 Added: Stage Demo' })).toBeVisible();
});

it('saves the stages that were changed', async () => {
  const { user } = open();
  expect(await screen.findByText(/^1 stage has no meaning yet\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save stages' })).toBeDisabled();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Proposal' }), 'open');
  await user.click(screen.getByRole('button', { name: 'Save stages' }));
  await waitFor(() =>
    expect(bodies('/stages')).toEqual([{ stages: [{ stage: 'Proposal', outcome: 'open' }] }]),
  );
});

it('matches an account by hand', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Match Acme' }));
  const dialog = await screen.findByRole('dialog', { name: 'Match Acme' });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /with this domain or name/ }), '4');
  await user.click(within(dialog).getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(bodies('/accounts/9')).toEqual([{ organizationId: '4' }]));
});

it('shows what an upload changed', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Show what deals\.csv/ }));
  expect(await screen.findByText('Stage: Demo to Proposal')).toBeVisible();
});

it('turns the messages about deals on, and sends one again', async () => {
  const { user } = open();
  expect(await screen.findByText(/^No messages are sent\./)).toBeVisible();
  fake.answers[`GET ${base}/influence-webhook`] = { data: webhookOn };
  await user.click(screen.getByRole('button', { name: 'Send changes' }));
  expect(await screen.findByText(/^Deals are compared with what Ann Other may see/)).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Address' })).toHaveValue('https://hooks.example');
  await user.click(screen.getByRole('button', { name: /^Send the message of .* again$/ }));
  await waitFor(() =>
    expect(bodies('/influence-webhook/replay')).toEqual([
      { from: '2026-03-02T04:00:00.000Z', to: '2026-03-02T04:00:00.000Z' },
    ]),
  );
});
