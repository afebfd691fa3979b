import '@testing-library/jest-dom';
import { enterText } from '@readerlens/ui/testing';
import dayjs from 'dayjs';
import { screen, waitFor, within } from '@testing-library/react';
import type { Answer } from '@readerlens/auth/testing';
import type { RouteObject } from 'react-router-dom';
import { account, clients } from '../../testing/accounts.ts';
import { configId, reportConfig, reportPreview } from '../../testing/activity-reports.ts';
import { closeScreens, openScreen, signIn } from '../../testing/open-admin.tsx';
import { ReportConfigScreen } from './report-config.screen.tsx';

const routes: RouteObject[] = [
  { path: '/dissemination-contact/:userId', Component: ReportConfigScreen },
  { path: '/dissemination-contact/:userId/:configId', Component: ReportConfigScreen },
  { path: '*', Component: () => <p>Elsewhere</p> },
];
const get = `GET /api/activity-report-config/${configId}`;
const patch = `PATCH /api/activity-report-config/${configId}`;
const post = 'POST /api/activity-report-config';

const lastYear = { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' };
const quality = {
  $type: 'Terms',
  field: 'Quality',
  op: 'Contains',
  value: [{ id: '3', name: '3' }],
  allowNA: false,
};

interface Opened {
  address?: string;
  answers?: Readonly<Record<string, Answer>>;
}

const open = ({ address = '/dissemination-contact/7', answers = {} }: Opened = {}) =>
  openScreen(routes, address, {
    accounts: [account(7, { firstName: 'Cleo', lastName: 'Client' })],
    prepare: ({ failures }) => {
      failures.set('GET /api/default-filters/7', {
        data: { filters: [lastYear, quality], indices: ['Webinar'] },
      });
      for (const [call, answer] of Object.entries(answers)) failures.set(call, answer);
    },
  });

beforeEach(() => signIn());
afterEach(closeScreens);

const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text });
/** Of the contact: filters have the same names. */
const field = async (name: string) =>
  within(await screen.findByRole('region', { name: 'Contact' })).getByRole('textbox', { name });
const replaceText = async (user: Parameters<typeof enterText>[0], name: string, text: string) => {
  await user.clear(await field(name));
  await enterText(user, await field(name), text);
};
const button = (name: string) => screen.getByRole('button', { name });
const edited = `/dissemination-contact/7/${configId}`;

describe('a new report', () => {
  it('starts with the account and its default filters, without dates', async () => {
    await open();
    expect(await heading('New Activity Report Configuration')).toBeVisible();
    expect(await field('First Name')).toHaveValue('Cleo');
    expect(button('Remove 3')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Relative Date Range' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Report Type' })).toHaveDisplayValue('Consolidated');
    expect(screen.getByRole('textbox', { name: 'Start date' })).toHaveAccessibleDescription(/the last year$/);
    expect(screen.getByRole('link', { name: 'Return to Profile' })).toHaveAttribute(
      'href',
      '/admin/user/7?active=ActivityReports',
    );
  });

  it('names every field that is missing, and sends nothing', async () => {
    const { user, server } = await open();
    await user.clear(await field('First Name'));
    await user.clear(await field('Last Name'));
    await user.clear(await field('Email'));
    await user.click(button('Remove Webinar'));
    await user.click(button('Save'));
    for (const text of [
      'First Name Is Required',
      'Last Name Is Required',
      'Email Is Required',
      'Please schedule at least one day',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByText('Activity Type Is Required')[0]).toBeVisible();
    await user.type(await field('Email'), 'nobody');
    expect(await screen.findByText('Invalid Email Address')).toBeVisible();
    await enterText(user, await field('First Name'), 'x'.repeat(51));
    expect(screen.getByText('First Name must not be longer than 50 characters')).toBeVisible();
    expect(server.callsOf(post)).toEqual([]);
  });

  it('shows what its type has', async () => {
    const { user } = await open();
    const type = await screen.findByRole('combobox', { name: 'Report Type' });
    expect(screen.getByRole('switch', { name: 'Aggregate Subsequent Engagements' })).toBeVisible();
    await user.selectOptions(type, 'Individual');
    expect(screen.queryByRole('switch', { name: 'Aggregate Subsequent Engagements' })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Activity Type' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Start date' })).toHaveAccessibleDescription(/from now on$/);
  });

  it('is saved, and then edited at its own address', async () => {
    const created = reportConfig({ firstName: 'Cleo' });
    const { user, server, router, leaveQuestion } = await open({
      answers: {
        [post]: {
          data: { ...created, dropped: [{ field: 'Quality', label: 'Quality', reason: 'not permitted' }] },
          message: 'Activity Report Configuration was successfully created',
        },
        [get]: { data: created },
      },
    });
    await field('First Name');
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    const yesterday = dayjs().subtract(1, 'day');
    await enterText(
      user,
      screen.getByRole('textbox', { name: 'Start date' }),
      yesterday.format('MM/DD/YYYY'),
    );
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
    await user.dblClick(button('Save'));
    expect(await screen.findByText('Activity Report Configuration was successfully created')).toBeVisible();
    expect(screen.getByText('Quality was not saved: this user may not search by it.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe(edited));
    expect(server.callsOf(post).map(({ body }) => body)).toMatchObject([
      {
        userId: '7',
        firstName: 'Cleo',
        companyId: '1',
        reportType: 2,
        sendDays: ['M'],
        startDate: yesterday.format('YYYY-MM-DD'),
        indices: ['Webinar'],
      },
    ]);
  });
});

describe('the preview', () => {
  const previewNew = 'POST /api/activity-report-config/preview';
  const previewStored = `POST /api/activity-report-config/${configId}/preview`;
  const dialog = () => screen.findByRole('dialog', { name: 'Preview of the next delivery' });

  it('shows the mail of what is in a new form, and saves nothing', async () => {
    const dropped = [{ field: 'Quality', label: 'Quality', reason: 'not permitted' as const }];
    const { user, server, leaveQuestion } = await open({
      answers: { [previewNew]: reportPreview({ attached: true, dropped }) },
    });
    await replaceText(user, 'Last Name', 'Typed');
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await user.click(button('Preview'));
    expect(await dialog()).toHaveTextContent('Activity report: 3 activities');
    expect(await dialog()).toHaveTextContent('File: Activity Report 2026-03-05.xlsx, attached');
    expect(await dialog()).toHaveTextContent('Quality is left out: this user may not search by it.');
    expect(server.callsOf(previewNew)[0]?.body).toMatchObject({
      draft: { userId: '7', lastName: 'Typed', sendDays: ['M'] },
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsOf(post)).toEqual([]);
    expect(await field('Last Name')).toHaveValue('Typed');
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
  });

  it('shows the changes of a stored report, and at its fields why there is none', async () => {
    const { user, server } = await open({
      address: edited,
      answers: { [get]: { data: reportConfig() }, [previewStored]: reportPreview() },
    });
    await replaceText(user, 'Email', 'none');
    await user.click(button('Preview'));
    expect(await screen.findByText('Invalid Email Address')).toBeVisible();
    expect(server.callsOf(previewStored)).toEqual([]);
    await replaceText(user, 'Email', 'other@partners.example');
    const message = 'Last Name is not allowed';
    server.failures.set(previewStored, { status: 400, message, details: [{ path: 'lastName', message }] });
    await user.click(button('Preview'));
    await waitFor(async () =>
      expect(await field('Last Name')).toHaveAccessibleDescription(new RegExp(message)),
    );
    expect(screen.queryByText('There was a error on saving the Activity Report Configuration')).toBeNull();
    server.failures.set(previewStored, reportPreview());
    await replaceText(user, 'Last Name', 'Vale');
    await user.click(button('Preview'));
    expect(await dialog()).toHaveTextContent('behind the button of the email');
    expect(server.callsOf(previewStored).at(-1)?.body).toMatchObject({
      draft: { email: 'other@partners.example', lastName: 'Vale', version: 3 },
    });
    expect(server.callsOf(patch)).toEqual([]);
  });

  it('says why a new report has nothing to send yet', async () => {
    const { user } = await open({ answers: { [previewNew]: reportPreview({ recordsCount: 0 }) } });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Report Type' }), 'Individual');
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await user.click(button('Preview'));
    expect(await dialog()).toHaveTextContent('what becomes available after you save');
  });
});

describe('the clients of a report', () => {
  const clientsFilter = (...ids: string[]) => ({
    $type: 'Terms',
    field: 'Clients',
    op: 'Contains',
    value: ids.map((id) => ({ id, name: `Client ${id}` })),
    allowNA: false,
  });

  it('are its company, also after another one was chosen', async () => {
    const { user, server } = await openScreen(routes, '/dissemination-contact/7', {
      accounts: [account(7, { companies: clients.map((client) => ({ ...client, onlines: [] })) })],
      prepare: ({ failures }) =>
        failures.set('GET /api/default-filters/7', {
          data: { filters: [clientsFilter('1', '2')], indices: ['Webinar'] },
        }),
    });
    const sent = () =>
      server.callsOf(post).map(({ body }) => {
        const { companyId, filters } = body as { companyId: string; filters: unknown[] };
        return [companyId, filters];
      });
    await user.click(await screen.findByRole('checkbox', { name: 'Monday' }));
    await user.click(button('Save'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const company = screen.getByRole('combobox', { name: 'Company' });
    await user.click(company);
    await user.click(await screen.findByRole('option', { name: clients[1].name }));
    await user.click(button('Save'));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toMatchObject([
      ['1', [{ field: 'Clients', value: [{ id: '1' }] }]],
      ['2', [{ field: 'Clients', value: [{ id: '2' }] }]],
    ]);
  });

  it('cannot be others, which is said before saving', async () => {
    const config = reportConfig({
      filterModel: { filters: [clientsFilter('1', '2')], indices: ['Webinar'] } as never,
    });
    const { user, server } = await open({ address: edited, answers: { [get]: { data: config } } });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText(
        'The report holds the activities of its company only. Remove the other clients from the filters.',
      ),
    ).toBeVisible();
    expect(server.callsOf(patch)).toEqual([]);
  });
});

describe('an existing report', () => {
  it('keeps what was typed when the server refuses it, with the words at the field', async () => {
    const { user, server } = await open({ address: edited, answers: { [get]: { data: reportConfig() } } });
    expect(await heading('Edit Activity Report Configuration')).toBeVisible();
    const message = 'Last Name is not allowed';
    server.failures.set(patch, { status: 400, message, details: [{ path: 'lastName', message }] });
    await user.type(await field('Last Name'), '!');
    await user.click(button('Save'));
    expect(
      await screen.findByText('There was a error on saving the Activity Report Configuration'),
    ).toBeVisible();
    expect(await field('Last Name')).toHaveAccessibleDescription(new RegExp(message));
    expect(await field('Last Name')).toHaveValue('Vane!');
    const conflict = 'Someone else has changed this activity report configuration since you opened it.';
    server.failures.set(patch, { status: 409, code: 'conflict', message: conflict });
    await user.click(button('Save'));
    expect(await screen.findByText(conflict)).toBeVisible();
    expect(await field('Last Name')).toHaveValue('Vane!');
    expect(server.callsOf(patch)[0]?.body).toMatchObject({ version: 3 });
  });

  it('is found by an address with only its id', async () => {
    const { router } = await open({
      address: `/dissemination-contact/${configId}/1`,
      answers: { [get]: { data: reportConfig() } },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe(edited));
  });

  it('is sent at once after a question', async () => {
    const send = `POST /api/activity-report-config/${configId}/send-now`;
    const { user, server } = await open({
      address: edited,
      answers: {
        [get]: { data: reportConfig() },
        [send]: { data: { reportId: 'r1' }, message: 'The report is being sent.' },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    expect(server.callsOf(send)).toEqual([]);
    const question = await screen.findByRole('alertdialog', { name: 'Send this report now?' });
    await user.click(within(question).getByRole('button', { name: 'Send now' }));
    expect(await screen.findByText('The report is being sent.')).toBeVisible();
  });

  it('says beside the button when it can be sent again', async () => {
    const send = `POST /api/activity-report-config/${configId}/send-now`;
    const message = 'The limit of emails is reached. Please try again in 40 minutes.';
    const { user } = await open({
      address: edited,
      answers: {
        [get]: { data: reportConfig() },
        [send]: { status: 429, code: 'too_many_requests', message },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    const question = await screen.findByRole('alertdialog', { name: 'Send this report now?' });
    await user.click(within(question).getByRole('button', { name: 'Send now' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

describe('a webhook report', () => {
  const webhook = {
    clientId: '1',
    client: 'Aurelis',
    url: 'https://hooks.example/in',
    hasSecret: true,
    secretCreatedOn: '2026-03-01T10:00:00.000Z',
    previousSecretUntil: null,
    version: 2,
  };
  const paused = reportConfig({
    reportType: 3,
    reportTypeEnum: 'Webhook',
    webhookPausedOn: '2026-03-02T10:00:00.000Z',
  });
  const channel = { id: 'c1', kind: 'slack', name: '#readers', address: 'hooks.slack.com/…QmYz', version: 1 };
  const answers = {
    [get]: { data: paused },
    'GET /api/client-webhook/1': { data: webhook },
    'GET /api/client-channels/1': { data: { clientId: '1', client: 'Aurelis', channels: [channel] } },
  };

  it('shows a new secret once, the response to a test, and resumes', async () => {
    const { user, server } = await open({ address: edited, answers });
    await user.click(await screen.findByRole('button', { name: 'Generate secret' }));
    server.failures.set('POST /api/client-webhook/1/secret', {
      data: { secret: 'whsec_once', webhook: { ...webhook, version: 3 } },
    });
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Generate secret' }),
    );
    expect(await screen.findByText('whsec_once')).toBeVisible();
    server.failures.set('POST /api/client-webhook/1/test', {
      data: { ok: false, status: 503, milliseconds: 12, response: 'busy', error: null, webhookId: 'msg_1' },
    });
    await user.click(button('Send test message'));
    expect(await screen.findByText('The message was not accepted')).toBeVisible();
    expect(screen.getByText('503')).toBeVisible();
    expect(screen.getByText('busy')).toBeVisible();
    server.failures.set(`POST /api/activity-report-config/${configId}/resume`, {
      data: { ...paused, webhookPausedOn: null },
      message: 'Messages are sent again.',
    });
    await user.click(button('Resume'));
    expect(await screen.findByText('Messages are sent again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull());
  });

  it('goes to a channel instead, and says at the field why not', async () => {
    const { user, server } = await open({ address: edited, answers });
    const receiver = await screen.findByRole('combobox', { name: 'Receiver' });
    await screen.findByRole('option', { name: 'Slack: #readers' });
    await user.selectOptions(receiver, 'Slack: #readers');
    const message = 'Choose a channel of this client.';
    server.failures.set(patch, { status: 400, message, details: [{ path: 'channelId', message }] });
    await user.click(button('Save'));
    await waitFor(() => expect(receiver).toHaveAccessibleDescription(new RegExp(message)));
    expect(server.callsOf(patch)[0]?.body).toMatchObject({ channelId: 'c1' });
  });

  it('says at the address why it is refused', async () => {
    const { user, server } = await open({ address: edited, answers });
    const message = 'The address must start with https://.';
    server.failures.set('PUT /api/client-webhook/1', {
      status: 400,
      message,
      details: [{ path: 'url', message }],
    });
    const input = await screen.findByRole('textbox', { name: 'Address' });
    await user.type(input, '/x');
    await user.click(button('Save address'));
    await waitFor(() => expect(input).toHaveAccessibleDescription(new RegExp(message)));
  });
});
