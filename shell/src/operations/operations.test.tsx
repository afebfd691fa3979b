import '@testing-library/jest-dom';
import { advance, narrowWindow, startFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Alarm, ClientCosts, JobRun, JobSummary, RunningProcess } from '@readerlens/contract';
import { queryClient } from '../session/query-client.ts';
import { admin, client } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

const internal: Person = { ...admin, role: 'Internal' };
const jobsCall = 'GET /api/operations/jobs';
const alarmsCall = 'GET /api/operations/alarms';
const runsCall = 'GET /api/operations/runs';
const costsCall = 'GET /api/operations/client-costs';
const processesCall = 'GET /api/operations/processes';
const failedId = '0b6a1f0e-5a0f-4f6f-9d53-0d8c6a1b2c3d';
const retryCall = `POST /api/operations/runs/${failedId}/retry`;

const zero = { due: 0, waiting: 0, running: 0, failed: 0, done: 0, skipped: 0 };
const jobs: JobSummary[] = [
  {
    kind: 'area-samples',
    lateSince: '2026-03-01T21:00:00.000Z',
    counts: { ...zero, done: 30 },
    nextAt: '2026-03-03T00:00:00.000Z',
    lastRun: {
      state: 'done',
      startedAt: '2026-03-02T00:00:00.000Z',
      finishedAt: '2026-03-02T00:00:00.250Z',
    },
  },
  {
    kind: 'mail',
    counts: { ...zero, due: 2, waiting: 3, running: 1, failed: 1, done: 1200 },
    nextAt: null,
    lastRun: null,
    held: 'No mail server is configured.',
  },
];
const failed: JobRun = {
  id: failedId,
  kind: 'mail',
  ownerId: '7',
  about: 'ana@users.example',
  slot: 'send',
  slotAt: '2026-03-02T10:00:00.000Z',
  missedSlots: 0,
  state: 'failed',
  attempts: 6,
  nextAt: null,
  startedAt: '2026-03-02T10:00:01.000Z',
  finishedAt: '2026-03-02T10:00:13.300Z',
  error: '550 no such mailbox',
};
const done: JobRun = {
  ...failed,
  id: 'ffffffff-5a0f-4f6f-9d53-0d8c6a1b2c3d',
  kind: 'cleanup',
  ownerId: 'system',
  about: undefined,
  state: 'done',
  missedSlots: 6,
  attempts: 1,
  error: null,
};

const noCosts: ClientCosts = { since: '2026-03-01T11:00:00.000Z', heaviest: [] };

const open = (path = '/admin/operations', items: JobRun[] = [failed, done]) => {
  const shell = renderShell(path, internal);
  shell.api.answers[alarmsCall] = { data: [] };
  shell.api.answers[jobsCall] = { data: jobs };
  shell.api.answers[runsCall] = { data: { items, total: items.length } };
  shell.api.answers[costsCall] = { data: noCosts };
  shell.api.answers[processesCall] = { data: [] };
  return shell;
};
const table = async (name: string) => within(await screen.findByRole('table', { name }));
const cells = (row: HTMLElement | undefined) =>
  within(row!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

afterEach(() => queryClient.clear());

it('shows the number of runs by kind and state, with the last and the next run', async () => {
  open();
  const [, samples, mails] = (await table('Kinds of jobs')).getAllByRole('row');
  const time = /^Done\w+ \d+, \d\d:\d\d:\d\d250 ms$/;
  expect(cells(samples)).toEqual([
    expect.stringMatching(/^Area samplesLate since Mar \d, \d\d:\d\d:\d\d$/),
    '0',
    '0',
    '0',
    '0',
    '30',
    '0',
    expect.stringMatching(time),
    expect.stringMatching(/^Mar \d, \d\d:\d\d:\d\d$/),
  ]);
  expect(cells(mails).slice(0, 7)).toEqual([
    'MailNo mail server is configured.',
    '2',
    '3',
    '1',
    '1',
    '1,200',
    '0',
  ]);
  expect(document.title).toBe('Operations · Readerlens');
});

it('shows whose calls and background work cost most', async () => {
  const { api } = open();
  const none = { calls: 12, refused: 0, seconds: 0.04, backgroundSeconds: 0, databaseSeconds: 0 };
  api.answers[costsCall] = {
    data: {
      since: '2026-03-01T11:00:00.000Z',
      heaviest: [
        {
          payer: 'client',
          client: { id: '7', name: 'Acorn' },
          calls: 12_345,
          refused: 1200,
          seconds: 2345.6,
          backgroundSeconds: 61.24,
          databaseSeconds: 99.94,
        },
        { payer: 'several', client: null, ...none },
        { payer: 'staff', client: null, ...none },
        { payer: 'none', client: null, ...none },
      ],
    } satisfies ClientCosts,
  };
  const [, ...rows] = (await table('Heaviest clients')).getAllByRole('row');
  expect(rows.map(cells)).toEqual([
    ['Acorn', '12,345', '1,200', '2,346 s', '61.2 s', '99.9 s'],
    ['People with several clients', '12', '0', '0.0 s', '0.0 s', '0.0 s'],
    ['Staff', '12', '0', '0.0 s', '0.0 s', '0.0 s'],
    ['Without a client or a session', '12', '0', '0.0 s', '0.0 s', '0.0 s'],
  ]);
  expect(screen.getByText(/^The ten that .* since Mar 1, \d\d:00\. /)).toBeInTheDocument();
});

it('shows which version each process runs, and that several do', async () => {
  const { api, user } = open();
  const times = { startedAt: '2026-03-02T10:00:00.000Z', seenAt: '2026-03-02T12:00:05.000Z' };
  const old: RunningProcess = { name: 'web:1', isWorker: false, version: null, ...times };
  const later: RunningProcess = { name: 'worker:2', isWorker: true, version: '0.1.0+c0ffee', ...times };
  const severalText = /^They run several versions/;
  api.answers[processesCall] = { data: [old, later] };
  const [, ...rows] = (await table('Processes')).getAllByRole('row');
  const time = expect.stringMatching(/^Mar \d, \d\d:\d\d:\d\d$/);
  expect(rows.map(cells)).toEqual([
    ['web:1', '–not known', 'No', time, time],
    ['worker:2', '0.1.0+c0ffee', 'Yes', time, time],
  ]);
  expect(screen.getByText(severalText)).toBeInTheDocument();
  api.answers[processesCall] = { data: [later] };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText(severalText)).not.toBeInTheDocument());
});

it('shows everything else when the costs cannot be loaded, and loads them on request', async () => {
  const { api, user } = open();
  api.answers[costsCall] = { status: 503, message: 'Busy.' };
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  await table('Runs');
  api.answers[costsCall] = { data: noCosts };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing has been counted yet.')).toBeInTheDocument();
});

it('says what is wrong and what to do, and marks the kinds that it affects', async () => {
  const { api, user } = open();
  await table('Runs');
  const status = screen.getByRole('status', { name: 'Alarms' });
  expect(status).toBeEmptyDOMElement();
  const alarms: Alarm[] = [
    {
      condition: 'mails-refused',
      severity: 'critical',
      since: '2026-03-02T10:00:00.000Z',
      what: 'The mail server takes no mails.',
      action: 'Check that it runs.',
      kinds: ['mail'],
    },
    {
      condition: 'disk-nearly-full',
      severity: 'warning',
      since: null,
      what: 'The disk has 200 MB left.',
      action: 'Make space.',
      kinds: [],
    },
  ];
  api.answers[alarmsCall] = { data: alarms };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(status).not.toBeEmptyDOMElement());
  expect(status).toHaveTextContent(
    /^Mails not taken since Mar 2, [\d:]+The mail server takes no mails. Check that it runs.Disk nearly fullThe disk has 200 MB left. Make space.$/,
  );
  const [, samples, mails] = (await table('Kinds of jobs')).getAllByRole('row');
  expect(cells(mails)[0]).toBe('MailMails not takenNo mail server is configured.');
  expect(cells(samples)[0]).not.toContain('Disk');
});

it('releases held deliveries after it has said what is due', async () => {
  const { api, user } = open();
  const held: Alarm = {
    condition: 'deliveries-held',
    severity: 'critical',
    since: '2026-03-02T10:00:00.000Z',
    what: 'This database was restored from a backup.',
    action: 'Release the deliveries.',
    kinds: [],
  };
  const due = { slots: 1200, mails: 1, webhooks: 0 };
  const releaseCall = 'POST /api/operations/deliveries/release';
  api.answers[alarmsCall] = { data: [held] };
  api.answers['GET /api/operations/deliveries'] = {
    data: { ...due, held: { since: held.since!, reason: held.what } },
  };
  api.answers[releaseCall] = { status: 409, message: 'Deliveries are not held.' };
  const release = async (answer: string, beforeAnswer = () => {}) => {
    await user.click(await screen.findByRole('button', { name: 'Release deliveries' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('This is due: 1,200 × scheduled work, 1 × mail, 0 × webhook message.');
    beforeAnswer();
    await user.click(within(dialog).getByRole('button', { name: answer }));
  };
  await release('Cancel');
  expect(api.callsOf(releaseCall)).toHaveLength(0);
  await release('Release');
  expect(await screen.findByText('Deliveries are not held.')).toBeInTheDocument();
  await release('Release', () => {
    api.answers[releaseCall] = { data: { ...due, held: null } };
    api.answers[alarmsCall] = { data: [] };
  });
  expect(await screen.findByText('The deliveries are released.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/^Deliveries held/)).not.toBeInTheDocument());
});

it('shows runs with their times, attempts and errors', async () => {
  open();
  const [, first, second] = (await table('Runs')).getAllByRole('row');
  expect(cells(first)).toEqual([
    'Mailana@users.example',
    'Failed',
    expect.stringMatching(/^Mar 2, /),
    '6',
    expect.stringMatching(/12\.3 s$/),
    '–not queued',
    '550 no such mailbox',
    'Retry',
  ]);
  expect(cells(second)[0]).toBe('Cleanup');
  expect(cells(second)[2]).toContain('6 earlier slots missed');
});

it('keeps kind, state and page in the address', async () => {
  const { user, api } = open('/admin/operations?kind=mail&state=failed&page=2');
  await table('Runs');
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('mail');
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('failed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Done');
  await waitFor(() => expect(location.search).toBe('?kind=mail&state=done'));
  await user.click(screen.getByRole('link', { name: '1,200 done runs of Mail' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'All kinds');
  await waitFor(() => expect(location.search).toBe('?state=done'));
  await waitFor(() =>
    expect(api.callsOf(runsCall).map(({ query }) => `${query}`)).toEqual([
      'kind=mail&state=failed&page=2&size=25',
      'kind=mail&state=done&page=1&size=25',
      'state=done&page=1&size=25',
    ]),
  );
});

it('shows all runs for an invalid address', async () => {
  open('/admin/operations?kind=%3Cb%3E&state=lost&page=-1');
  await table('Runs');
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('');
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('');
});

it('retries a failed run after confirmation, and keeps the focus in the card', async () => {
  const { user, api } = open();
  api.answers[retryCall] = { data: null };
  await user.click(await screen.findByRole('button', { name: 'Retry Mail ana@users.example' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(api.callsOf(retryCall)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Retry Mail ana@users.example' }));
  api.answers[runsCall] = { data: { items: [done], total: 1 } };
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The run is queued again.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('550 no such mailbox')).not.toBeInTheDocument());
  expect(api.callsOf(retryCall)).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('group', { name: 'Filter runs' })).toHaveFocus());
});

it('offers to retry a run that waits after a failed attempt, and no other one that waits', async () => {
  const waiting: JobRun = { ...failed, state: 'waiting', nextAt: '2026-03-02T14:00:00.000Z' };
  open('/admin/operations', [
    { ...waiting, id: 'later', about: 'later@users.example', attempts: 0 },
    { ...waiting, id: 'again', about: 'again@users.example', attempts: 3 },
  ]);
  await table('Runs');
  const buttons = screen.getAllByRole('button', { name: /^Retry/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Retry Mail again@users.example',
  ]);
});

it('says why a run cannot be retried', async () => {
  const { user, api } = open();
  const message = 'Only a run that failed, or waits after a failed attempt, can be retried.';
  api.answers[retryCall] = { status: 409, message };
  await user.click(await screen.findByRole('button', { name: 'Retry Mail ana@users.example' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it('refreshes automatically, except for lists while the focus is in one', async () => {
  startFakeClock();
  const { api, session } = open();
  const retry = await screen.findByRole('button', { name: 'Retry Mail ana@users.example' });
  act(() => retry.focus());
  await waitForResponse(() => session.getState().pending === 0);
  const [calls, alarms] = [api.callsOf(runsCall).length, api.callsOf(alarmsCall).length];
  await advance(30_000);
  expect(api.callsOf(runsCall)).toHaveLength(calls);
  await waitForResponse(() => api.callsOf(alarmsCall).length > alarms);
  act(() => retry.blur());
  await advance(11_000);
  await waitForResponse(() => api.callsOf(runsCall).length > calls);
  jest.useRealTimers();
});

it('keeps its figures when a refresh fails, and shows the error', async () => {
  const { user, api } = open();
  await table('Runs');
  api.answers[jobsCall] = { status: 503, message: 'Busy.' };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('These figures could not be refreshed. Busy.')).toBeInTheDocument();
  expect(screen.getByText('550 no such mailbox')).toBeInTheDocument();
});

it('shows empty states', async () => {
  const shell = renderShell('/admin/operations', internal);
  shell.api.answers[alarmsCall] = { data: [] };
  shell.api.answers[jobsCall] = { data: [] };
  shell.api.answers[runsCall] = { data: { items: [], total: 0 } };
  shell.api.answers[costsCall] = { data: noCosts };
  expect(await screen.findByText('Nothing has run yet.')).toBeInTheDocument();
  expect(screen.getByText('No matches.')).toBeInTheDocument();
  expect(await screen.findByText('Nothing has been counted yet.')).toBeInTheDocument();
});

it('shows a load error and retries on request', async () => {
  const { user, api } = open();
  api.answers[jobsCall] = { status: 503, message: 'Busy.' };
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  api.answers[jobsCall] = { data: jobs };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await table('Runs');
});

it('lists the facts of a job, a run and a client on a phone, without those that say nothing', async () => {
  narrowWindow();
  const { api } = open('/admin/operations', [
    failed,
    { ...done, kind: 'failed-sign-ins' },
    { ...failed, id: 'queued', state: 'due', attempts: 0, startedAt: null, finishedAt: null, error: null },
  ]);
  const spent = { calls: 0, refused: 0, seconds: 0, backgroundSeconds: 61.24, databaseSeconds: 0 };
  api.answers[costsCall] = {
    data: { ...noCosts, heaviest: [{ payer: 'none', client: null, ...spent }] } satisfies ClientCosts,
  };
  expect(await screen.findByText('550 no such mailbox')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry Mail ana@users.example' })).toBeInTheDocument();
  const kinds = screen.getByRole('group', { name: 'Kinds of jobs' });
  expect(kinds).toHaveTextContent('2 due, 3 waiting, 1 running, 1 failed, 1,200 done');
  expect(kinds).not.toHaveTextContent(/\b0 \w/);
  const facts = [...screen.getByRole('group', { name: 'Runs' }).children].map((run) =>
    [...run.querySelectorAll('dt')].map(({ textContent }) => textContent),
  );
  expect(facts).toEqual([
    ['Run', 'Last started', 'Attempts', 'Error or reason', 'Action'],
    ['Run', 'Last started', 'Slot'],
    ['Run', 'Last started', 'Slot'],
  ]);
  expect(screen.getByText('Due', { selector: 'dd *' })).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Runs' })).toHaveTextContent('Failed sign-ins');
  expect(await screen.findByRole('group', { name: 'Heaviest clients' })).toHaveTextContent(
    'Background61.2 s',
  );
});

it('is in the admin menu', async () => {
  const { user } = open('/no/such/page');
  await user.click(await screen.findByRole('button', { name: 'Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Operations' }));
  await table('Runs');
  expect(location.pathname).toBe('/admin/operations');
});

it('ends the session of a client, like any page without permission', async () => {
  const { api } = renderShell('/admin/operations', client);
  expect(await screen.findByRole('alert')).toHaveTextContent('Insufficient privileges');
  expect(api.callsOf(runsCall)).toHaveLength(0);
});
