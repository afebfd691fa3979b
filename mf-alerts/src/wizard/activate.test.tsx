import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { completeAlert, filteredAlert } from '../testing/alerts.ts';
import type { startAlertsServer } from '../testing/alerts-server.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

type Server = Awaited<ReturnType<typeof startAlertsServer>>;

const complete = 'GET /api/notification/a1/mark-as-completed';
const activate = 'GET /api/notification-schedule/a1/activate';
const backTest = 'POST /api/notification-back-test/a1';
const preview = 'GET /api/notification-mail/a1/preview';
const button = (name: string) => screen.getByRole('button', { name });

const entity = {
  clientId: '1',
  client: 'Aurelis',
  entityId: '9',
  name: 'Velboron Biologics',
  url: null,
  outcome: 'fires',
  current: { activities: 4, readers: 2 },
  baseline: null,
  expected: null,
  changePercent: null,
  direction: null,
  notifiedOn: null,
  why: '4 activities by 2 readers',
};
const slot = (day: number, totalMatched: number) => ({
  slot: `2026-03-${String(day).padStart(2, '0')}`,
  runOn: '2026-03-01T06:00:00.000Z',
  totalMatched,
  entities: totalMatched > 0 ? [entity] : [],
  activities: [],
  insufficientBaseline: 0,
  incompleteClients: [],
});
const slots = Array.from({ length: 12 }, (_, index) => slot(index + 1, index === 4 ? 3 : 0));

const open = async (prepare: (server: Server) => void = () => {}) => {
  const alert = filteredAlert(1, { lastStepCompleted: 5 });
  const view = await openWizard('a1/5', {
    alerts: [alert],
    prepare: (server) => {
      server.failures.set('GET /api/notification/a1/description', {
        data: {
          name: alert.name,
          schedule: 'Monthly on the 1st at 06:00 (UTC)',
          rule: 'Every activity that meets the filters.',
          filters: [{ name: 'Clients', operation: 'is any of', value: 'Aurelis' }],
          editable: true,
          disabled: false,
          disabledReason: null,
        },
      });
      prepare(server);
    },
  });
  await screen.findByText('Monthly on the 1st at 06:00 (UTC)');
  return view;
};

it('completes and activates the alert once', async () => {
  const { server, router, user } = await open();
  expect(screen.getByText('Monthly on the 1st at 06:00 (UTC)')).toBeVisible();
  expect(screen.getByText('is any of: Aurelis')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Activate now' })).toBeChecked();
  await user.dblClick(button('Finish'));
  expect(await screen.findByText('Alert 1 is active')).toBeVisible();
  expect(router.state.location.pathname).toBe('/notifications/search');
  expect(server.callsOf(complete)).toHaveLength(1);
  expect(server.callsOf(activate)).toHaveLength(1);
});

it('can leave the schedule inactive', async () => {
  const { server, user } = await open();
  await user.click(screen.getByRole('switch', { name: 'Activate now' }));
  await user.click(button('Finish'));
  expect(await screen.findByText('Saved Alert 1')).toBeVisible();
  expect(server.callsOf(activate)).toHaveLength(0);
});

it('stays with the reason if a recipient is invalid', async () => {
  const invalidRecipients = {
    isInvalid: true,
    deletedUsers: ['Cleo Client'],
    invalidClients: [],
    invalidOnlines: [],
    invalidExportColumns: [],
    nonPaidClients: [],
  };
  const { server, user } = await open(({ failures }) =>
    failures.set(complete, { data: filteredAlert(1, { lastStepCompleted: 5, invalidRecipients }) }),
  );
  await user.click(button('Finish'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('These users were deleted: Cleo Client.');
  expect(within(alert).getByRole('link', { name: 'Set Alert' })).toHaveAttribute(
    'href',
    '/notification/a1/3',
  );
  expect(server.callsOf(activate)).toHaveLength(0);
});

it('goes on in edit mode if the complete alert cannot be activated', async () => {
  const { router, user } = await open(({ failures }) =>
    failures.set(activate, { status: 409, code: 'conflict', message: 'The alert is disabled.' }),
  );
  await user.click(button('Finish'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Alert' })).toBeVisible();
  expect(await screen.findByRole('switch', { name: 'Schedule active' })).not.toBeChecked();
  expect(router.state.location.pathname).toBe('/notification/a1/4');
  expect(screen.getByText('The alert is disabled.')).toBeVisible();
  expect(screen.getByText('Alert 1 is saved, but its schedule is not active')).toBeVisible();
});

it('does not retry a failure', async () => {
  const { server, user } = await open(({ failures }) => failures.set(complete, { status: 500 }));
  await user.click(button('Finish'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An unknown error occurred while processing your request. Contact your system administrator if this error is persistent.',
  );
  expect(server.callsOf(complete)).toHaveLength(1);
  server.failures.delete(complete);
  await user.click(button('Finish'));
  expect(await screen.findByText('Alert 1 is active')).toBeVisible();
});

it('shows on request what the past runs would have reported', async () => {
  const { user } = await open(({ failures }) =>
    failures.set(backTest, {
      data: { timeZone: 'UTC', rule: 'Every activity.', slots, lastMonth: { totalMatched: 3, runs: 1 } },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Show back-test' }));
  const matches = await screen.findByRole('list', { name: 'Matches of March 05, 2026' });
  expect(matches).toHaveTextContent('Velboron Biologics · Aurelis4 activities by 2 readers');
  expect(screen.getByText('And 2 more.')).toBeVisible();
  const run = screen.getByRole('combobox', { name: 'Run' });
  expect(within(run).getAllByRole('option')).toHaveLength(12);
  await user.selectOptions(run, 'March 01, 2026: 0');
  expect(screen.getByText('No activities at this run.')).toBeVisible();
});

it.each([
  [100, []],
  [
    1234,
    [
      'The run of March 02, 2026 would have listed 1,234 activities. Narrower filters or a higher threshold make a list that people read.',
    ],
  ],
])('warns of a run that lists more than a hundred: %d', async (most, warnings) => {
  await open(({ failures }) =>
    failures.set(backTest, {
      data: {
        timeZone: 'UTC',
        rule: 'Every activity.',
        slots: [slot(1, 7), slot(2, most), slot(3, 0)],
        lastMonth: { totalMatched: 0, runs: 1 },
      },
    }),
  );
  await screen.findByText('Would have matched 0 in the last month.');
  const shown = screen.queryAllByText(/would have listed/).map(({ textContent }) => textContent);
  expect(shown).toEqual(warnings);
});

it('says why there is no back-test', async () => {
  await open(({ failures }) =>
    failures.set(backTest, { status: 409, code: 'conflict', message: 'Define the filters first.' }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The back-test could not be loaded. Define the filters first.',
  );
});

describe('the mail', () => {
  const mailOfRun = (totalMatched: number) => ({
    subject: 'Alert 1: 3 matches',
    html: '<p style="color: red">Hello</p>',
    text: 'Hello',
    runOn: '2026-03-01T06:00:00.000Z',
    totalMatched,
  });
  const openPreview = async (totalMatched: number) => {
    const { user } = await open(({ failures }) => failures.set(preview, { data: mailOfRun(totalMatched) }));
    await user.click(button('Preview mail'));
    return screen.findByRole('dialog', { name: 'Preview mail' });
  };

  it('tells which run it is of', async () => {
    const dialog = await openPreview(3);
    expect(
      await within(dialog).findByText(/^The mail of March \d+, 2026.*, the last run with a match\.$/),
    ).toBeVisible();
  });

  it('tells that no run had a match', async () => {
    const dialog = await openPreview(0);
    const text =
      'None of the runs of the back-test would have had a match, and a run without one sends no mail.';
    expect(await within(dialog).findByText(text)).toBeVisible();
  });

  it('is shown without scripts', async () => {
    const dialog = await openPreview(3);
    const mail = await within(dialog).findByTitle('Mail');
    expect(dialog).toHaveTextContent('Subject: Alert 1: 3 matches');
    expect(mail).toHaveAttribute('srcdoc', '<p data-style="color: red">Hello</p>');
    expect(mail).toHaveAttribute('sandbox', 'allow-same-origin');
  });

  it('can be sent to the user, also while editing a complete alert', async () => {
    const { server, user } = await openWizard('a1/1', {
      alerts: [completeAlert(1)],
      prepare: ({ failures }) =>
        failures.set('POST /api/notification-mail/a1/test', { data: { sentTo: 'ada@readers.example' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send test mail' }));
    expect(await screen.findByText('A test mail has been sent to ada@readers.example')).toBeVisible();
    await waitFor(() => expect(server.callsOf('POST /api/notification-mail/a1/test')).toHaveLength(1));
  });
});
