import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { completeAlert, filteredAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const put = 'PUT /api/notification/a1/targets';
const cleo = {
  userId: '7',
  name: 'Cleo Client',
  email: 'cleo@readers.example',
  isEmailSubscribed: true,
  role: 'Client',
  isRegistered: true,
  viewsNotifications: true,
};
const findRow = async (name: string | RegExp) =>
  (await screen.findByRole('cell', { name })).closest('tr') ?? document.body;
const search = () => screen.findByRole('combobox', { name: 'Add a recipient' });
const next = () => screen.getByRole('button', { name: 'Continue' });

it('shows the recipients; the creator cannot be removed', async () => {
  const [alert] = [filteredAlert(1)];
  await openWizard('a1/3', { alerts: [{ ...alert, targets: [...alert.targets, cleo] }] });
  const own = await findRow('Ada Byron');
  expect(own).toHaveTextContent('ada@readers.exampleYes');
  expect(within(own).getByText('Creator')).toBeVisible();
  expect(within(own).queryByRole('button')).toBeNull();
  expect(
    within(await findRow('Cleo Client')).getByRole('button', { name: 'Remove Cleo Client' }),
  ).toBeVisible();
  expect(screen.getByText(/Ask recipients to add alerts@users.example/)).toBeVisible();
});

it('finds people who are no recipients yet, and saves them', async () => {
  const { server, router, user, leaveQuestion } = await openWizard('a1/3', { alerts: [filteredAlert(1)] });
  await user.type(await search(), 'C');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Cleo Client (cleo@readers.example)',
    'Clara Colleague (clara@readers.example)',
  ]);
  await user.click(options[1]!);
  expect(await findRow(/^Clara Colleague/)).toHaveTextContent('clara@readers.exampleNo');
  expect(leaveQuestion()).toBe('Leave without saving your changes?');
  await user.type(await search(), 'c');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Email Clara Colleague' }));
  await user.click(next());
  await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/4'));
  expect(server.callsOf(put)[0]?.body).toEqual({
    user: 'ada@readers.example',
    targets: [
      { userId: 'u1', isEmailSubscribed: true },
      { userId: '8', isEmailSubscribed: false },
    ],
    lastStepCompleted: 4,
    version: 1,
  });
});

it('warns next to people who may not open what the alert finds', async () => {
  const { user } = await openWizard('a1/3', { alerts: [filteredAlert(1)] });
  await user.type(await search(), 'Cla');
  await user.click(await screen.findByRole('option'));
  const row = await findRow(/^Clara Colleague/);
  expect(row).toHaveTextContent('May not open the Notification Dashboard, so the email has no link to it.');
  await user.click(screen.getByRole('checkbox', { name: 'Email Clara Colleague' }));
  expect(row).toHaveTextContent(
    'May not open the Notification Dashboard, and gets no email: nothing arrives.',
  );
  expect(await findRow('Ada Byron')).not.toHaveTextContent('May not open');
});

it('stays and names the recipients that are invalid', async () => {
  const alert = filteredAlert(1);
  const invalid = {
    ...alert,
    version: 2,
    targets: [...alert.targets, cleo],
    invalidRecipients: {
      isInvalid: true,
      deletedUsers: [],
      invalidClients: ['Cleo Client'],
      invalidOnlines: [],
      invalidExportColumns: [],
      nonPaidClients: [],
    },
  };
  const { router, user } = await openWizard('a1/3', {
    alerts: [alert],
    prepare: ({ failures }) => failures.set(put, { data: invalid }),
  });
  await search();
  await user.click(next());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'These users no longer have access to clients of this alert: Cleo Client. Edit the profile or delete the recipient.',
  );
  expect(router.state.location.pathname).toBe('/notification/a1/3');
  await user.click(screen.getByRole('button', { name: 'Remove Cleo Client' }));
  expect(screen.queryByRole('cell', { name: 'Cleo Client' })).toBeNull();
});

it('cannot be changed in a received alert', async () => {
  const alert = completeAlert(1, { isReadOnly: true, editable: false, ownerId: '7' });
  await openWizard('a1/3', {
    alerts: [{ ...alert, targets: [cleo, ...alert.targets] }],
    prepare: ({ failures }) => failures.set('GET /api/user/7', { status: 403, code: 'forbidden' }),
  });
  expect(within(await findRow('Ada Byron')).getByRole('checkbox')).toBeDisabled();
  expect(screen.queryByRole('combobox', { name: 'Add a recipient' })).toBeNull();
});
