import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { buildAlert, completeAlert } from '../testing/alerts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-alerts.tsx';
import { ManageAlertsScreen } from './manage-alerts.screen.tsx';

const routes: RouteObject[] = [{ path: '/notifications/search', Component: ManageAlertsScreen }];
const search = 'POST /api/notifications/search';

type Options = NonNullable<Parameters<typeof openScreen>[2]>;
const open = (options: Options, address = '') =>
  openScreen(routes, `/notifications/search${address}`, options);

beforeEach(() => signIn());
afterEach(closeScreens);

const link = (name: string) => screen.findByRole('link', { name });
const rowWith = async (name: string) => (await link(name)).closest('tr') ?? document.body;
const button = (name: string) => screen.getByRole('button', { name });
const listActionNames = async (name: string) =>
  within(await rowWith(name))
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
const many = Array.from({ length: 30 }, (_, index) => completeAlert(index + 1));

describe('the list', () => {
  it('shows the alerts, newest change first, and links to their pages', async () => {
    const { server } = await open({
      alerts: [
        completeAlert(1, { lastRunOn: '2026-03-05T06:00:00.000Z' }),
        buildAlert(2, { $type: 'ChangeInActivitiesNotification', lastStepCompleted: 2 }),
      ],
    });
    expect(await link('Alert 1')).toHaveAttribute('href', '/notification/a1/1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Type',
      'Created By',
      'Updated',
      'Last Run',
      'Schedule',
      'Actions',
    ]);
    const row = await rowWith('Alert 1');
    expect(row).toHaveTextContent('Individual Activity');
    expect(row).toHaveTextContent('Ada Byron');
    expect(row).toHaveTextContent('March 02, 2026');
    expect(row).toHaveTextContent('March 05, 2026');
    expect(await rowWith('Alert 2')).toHaveTextContent('Changes In Activities');
    expect(await rowWith('Alert 2')).toHaveTextContent('Never');
    expect(server.callsOf(search).at(-1)?.body).toEqual({
      page: 1,
      pageSize: 50,
      sortBy: 'updatedOn',
      sortDir: 'desc',
    });
    expect(screen.getByText('2 alerts')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New Alert' })).toHaveAttribute('href', '/notification/new/1');
  });

  it('leads to the next open step of an incomplete alert', async () => {
    await open({
      alerts: [
        buildAlert(1, { lastStepCompleted: 2 }),
        buildAlert(2, { $type: 'SeriesOfActivitiesNotification', lastStepCompleted: 4 }),
      ],
    });
    // Individual Activity has no behavior step: its third step is Set Alert.
    expect(await link('Alert 1')).toHaveAttribute('href', '/notification/a1/3');
    expect(await link('Alert 2')).toHaveAttribute('href', '/notification/a2/5');
  });

  it('says whether an alert runs', async () => {
    await open({
      alerts: [
        completeAlert(1, { scheduleActive: true }),
        completeAlert(2),
        buildAlert(3),
        completeAlert(4, { scheduleActive: true, snoozedUntil: '2999-01-01' }),
        completeAlert(5, {
          scheduleActive: true,
          disabled: true,
          editable: false,
          disabledReason: 'Please check.',
        }),
      ],
    });
    expect(await rowWith('Alert 1')).toHaveTextContent(/Schedule ActiveNotification Scheduled/);
    expect(await rowWith('Alert 2')).toHaveTextContent(/Schedule InactiveNotification Ready To Be Scheduled/);
    expect(await rowWith('Alert 3')).toHaveTextContent(
      /Schedule InactiveNotification Requires Additional Information To Be Scheduled/,
    );
    expect(await rowWith('Alert 4')).toHaveTextContent('Snoozed until January 01, 2999');
    expect(await rowWith('Alert 5')).toHaveTextContent('Schedule InactiveDisabled: Please check.');
  });

  it('searches, sorts and pages the whole set, and keeps that in the URL', async () => {
    const { server, router, user } = await open({ alerts: many }, '?size=10');
    await link('Alert 1');
    await user.click(button('Next page'));
    await link('Alert 11');
    expect(router.state.location.search).toBe('?page=2&size=10');
    await user.click(button('Name'));
    await waitFor(() =>
      expect(server.callsOf(search).at(-1)?.body).toMatchObject({ page: 1, sortBy: 'name', sortDir: 'asc' }),
    );
    await user.type(screen.getByRole('searchbox'), 'alert 3');
    await waitFor(() => expect(screen.getByText('2 alerts')).toBeVisible());
    expect(server.callsOf(search).at(-1)?.body).toMatchObject({ query: 'alert 3', page: 1, sortBy: 'name' });
    expect(router.state.location.search).toContain('query=alert%203');
  });
});

describe('the states', () => {
  it('offers a new alert where there is none', async () => {
    await open({});
    expect(await screen.findByText(/There are no alerts yet/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New Alert' })).toHaveLength(2);
  });

  it('clears a search without a match', async () => {
    const { user } = await open({ alerts: many }, '?query=nothing');
    expect(await screen.findByText("No name or description of an alert matches 'nothing'.")).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    expect(await link('Alert 1')).toBeVisible();
  });

  it('shows why the alerts cannot be loaded, and tries again', async () => {
    const { server, user } = await open({
      alerts: many,
      prepare: ({ failures }) => failures.set(search, { status: 500, message: 'Service unavailable.' }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
    server.failures.clear();
    await user.click(button('Try again'));
    expect(await link('Alert 1')).toBeVisible();
  });
});

describe('the actions of a row', () => {
  it('follow what may be done with the alert', async () => {
    await open({
      alerts: [
        completeAlert(1),
        completeAlert(2, { scheduleActive: true, snoozedUntil: '2999-01-01' }),
        buildAlert(3),
        completeAlert(4, { isReadOnly: true, editable: false }),
        completeAlert(5, { disabled: true, editable: false, disabledReason: 'No.' }),
      ],
    });
    expect(await listActionNames('Alert 1')).toEqual([
      'Activate Alert 1',
      'Snooze Alert 1',
      'Webhook and channels of Alert 1',
      'Delete Alert 1',
    ]);
    expect(await listActionNames('Alert 2')).toEqual([
      'Deactivate Alert 2',
      'End snooze of Alert 2',
      'Webhook and channels of Alert 2',
      'Delete Alert 2',
    ]);
    expect(await listActionNames('Alert 3')).toEqual(['Delete Alert 3']);
    expect(await listActionNames('Alert 4')).toEqual([]);
    expect(await listActionNames('Alert 5')).toEqual(['Delete Alert 5']);
  });

  it('activate and deactivate the schedule', async () => {
    const { server, user } = await open({ alerts: [completeAlert(1)] });
    await link('Alert 1');
    await user.dblClick(button('Activate Alert 1'));
    expect(await screen.findByText('The schedule of Alert 1 is active')).toBeVisible();
    expect(server.callsOf('GET /api/notification-schedule/a1/activate')).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Deactivate Alert 1' }));
    expect(await screen.findByText('The schedule of Alert 1 is inactive')).toBeVisible();
    expect(await screen.findByText('Schedule Inactive')).toBeVisible();
  });

  it('say which recipients prevent the activation', async () => {
    const report = {
      isInvalid: true,
      deletedUsers: ['Cleo Client'],
      invalidClients: [],
      invalidOnlines: [],
      invalidExportColumns: [],
      nonPaidClients: [],
    };
    const { user } = await open({
      alerts: [completeAlert(1)],
      prepare: ({ failures }) =>
        failures.set('GET /api/notification-schedule/a1/activate', {
          data: completeAlert(1, { invalidRecipients: report }),
        }),
    });
    await link('Alert 1');
    await user.click(button('Activate Alert 1'));
    expect(await screen.findByRole('alert')).toHaveTextContent('These users were deleted: Cleo Client.');
  });

  it('show the refusal of the server with the name', async () => {
    const { server, user } = await open({ alerts: [completeAlert(1)] });
    await link('Alert 1');
    server.failures.set('GET /api/notification-schedule/a1/activate', {
      status: 409,
      code: 'conflict',
      message: 'Complete the alert before you activate it.',
    });
    await user.click(button('Activate Alert 1'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Complete the alert before you activate it. (Alert 1)',
    );
  });

  it('snooze until a date, and end that', async () => {
    const { server, user } = await open({ alerts: [completeAlert(1, { scheduleActive: true })] });
    await link('Alert 1');
    await user.click(button('Snooze Alert 1'));
    const dialog = await screen.findByRole('dialog', { name: 'Snooze Alert 1' });
    const until = within(dialog).getByRole('textbox', { name: /Snooze until/ });
    await user.clear(until);
    await user.tab();
    expect(within(dialog).getByText('Snooze until Is Required')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Snooze' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: '2 weeks' }));
    await user.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText(/^Alert 1 is snoozed until /)).toBeVisible();
    const put = 'PUT /api/notification-snooze/a1';
    expect(server.callsOf(put)[0]?.body).toEqual({ until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    await user.click(await screen.findByRole('button', { name: 'End snooze of Alert 1' }));
    expect(await screen.findByText('Alert 1 is no longer snoozed')).toBeVisible();
    expect(server.callsOf(put)[1]?.body).toEqual({ until: null });
  });

  it('delete after a question', async () => {
    const { server, user } = await open({ alerts: [completeAlert(1), completeAlert(2)] });
    await link('Alert 1');
    await user.click(button('Delete Alert 1'));
    const question = () => screen.findByRole('alertdialog', { name: 'Delete Alert 1?' });
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(server.callsOf('DELETE /api/notification/a1')).toHaveLength(0);
    await user.click(button('Delete Alert 1'));
    await user.click(within(await question()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted Alert 1')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Alert 1' })).toBeNull());
  });
});
