import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { ProfileScreen } from '../../profile/profile.screen.tsx';
import { account } from '../../testing/accounts.ts';
import type { Account } from '../../testing/accounts.ts';
import { configList, reportConfig } from '../../testing/activity-reports.ts';
import { closeScreens, openScreen, signIn } from '../../testing/open-admin.tsx';

const routes: RouteObject[] = [{ path: '/admin/user/:userId', Component: ProfileScreen }];
const list = 'GET /api/activity-report-configs/user/7';
const remove = `DELETE /api/activity-report-config/${reportConfig().id}`;

const open = (configs = [reportConfig()], change: Partial<Account> = {}) =>
  openScreen(routes, '/admin/user/7?active=ActivityReports', {
    accounts: [account(7, change)],
    prepare: ({ failures }) => failures.set(list, configList(configs)),
  });

beforeEach(() => signIn());
afterEach(closeScreens);

const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('the tab of activity reports', () => {
  it('shows each report with its type, contact, clients and schedule', async () => {
    await open([
      reportConfig({ companies: ['Aurelis', 'Kestrowel', 'Norvane', 'Lumentara', 'Zelva'] }),
      reportConfig({
        id: '6c0f2a0e-0000-4000-8000-000000000002',
        firstName: 'Wilma',
        reportType: 3,
        scheduleClass: 'inactive',
        scheduleTooltip: 'Schedule Inactive: Friday',
        sendDays: ['F'],
        lastSentOn: null,
        problem: 'The client has no webhook address yet.',
      }),
    ]);
    const first = within(await row('Nora Vane'));
    expect(first.getByRole('img', { name: 'Consolidated' })).toBeVisible();
    expect(first.getByText(/Aurelis, Kestrowel, Norvane \+2 Others/)).toBeVisible();
    expect(first.getByRole('img', { name: 'Schedule Active' })).toBeVisible();
    expect(first.getByTitle('Schedule Active: Monday, Thursday')).toHaveTextContent(
      'Every Monday and Thursday',
    );
    expect(first.getByRole('link', { name: 'Nora Vane' })).toHaveAttribute('href', reportConfig().editUrl);
    const second = within(await row('Wilma Vane'));
    expect(second.getByRole('img', { name: 'Webhook' })).toBeVisible();
    expect(second.getByRole('img', { name: 'Schedule Inactive' })).toBeVisible();
    expect(second.getByText('The client has no webhook address yet.')).toBeVisible();
    expect(second.getByText('Never')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New Activity Report' })).toHaveAttribute(
      'href',
      '/dissemination-contact/7',
    );
  });

  it('deletes a report after a question', async () => {
    const { user, server } = await open();
    await user.click(within(await row('Nora Vane')).getByRole('button', { name: 'Delete Nora Vane' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this activity report?',
    });
    server.failures.set(remove, { data: null, message: 'Deleted report Nora Vane' });
    server.failures.set(list, configList([]));
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted report Nora Vane')).toBeVisible();
    expect(await screen.findByText('No activity reports yet')).toBeVisible();
  });

  it('says that a report could not be deleted', async () => {
    const { user, server } = await open();
    server.failures.set(remove, { status: 500, message: 'Out of order' });
    await user.click(within(await row('Nora Vane')).getByRole('button', { name: 'Delete Nora Vane' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('There was a error on deleting the report Nora Vane.')).toBeVisible();
  });

  it('is read-only for an account of the same role', async () => {
    await open([reportConfig({ editable: false })], { role: 'Admin', companies: [] });
    expect(within(await row('Nora Vane')).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: 'New Activity Report' })).toBeNull();
  });

  it('is not for clients', async () => {
    signIn({ id: '7', role: 'Client' });
    await open();
    expect(await screen.findByRole('tab', { name: 'Saved Searches' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Setup Activity Reports' })).toBeNull();
  });
});
