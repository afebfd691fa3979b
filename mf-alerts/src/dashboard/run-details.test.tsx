import { formatMoment } from '@readerlens/ui/parts';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { closeDashboard, description, openDashboard } from '../testing/open-dashboard.tsx';
import { testActivity, testEntity, testRun } from '../testing/runs.ts';
import { saveFiles } from '../testing/saved-files.ts';

const markRead = 'POST /api/notification-dashboard/mark-read/true';
const open = (
  {
    run = testRun(1),
    ...options
  }: Parameters<typeof openDashboard>[1] & { run?: ReturnType<typeof testRun> } = {},
  address = '/notifications/dashboard/a1/r1',
) => openDashboard(address, { runs: [run], ...options });

afterEach(closeDashboard);

const ready = () => screen.findByRole('region', { name: 'Run' });
const specific = testRun(1, { type: 'SpecificActivityNotification', totalMatched: 60 });

it('shows the run, its periods and its rule', async () => {
  await open();
  const facts = within(await ready());
  expect(screen.getByRole('heading', { level: 1, name: 'Alert 1' })).toBeVisible();
  for (const text of [
    'March 01, 2026 (Europe/Berlin)',
    'February 01, 2026 to February 28, 2026',
    'November 01, 2025 to January 31, 2026',
    'A reader with at least 50% more or less activity in 1 month than expected.',
    'What alert 1 is for',
    'Changes In Activities',
    'Sent to you',
  ])
    expect(facts.getByText(text)).toBeVisible();
  expect(facts.getByRole('link', { name: 'All runs of this alert' })).toHaveAttribute(
    'href',
    '/notifications/dashboard?alert=a1',
  );
});

it('lists the filters of the run', async () => {
  await open();
  const list = within(await screen.findByRole('list', { name: 'Filters of this run' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Clients is any of Acme',
    '1 filter is one you cannot see',
  ]);
});

it('says how many organizations an account list had at the run, and what became of it', async () => {
  const list = {
    id: 'l1',
    name: 'Partners',
    kind: 'organizations',
    organizations: 12,
    since: 'same',
  } as const;
  await open({
    details: {
      accountLists: [
        list,
        { ...list, id: 'l2', organizations: 1, since: 'changed' },
        { ...list, id: 'l3', since: 'deleted' },
        { ...list, id: 'l4', kind: 'rule', since: 'changed' },
        { ...list, id: 'l5', kind: 'rule', organizations: null },
      ],
    },
  });
  const lists = within(await screen.findByRole('list', { name: 'Account lists of this run' }));
  expect(lists.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Partners (12 organizations at this run)',
    'Partners (1 organization at this run). The list has changed since.',
    'Partners (12 organizations at this run). The list has been deleted since.',
    'Partners (by a rule, 12 organizations at this run). Its rule has changed since.',
    'Partners (by a rule)',
  ]);
});

it('names no account lists of a run without any', async () => {
  await open();
  await ready();
  expect(screen.queryByText('Account Lists')).not.toBeInTheDocument();
});

it('says that a run had no filters', async () => {
  await open({ details: { filters: [] } });
  const facts = within(await ready());
  expect(facts.getByText('Filters').nextElementSibling).toHaveTextContent('None');
});

it('stays unread if somebody acts as the person', async () => {
  const { server } = await open({ run: testRun(1, { isRead: false }), impersonating: true });
  await ready();
  expect(await screen.findByRole('button', { name: 'Mark read' })).toBeEnabled();
  expect(server.callsOf(markRead)).toEqual([]);
});

it('explains why each entity was reported or not', async () => {
  const entities = [
    testEntity(1, { notifiedOn: '2025-12-01' }),
    testEntity(2, { outcome: 'insufficient baseline', url: null, expected: null, changePercent: null }),
    testEntity(3, { outcome: 'quiet', changePercent: -49.9, expected: 17.96 }),
  ];
  await open({ details: { entities } });
  const table = within(await screen.findByRole('table', { name: 'Readers and organizations' }));
  expect(
    table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    [
      'Name',

      'Result',
      'Why',
      'Current',
      'Baseline',
      'Expected',
      'Change',
      'Notified before',
    ],
    ['Reader 1Acme', 'Reported', entities[0]!.why, '9', '18', '6', '+50%', 'December 01, 2025'],
    ['Reader 2Acme', 'Insufficient baseline', entities[1]!.why, '9', '18', '–', '–', '–'],
    ['Reader 3Acme', 'Not reported', entities[2]!.why, '9', '18', '18', '−49%', '–'],
  ]);
  expect(table.getByRole('link', { name: 'Reader 1' })).toHaveAttribute(
    'href',
    '/analytics/reader-dashboard/e1?f=Clients:c1',
  );
  expect(table.queryByRole('link', { name: 'Reader 2' })).not.toBeInTheDocument();
});

it('shows the readers of organizations, and no baseline of a series', async () => {
  const organization = testEntity(1, {
    current: { activities: 9, readers: 3 },
    baseline: null,
    expected: null,
    changePercent: null,
  });
  await open({
    run: testRun(1, { type: 'SeriesOfActivitiesNotification' }),
    details: { baseline: null, entities: [organization] },
  });
  await ready();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',

    'Result',
    'Why',
    'Current',
    'Readers',
    'Notified before',
  ]);
  expect(screen.getByText('Period')).toBeVisible();
});

it('lists the activities of a Specific alert with links to their pages', async () => {
  await open({ run: specific, details: { entities: [], activities: [testActivity(1), testActivity(2)] } });
  const table = within(await screen.findByRole('table', { name: 'Reported activities' }));
  expect(table.getByRole('link', { name: 'Guide 1' })).toHaveAttribute(
    'href',
    '/individual-activity/search/-/Engagement-1',
  );
  expect(table.getByRole('link', { name: 'Reader 2' })).toHaveAttribute(
    'href',
    '/analytics/reader-dashboard/reader2@lab___example',
  );
  expect(screen.getByText('The latest 2 of 60 activities')).toBeVisible();
});

it('tells what the figures do not say', async () => {
  await open({
    run: testRun(1, { disabled: true, disabledReason: 'A recipient was deleted.' }),
    details: {
      missedSlots: 2,
      insufficientBaseline: 1,
      incompleteClients: ['Acme', 'Borealis'],
      exceedsThreshold: true,
      deferred: [{ to: 'zoe@x.example', until: '2026-03-01T06:00:00.000Z' }],
      fileNote: 'For readers without activities, the file lists those of the baseline.',
      mail: null,
    },
  });
  await ready();
  for (const text of [
    'A recipient was deleted.',
    'The 2 scheduled runs before this one did not take place.',
    '1 reader or organization was not evaluated, because the baseline is too small.',
    'Not evaluated, because their data starts after the baseline does: Acme, Borealis.',
    'More activities matched than the file lists.',
    `The email of this run to zoe@x.example is sent at ${formatMoment('2026-03-01T06:00:00.000Z', 'long')}, because the limit of emails to this address is reached.`,
    'For readers without activities, the file lists those of the baseline.',
  ])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit Configuration' })).not.toBeInTheDocument();
});

describe('opening a run', () => {
  it('marks it as read once, and updates the count in the sidebar', async () => {
    const { server, user, refreshBadges } = await open();
    await waitFor(() => expect(refreshBadges).toHaveBeenCalledTimes(1));
    expect(server.callsOf(markRead)[0]?.body).toEqual({ ids: ['r1'] });
    await user.click(await screen.findByRole('button', { name: 'Mark unread' }));
    expect(await screen.findByRole('button', { name: 'Mark read' })).toBeVisible();
    expect(server.callsOf(markRead)).toHaveLength(1);
    expect(refreshBadges).toHaveBeenCalledTimes(2);
  });

  it('leaves a read run as it is', async () => {
    const { server } = await open({ run: testRun(1, { isRead: true }) });
    await ready();
    expect(server.callsOf(markRead)).toHaveLength(0);
  });

  it('returns to the list as it was left', async () => {
    const { user } = await openDashboard('/notifications/dashboard?quiet=1&sort=type', {
      runs: [testRun(1)],
    });
    await user.click(await screen.findByRole('link', { name: 'Alert 1' }));
    await ready();
    expect(screen.getByRole('link', { name: 'Notification Dashboard' })).toHaveAttribute(
      'href',
      '/notifications/dashboard?quiet=1&sort=type',
    );
  });

  it('is not found under the address of another alert', async () => {
    const { server } = await open({}, '/notifications/dashboard/other/r1');
    expect(await screen.findByText('Result not found')).toBeVisible();
    expect(server.callsOf(markRead)).toEqual([]);
  });
});

describe('its tools', () => {
  it('download the file', async () => {
    const saved = saveFiles();
    const { user } = await open({
      failures: { 'GET /api/notification-dashboard/r1/file': { file: 'Alert 1.xlsx' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toEqual(['Alert 1.xlsx']));
  });

  it('show the parameters of the alert', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Notification Parameters' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notification Parameters' }));
    expect(await dialog.findByText(description.schedule)).toBeVisible();
    expect(dialog.getByText(description.rule)).toBeVisible();
    expect(dialog.getByRole('cell', { name: 'Clients' })).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Edit Configuration' })).toHaveAttribute(
      'href',
      '/notification/a1/1',
    );
  });

  it('say that the alert no longer exists', async () => {
    const { user } = await open({
      failures: {
        'GET /api/notification/a1/description': { status: 404, message: 'There is no such alert.' },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Notification Parameters' }));
    expect(await screen.findByText('There is no such alert.')).toBeVisible();
  });

  it.each<[string, Parameters<typeof open>[0]]>([
    ['who may not edit the alert', { run: testRun(1, { editable: false }) }],
    ['of a disabled alert', { run: testRun(1, { disabled: true, disabledReason: 'Off.' }) }],
    ['who may not manage alerts', { user: { claims: ['viewNotifications'] } }],
  ])('do not lead recipients %s to its form', async (_, options) => {
    await open(options);
    await ready();
    expect(screen.queryByRole('link', { name: 'Edit Configuration' })).not.toBeInTheDocument();
  });

  it('lead to the form of the alert', async () => {
    await open();
    expect(await screen.findByRole('link', { name: 'Edit Configuration' })).toHaveAttribute(
      'href',
      '/notification/a1/1',
    );
  });
});

it('says that a run does not exist or was sent to others', async () => {
  await open({}, '/notifications/dashboard/a1/r9');
  expect(await screen.findByText('Result not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the Notification Dashboard' })).toBeVisible();
});

it('offers to try again after an error', async () => {
  const { server, user } = await open({
    failures: { 'GET /api/notification-dashboard/r1': { status: 503, message: 'Something broke.' } },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.failures.clear();
  await user.click(again);
  expect(await ready()).toBeVisible();
});
