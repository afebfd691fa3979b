import { formatMoment } from '@readerlens/ui/parts';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { closeDashboard, openDashboard } from '../testing/open-dashboard.tsx';
import { testRun } from '../testing/runs.ts';
import { saveFiles } from '../testing/saved-files.ts';

const call = 'POST /api/notification-dashboard';
const open = (address = '', options: Parameters<typeof openDashboard>[1] = {}) =>
  openDashboard(`/notifications/dashboard${address}`, options);

afterEach(closeDashboard);

const ready = (name = 'Alert 1') => screen.findByRole('link', { name });
const findRow = async (name: string) => (await ready(name)).closest('tr') ?? document.body;
const lastBody = ({ callsOf }: Awaited<ReturnType<typeof open>>['server']) => callsOf(call).at(-1)?.body;
const runs = [testRun(1), testRun(2, { isRead: true }), testRun(3)];

describe('the list', () => {
  it('shows what each run found, with links to the runs', async () => {
    const companies = ['Acme', 'Borealis', 'Cobalt', 'Dune', 'Ember'];
    const { server } = await open('', { runs: [testRun(1, { companies, totalMatched: 1200 }), testRun(2)] });
    expect(screen.getByRole('heading', { level: 1, name: 'Notification Dashboard' })).toBeVisible();
    expect(screen.queryByText(/may not make alerts/)).not.toBeInTheDocument();
    expect(await ready()).toHaveAttribute('href', '/notifications/dashboard/a1/r1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Select all on this page',
      'Alert',
      'Type',
      'Clients',
      'Matched',
      'Run On',
      'Created By',
      'File',
    ]);
    const row = within(await findRow('Alert 1'));
    for (const text of [
      '9 readers had at least 50% more activity in 1 month than expected.',
      'Changes In Activities',
      '1,200',
      formatMoment('2026-03-01T06:00:00.000Z', 'long'),
      'Ines Okafor',
    ])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByRole('cell', { name: 'Acme, Borealis, Cobalt +2 Others' })).toBeVisible();
    expect(screen.getByText('2 results, 2 unread')).toBeVisible();
    expect(lastBody(server)).toEqual({ sortBy: 'runOn', sortDir: 'desc', page: 1, pageSize: 25 });
  });

  it('shows unread runs in bold', async () => {
    await open('', { runs });
    const [unread, read] = [await findRow('Alert 1'), await findRow('Alert 2')];
    expect(within(unread).getByText('Unread:')).toBeInTheDocument();
    const weightIn = (row: HTMLElement) => getComputedStyle(within(row).getByText('Ines Okafor')).fontWeight;
    expect(weightIn(unread)).not.toBe(weightIn(read));
    expect(within(read).queryByText('Unread:')).not.toBeInTheDocument();
  });

  it('keeps search, filters and order in the URL', async () => {
    const { router, server, user } = await open('', { runs });
    await ready();
    await user.click(screen.getByRole('switch', { name: 'Unread only' }));
    await user.click(screen.getByRole('switch', { name: 'Show quiet runs' }));
    await user.click(screen.getByRole('button', { name: /Type/ }));
    await user.type(
      screen.getByRole('searchbox', { name: 'Search by name or description' }),
      'Alert 3{Enter}',
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Alert 1' })).not.toBeInTheDocument());
    await ready('Alert 3');
    expect(router.state.location.search).toBe('?query=Alert%203&unread=1&quiet=1&sort=type&order=asc');
    expect(lastBody(server)).toEqual({
      query: 'Alert 3',
      unread: true,
      quiet: true,
      sortBy: 'type',
      sortDir: 'asc',
      page: 1,
      pageSize: 25,
    });
  });

  it('has pages', async () => {
    const many = Array.from({ length: 26 }, (_, index) => testRun(index + 1));
    const { router, user } = await open('', { runs: many });
    await ready();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await ready('Alert 26');
    expect(router.state.location.search).toBe('?page=2');
  });

  it('shows the runs of one alert, and all again', async () => {
    const { server, user } = await open('?alert=a2', { runs });
    await ready('Alert 2');
    expect(screen.queryByRole('link', { name: 'Alert 1' })).not.toBeInTheDocument();
    expect(lastBody(server)).toMatchObject({ notificationId: 'a2' });
    await user.click(screen.getByRole('button', { name: 'Show all alerts' }));
    expect(await ready()).toBeVisible();
  });

  it('downloads the file of a run', async () => {
    const saved = saveFiles();
    const quiet = testRun(2, { sasUrl: null, totalMatched: 0 });
    const { user } = await open('?quiet=1', {
      runs: [testRun(1), quiet],
      failures: { 'GET /api/notification-dashboard/r1/file': { file: 'Alert 1.xlsx' } },
    });
    await user.click(within(await findRow('Alert 1')).getByRole('button', { name: /^Download Alert 1/ }));
    await waitFor(() => expect(saved).toEqual(['Alert 1.xlsx']));
    expect(within(await findRow('Alert 2')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('says why a file could not be downloaded', async () => {
    const failure = { status: 503, message: 'Please try again later.' };
    const { user } = await open('', {
      runs,
      failures: { 'GET /api/notification-dashboard/r1/file': failure },
    });
    await user.click(within(await findRow('Alert 1')).getByRole('button', { name: /^Download/ }));
    expect(
      await screen.findByText('The file could not be downloaded. Please try again later.'),
    ).toBeVisible();
  });
});

describe('selected runs', () => {
  it.each<['Mark read' | 'Mark unread', string, string[]]>([
    ['Mark read', 'true', ['Alert 3']],
    ['Mark unread', 'false', ['Alert 1', 'Alert 2', 'Alert 3']],
  ])('%s', async (name, flag, unread) => {
    const { server, user, refreshBadges } = await open('', { runs });
    await ready();
    for (const number of [1, 2])
      await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select Alert ${number},`) }));
    await user.click(screen.getByRole('button', { name }));
    expect(
      await screen.findByText(`2 results marked as ${flag === 'true' ? 'read' : 'unread'}.`),
    ).toBeVisible();
    expect(server.callsOf(`POST /api/notification-dashboard/mark-read/${flag}`)[0]?.body).toEqual({
      ids: ['r1', 'r2'],
    });
    await waitFor(() =>
      expect(
        screen.getAllByText('Unread:').map((mark) => mark.parentElement?.querySelector('a')?.textContent),
      ).toEqual(unread),
    );
    expect(refreshBadges).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('region', { name: 'Selected results' })).not.toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Unread only' })).toHaveFocus();
  });

  it('stay selected if they could not be marked', async () => {
    const { user, refreshBadges } = await open('', {
      runs,
      failures: {
        'POST /api/notification-dashboard/mark-read/true': {
          status: 503,
          message: 'Please try again later.',
        },
      },
    });
    await ready();
    await user.click(screen.getByRole('checkbox', { name: /^Select Alert 1,/ }));
    await user.click(screen.getByRole('button', { name: 'Mark read' }));
    expect(await screen.findByText('Please try again later.')).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(refreshBadges).not.toHaveBeenCalled();
  });
});

describe('without runs', () => {
  it('leads to a new alert', async () => {
    await open();
    expect(await screen.findByText('No results yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create alert' })).toHaveAttribute('href', '/notification/new/1');
  });

  it('offers no new alert to users who may not manage alerts', async () => {
    await open('', { user: { claims: ['viewNotifications'], notificationClaimLevel: 'None' } });
    expect(await screen.findByText('No results yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create alert' })).not.toBeInTheDocument();
    expect(
      screen.getByText(/Your account receives results of alerts, and may not make alerts/),
    ).toBeVisible();
  });

  it('shows quiet runs on request', async () => {
    const { user } = await open('', { runs: [testRun(1, { totalMatched: 0, why: 'Nothing matched.' })] });
    await user.click(await screen.findByRole('button', { name: 'Show quiet runs' }));
    expect(within(await findRow('Alert 1')).getByText('Nothing matched.')).toBeVisible();
  });

  it('says that everything was read', async () => {
    const { user } = await open('?unread=1', { runs: [testRun(1, { isRead: true })] });
    expect(await screen.findByText('You have read all results')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all results' }));
    expect(await ready()).toBeVisible();
  });

  it('offers to clear the search', async () => {
    const { user } = await open('?query=none', { runs });
    expect(await screen.findByText('No result matches the search and the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all results' }));
    expect(await ready()).toBeVisible();
  });

  it('offers to try again after an error', async () => {
    const { server, user } = await open('', {
      runs,
      failures: { [call]: { status: 500, message: 'Something broke.' } },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.failures.clear();
    await user.click(again);
    expect(await ready()).toBeVisible();
  });
});
