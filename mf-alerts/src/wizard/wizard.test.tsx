import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAlert, completeAlert, filteredAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.getByRole('button', { name });
const steps = () =>
  within(screen.getByRole('navigation', { name: 'Steps of the alert' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the steps', () => {
  it('beyond the open ones lead to the last open one', async () => {
    const { router } = await openWizard('a1/9', { alerts: [filteredAlert(1)] });
    await heading('Create Alert');
    expect(router.state.location.pathname).toBe('/notification/a1/3');
    expect(await screen.findByRole('form', { name: 'Set Alert' })).toBeVisible();
    expect(steps()).toEqual([
      'Begin (done)',
      'Define Filters (done)',
      '3Set Alert',
      '4Frequency/Format (locked)',
      '5Activate (locked)',
    ]);
  });

  it('with an unknown number lead to the first one', async () => {
    const { router } = await openWizard('a1/x', { alerts: [filteredAlert(1)] });
    await screen.findByRole('form', { name: 'Name/Description' });
    expect(router.state.location.pathname).toBe('/notification/a1/1');
  });

  it('of a complete alert are all open, without Activate', async () => {
    const { router, user } = await openWizard('a1/1', { alerts: [completeAlert(1)] });
    await heading('Edit Alert');
    expect(steps()).toEqual([
      'Name/Description (done)',
      'Define Filters (done)',
      'Set Alert (done)',
      'Frequency/Format (done)',
    ]);
    expect(await screen.findByText('Individual Activity')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Set Alert/ }));
    expect(await screen.findByRole('form', { name: 'Set Alert' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/notification/a1/3');
  });
});

describe('the name', () => {
  const put = 'PUT /api/notification/a1/name';
  const title = () => screen.findByRole('textbox', { name: 'Alert Title' });

  it('is required as soon as it is cleared', async () => {
    const { user } = await openWizard('a1/1', { alerts: [completeAlert(1)] });
    await user.clear(await title());
    expect(await screen.findByText('Alert Title is required')).toBeVisible();
  });

  it('is saved with the version that was edited, before going on', async () => {
    const { server, router, user, leaveQuestion } = await openWizard('a1/1', {
      alerts: [filteredAlert(1, { version: 4 })],
    });
    await user.type(await title(), ' b');
    expect(leaveQuestion()).toBe('Leave without saving your changes?');
    const questions: unknown[] = [];
    router.subscribe(() => questions.push(leaveQuestion()));
    await user.dblClick(button('Continue'));
    expect(await screen.findByRole('form', { name: 'Define Filters' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/notification/a1/2');
    expect(server.callsOf(put).map(({ body }) => body)).toEqual([
      { name: 'Alert 1 b', description: '', lastStepCompleted: 1, version: 4 },
    ]);
    // What the shell asks before the page changes.
    expect(questions).toEqual([undefined]);
  });

  it('of a complete alert can be saved without going on', async () => {
    const { router, user } = await openWizard('a1/1', { alerts: [completeAlert(1)] });
    await user.type(await title(), ' b');
    await user.click(button('Save and close'));
    expect(await screen.findByText('Saved Alert 1 b')).toBeVisible();
    expect(router.state.location.pathname).toBe('/notifications/search');
  });

  it('of an alert that someone else has changed is not saved, but offers to reload', async () => {
    const { server, user } = await openWizard('a1/1', { alerts: [completeAlert(1)] });
    await user.type(await title(), ' b');
    server.changeElsewhere('a1', { name: 'Renamed' });
    await user.click(button('Continue'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Someone else has changed this alert since you opened it.',
    );
    await user.click(button('Reload'));
    expect(await screen.findByDisplayValue('Renamed')).toBeVisible();
  });
});

describe('an alert that cannot be edited', () => {
  it('is shown read-only to a recipient', async () => {
    const { user } = await openWizard('a1/1', {
      alerts: [completeAlert(1, { isReadOnly: true, editable: false, createdBy: 'Cleo Client' })],
    });
    expect(
      await screen.findByText('You receive this alert of Cleo Client, but cannot change it.'),
    ).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'Alert Title' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Preview mail' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(await screen.findByRole('combobox', { name: 'Activity Type' })).toBeDisabled();
  });

  it('of an account out of reach is shown, not edited', async () => {
    await openWizard('a1/1', {
      alerts: [completeAlert(1, { isReadOnly: false, editable: false, ownerId: '7' })],
    });
    expect(
      await screen.findByText(
        'This alert belongs to an account that you cannot open, so you cannot change its settings.',
      ),
    ).toBeVisible();
    await heading('Alert');
    expect(await screen.findByRole('textbox', { name: 'Alert Title' })).toBeDisabled();
  });

  it('says why it is disabled', async () => {
    const disabledReason = 'Please check with your representative about your permissions to edit this alert.';
    await openWizard('a1/1', {
      alerts: [completeAlert(1, { disabled: true, editable: false, disabledReason })],
    });
    expect(await screen.findByText(disabledReason)).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'Alert Title' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
  });

  it('can be enabled by an administrator, and then edited', async () => {
    const { server, user } = await openWizard('a1/1', {
      alerts: [
        completeAlert(1, {
          disabled: true,
          editable: false,
          canEnable: true,
          disabledReason: 'Configuration is disabled for internal/client users.',
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Alert Title' })).toBeEnabled());
    expect(server.callsOf('PUT /api/notification-enable/a1')).toHaveLength(1);
  });
});

describe('the states', () => {
  it('shows why an alert cannot be loaded, and tries again', async () => {
    const { server, user } = await openWizard('a1/1', {
      alerts: [buildAlert(1)],
      prepare: ({ failures }) =>
        failures.set('GET /api/notification/a1', { status: 500, message: 'Service unavailable.' }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
    server.failures.clear();
    await user.click(button('Try again'));
    expect(await screen.findByRole('textbox', { name: 'Alert Title' })).toBeVisible();
  });

  it('says that there is no such alert', async () => {
    await openWizard('a7/1', {
      prepare: ({ failures }) =>
        failures.set('GET /api/notification/a7', {
          status: 404,
          code: 'not_found',
          message: 'There is no such alert.',
        }),
    });
    expect(await screen.findByText('There is no such alert.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
