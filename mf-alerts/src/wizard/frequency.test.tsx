import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { completeAlert, filteredAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const put = 'PUT /api/notification/a1/frequency';
const select = (label: string) => screen.queryByRole('combobox', { name: label });
const button = (name: string) => screen.getByRole('button', { name });
const open = async (alert = filteredAlert(1, { lastStepCompleted: 4 })) => {
  const view = await openWizard('a1/4', { alerts: [alert] });
  await screen.findByRole('combobox', { name: 'Frequency' });
  return view;
};
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

it('asks for the day that the frequency has', async () => {
  const { user } = await open();
  expect(select('Frequency')).toHaveValue('Monthly');
  expect(select('Day of month')).toHaveDisplayValue('The 1st');
  expect(select('Day of week')).toBeNull();
  await user.selectOptions(select('Frequency')!, 'Weekly');
  expect(select('Day of week')).toHaveDisplayValue('Monday');
  expect(select('Day of month')).toBeNull();
  await user.selectOptions(select('Frequency')!, 'Daily');
  expect(select('Day of week')).toBeNull();
  expect(screen.getByText(`Runs every day at 06:00 (${browserZone}).`)).toBeVisible();
});

it('saves a new schedule in a time zone that can be searched', async () => {
  const { server, router, user } = await open();
  await user.selectOptions(select('Day of month')!, 'The 15th');
  await user.type(select('Time zone')!, 'berlin');
  await user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  expect(screen.getByText('Runs on the 15th of every month at 06:00 (Europe/Berlin).')).toBeVisible();
  await user.click(button('Continue'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/5'));
  expect(server.callsOf(put)[0]?.body).toEqual({
    user: 'ada@readers.example',
    frequency: 'Monthly',
    dayOfMonth: 'Mid',
    timeZone: 'Europe/Berlin',
    activateSchedule: false,
    exportColumns: expect.arrayContaining([expect.objectContaining({ field: 'referenceNumber' })]),
    lastStepCompleted: 5,
    version: 1,
  });
});

it('needs a time zone', async () => {
  const { user } = await open();
  await user.click(button(`Remove ${browserZone}`));
  expect(select('Time zone')).toBeInvalid();
  expect(button('Continue')).toBeDisabled();
});

it('keeps the mandatory columns', async () => {
  await open();
  expect(screen.getByRole('checkbox', { name: 'Reference Number' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Remove Reference Number' })).toBeNull();
});

it('activates or deactivates the schedule of a complete alert', async () => {
  const { server, router, user } = await open(
    completeAlert(1, { frequency: 'Weekly', timeZone: 'Asia/Tokyo' }),
  );
  const active = screen.getByRole('switch', { name: 'Schedule active' });
  expect(active).not.toBeChecked();
  await user.click(active);
  await user.click(button('Save'));
  expect(await screen.findByText('Saved Alert 1')).toBeVisible();
  expect(router.state.location.pathname).toBe('/notifications/search');
  expect(server.callsOf(put)[0]?.body).toMatchObject({
    frequency: 'Weekly',
    dayOfWeek: 'Monday',
    timeZone: 'Asia/Tokyo',
    activateSchedule: true,
  });
});
