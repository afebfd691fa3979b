import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { completeAlert } from '../testing/alerts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-alerts.tsx';
import { ManageAlertsScreen } from './manage-alerts.screen.tsx';

type Webhook = CallData<Calls['GET /api/notification/{id}/webhook']>;

const none: Webhook = {
  clientId: null,
  client: '',
  channelId: null,
  pausedOn: null,
  problem: null,
  messages: [],
};
const message: Webhook['messages'][number] = {
  id: 'm1',
  recipient: 'hooks.example',
  items: 12,
  state: 'failed',
  attempts: 6,
  responseStatus: 503,
  response: 'busy',
  error: 'The server responded with status 503.',
  messageId: 'msg_1',
  createdOn: '2026-03-02T06:00:00.000Z',
  sentOn: null,
  nextAttemptOn: null,
};
const subscribed: Webhook = { ...none, clientId: '1', client: 'Aurelis' };
const ofClient = {
  clientId: '1',
  client: 'Aurelis',
  url: null,
  hasSecret: true,
  secretCreatedOn: null,
  previousSecretUntil: null,
  version: 1,
};
const channel = { id: 'c1', kind: 'slack', name: '#readers', address: 'hooks.slack.com/…QmYz', version: 1 };
const channels = { clientId: '1', client: 'Aurelis', channels: [channel] };
const channelsUrl = '/api/client-channels/1';
const url = '/api/notification/a1/webhook';

beforeEach(() => signIn());
afterEach(closeScreens);

const open = async (webhook: Webhook) => {
  const opened = await openScreen(
    [{ path: '/notifications/search', Component: ManageAlertsScreen }],
    '/notifications/search',
    {
      alerts: [completeAlert(1)],
      prepare: ({ failures }) => {
        for (const call of [`GET ${url}`, `PUT ${url}`, `DELETE ${url}`])
          failures.set(call, { data: webhook });
        failures.set(`GET ${channelsUrl}`, { data: channels });
        failures.set('GET /api/client-webhook/1', { data: ofClient });
        failures.set('PUT /api/client-webhook/1', { data: { ...ofClient, url: 'https://hooks.example' } });
        failures.set(`POST ${url}/resume`, { data: webhook, message: 'Messages are sent again.' });
        failures.set(`POST ${url}/replay`, { data: { replayed: 1 } });
      },
    },
  );
  await opened.user.click(await screen.findByRole('button', { name: 'Webhook and channels of Alert 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Webhook and channels of Alert 1' });
  const button = (name: string | RegExp) => within(dialog).findByRole('button', { name });
  return { ...opened, dialog, button };
};

describe('the webhook of an alert', () => {
  it('is that of a client', async () => {
    const { server, user, dialog, button } = await open(none);
    expect(await button('Send messages')).toBeDisabled();
    expect(within(dialog).queryByRole('button', { name: 'Send no more' })).toBeNull();
    await user.click(await within(dialog).findByRole('combobox', { name: 'Client' }));
    await user.click(await screen.findByRole('option', { name: 'Aurelis' }));
    server.failures.set(`GET ${url}`, { data: subscribed });
    await user.click(await button('Send messages'));
    expect(await screen.findByText('The matches of Alert 1 are sent')).toBeVisible();
    expect(server.callsOf(`PUT ${url}`)[0]?.body).toEqual({ clientId: '1', channelId: null });
    await user.click(await button('Send no more'));
    expect(await screen.findByText('The matches of Alert 1 are no longer sent')).toBeVisible();
    expect(server.callsOf(`DELETE ${url}`)).toHaveLength(1);
  });

  it('shows the messages, which can be sent again', async () => {
    const { server, user, dialog, button } = await open({ ...subscribed, messages: [message] });
    expect(await within(dialog).findByText('503 The server responded with status 503.')).toBeVisible();
    await user.click(await button(/^Send the message of .* again$/));
    expect(await screen.findByText('The message is being sent again.')).toBeVisible();
    const period = { from: message.createdOn, to: message.createdOn };
    expect(server.callsOf(`POST ${url}/replay`)[0]?.body).toEqual(period);
  });

  it('says why nothing is sent, and resumes after a pause', async () => {
    const problem = 'Messages are paused after repeated failure.';
    const { server, user, dialog, button } = await open({
      ...subscribed,
      pausedOn: '2026-03-02T06:00:00.000Z',
      problem,
    });
    expect(await within(dialog).findByRole('status')).toHaveTextContent(
      /^Messages are paused since Mar 2, 2026/,
    );
    server.failures.set(`GET ${url}`, {
      data: { ...subscribed, problem: 'The client has no webhook address yet.' },
    });
    await user.click(await button('Resume'));
    expect(await screen.findByText('Messages are sent again.')).toBeVisible();
    await waitFor(() =>
      expect(within(dialog).getByRole('status')).toHaveTextContent('The client has no webhook address yet.'),
    );
  });

  it('has an address, which staff set', async () => {
    const problem = 'The client has no webhook address yet.';
    const { server, user, dialog, button } = await open({ ...subscribed, problem });
    expect(await within(dialog).findByRole('status')).toHaveTextContent(problem);
    await user.type(await within(dialog).findByRole('textbox', { name: 'Address' }), 'https://hooks.example');
    server.failures.set(`GET ${url}`, { data: subscribed });
    await user.click(await button('Save address'));
    await waitFor(() => expect(within(dialog).queryByText(problem)).toBeNull());
  });

  it('shows no address to people of clients', async () => {
    signIn({ role: 'Client' });
    const { dialog, button } = await open(subscribed);
    await button('Send no more');
    expect(within(dialog).queryByRole('textbox', { name: 'Address' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Add a channel' })).toBeNull();
    expect(within(dialog).getByText(/^Slack and Teams channels are entered by internal users/)).toBeVisible();
  });

  it('can be replaced by a channel of the client', async () => {
    const { server, user, dialog, button } = await open(subscribed);
    const receiver = await within(dialog).findByRole('combobox', { name: 'Receiver' });
    expect(await button('Send messages')).toBeDisabled();
    await within(dialog).findByRole('option', { name: 'Slack: #readers' });
    await user.selectOptions(receiver, 'Slack: #readers');
    await user.click(await button('Send messages'));
    expect(await screen.findByText('The matches of Alert 1 are sent')).toBeVisible();
    expect(server.callsOf(`PUT ${url}`)[0]?.body).toEqual({ clientId: '1', channelId: 'c1' });
  });

  it('has channels that staff add, with problems beside their fields', async () => {
    const { server, user, dialog, button } = await open(subscribed);
    await user.click(await button('Add a channel'));
    const form = within(dialog).getByRole('group', { name: 'New channel' });
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Kind' }), 'Microsoft Teams');
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Field team');
    const address = within(form).getByRole('textbox', { name: 'Address' });
    await user.type(address, 'https://evil.example/x');
    const refusal = 'The address of a Microsoft Teams channel is on *.logic.azure.com.';
    server.failures.set(`POST ${channelsUrl}`, {
      status: 400,
      message: refusal,
      details: [{ path: 'url', message: refusal }],
    });
    await user.click(await button('Add channel'));
    await waitFor(() =>
      expect(address).toHaveAccessibleDescription(new RegExp(refusal.replaceAll('*', '.'))),
    );
    const added = { ...channel, id: 'c2', kind: 'teams', name: 'Field team' };
    server.failures.set(`POST ${channelsUrl}`, { data: { ...channels, channels: [channel, added] } });
    await user.click(await button('Add channel'));
    expect(await within(dialog).findByRole('option', { name: 'Microsoft Teams: Field team' })).toBeVisible();
    expect(server.callsOf(`POST ${channelsUrl}`).at(-1)?.body).toEqual({
      kind: 'teams',
      name: 'Field team',
      url: 'https://evil.example/x',
    });
  });

  it('has channels that staff test, rename and remove', async () => {
    const { server, user, dialog, button } = await open(subscribed);
    server.failures.set(`POST ${channelsUrl}/c1/test`, {
      data: { ok: false, status: 404, milliseconds: 12, response: 'no_service', error: null },
    });
    await user.click(await button('Send a test message to #readers'));
    expect(await within(dialog).findByText('no_service')).toBeVisible();
    await user.click(await button('Change #readers'));
    const form = within(dialog).getByRole('group', { name: 'Change #readers' });
    expect(within(form).getByRole('textbox', { name: 'New address' })).toHaveValue('');
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), '2');
    server.failures.set(`PUT ${channelsUrl}/c1`, {
      data: { ...channels, channels: [{ ...channel, name: '#readers2', version: 2 }] },
    });
    await user.click(await button('Save channel'));
    await user.click(await button('Remove #readers2'));
    expect(server.callsOf(`PUT ${channelsUrl}/c1`)[0]?.body).toEqual({ name: '#readers2', version: 1 });
    server.failures.set(`DELETE ${channelsUrl}/c1`, { data: { ...channels, channels: [] } });
    const question = await screen.findByRole('alertdialog', { name: 'Remove the channel #readers2?' });
    await user.click(within(question).getByRole('button', { name: 'Remove channel' }));
    expect(await within(dialog).findByText('Aurelis has no channel yet.')).toBeVisible();
  });

  it('says why a change is refused', async () => {
    const { server, user, dialog, button } = await open(subscribed);
    server.failures.set(`DELETE ${url}`, {
      status: 409,
      code: 'conflict',
      message: 'This alert is disabled.',
    });
    await user.click(await button('Send no more'));
    expect(await within(dialog).findByText(/This alert is disabled/)).toBeVisible();
  });
});
