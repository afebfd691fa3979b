import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { filteredAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const put = 'PUT /api/notification/a1/behavior-change';
const number = (label: string) => screen.getByRole('textbox', { name: label });
const next = () => screen.getByRole('button', { name: 'Continue' });
const correct = 'Please correct the below highlighted errors.';

const open = async (change: Parameters<typeof filteredAlert>[1]) => {
  const view = await openWizard('a1/3', { alerts: [filteredAlert(1, change)] });
  await screen.findByRole('textbox', { name: 'Activity months' });
  return view;
};
const type = async ({ user }: Awaited<ReturnType<typeof open>>, label: string, text: string) => {
  await user.clear(number(label));
  if (text !== '') await user.type(number(label), text);
};

describe('Behavior Threshold', () => {
  const series = { $type: 'SeriesOfActivitiesNotification' } as const;

  it('starts with the defaults, by reader', async () => {
    await open(series);
    expect(screen.getByRole('form', { name: 'Behavior Threshold' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Reader' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Reader Organization' })).not.toBeChecked();
    expect(number('Minimum activities')).toHaveValue('1');
    expect(number('Activity months')).toHaveValue('1');
    expect(screen.queryByRole('textbox', { name: 'Unique readers' })).toBeNull();
  });

  it('starts by organization if the alert is about one', async () => {
    await open({ ...series, subject: { kind: 'Organization', id: '9', name: 'Acme' } });
    expect(screen.getByRole('radio', { name: 'Reader Organization' })).toBeChecked();
    expect(number('Unique readers')).toHaveValue('1');
  });

  it('asks for different readers of an organization, and saves', async () => {
    const view = await open(series);
    const { server, router, user } = view;
    await user.click(screen.getByRole('radio', { name: 'Reader Organization' }));
    await type(view, 'Unique readers', '2');
    await type(view, 'Minimum activities', '5');
    await user.click(next());
    await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/4'));
    expect(server.callsOf(put)[0]?.body).toEqual({
      $type: 'SeriesOfActivitiesNotificationBehaviorChangeRequest',
      aggField: 1,
      activityMonths: 1,
      uniqueUserCount: 2,
      minimumCount: 5,
      lastStepCompleted: 3,
      version: 1,
    });
  });

  it('needs whole numbers within the limits', async () => {
    const view = await open(series);
    await type(view, 'Minimum activities', '');
    await type(view, 'Activity months', '13');
    await view.user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent(correct);
    expect(number('Minimum activities')).toHaveAccessibleDescription('Minimum activities Is Required');
    expect(number('Activity months')).toHaveAccessibleDescription(
      'Activity months must be between 1 and 12.',
    );
    await type(view, 'Minimum activities', '1.5');
    expect(number('Minimum activities')).toHaveAccessibleDescription(
      'Minimum activities must be between 1 and 99.',
    );
    expect(view.server.callsOf(put)).toHaveLength(0);
  });
});

describe('Behavior Change', () => {
  const change = { $type: 'ChangeInActivitiesNotification' } as const;

  it('saves the direction with its number', async () => {
    const view = await open(change);
    const { server, user } = view;
    expect(screen.getByRole('form', { name: 'Behavior Change' })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'less');
    await user.click(next());
    await waitFor(() => expect(server.callsOf(put)).toHaveLength(1));
    expect(server.callsOf(put)[0]?.body).toEqual({
      $type: 'ChangeInActivitiesNotificationBehaviorChangeRequest',
      aggField: 2,
      activityMonths: 1,
      uniqueUserCount: null,
      baselineActivityMonths: 3,
      minimumThresholdPercent: 50,
      minimumBaselineActivities: 1,
      thresholdDirection: 2,
      lastStepCompleted: 3,
      version: 1,
    });
  });

  it('offers up to 100 percent', async () => {
    const view = await open(change);
    await type(view, 'Threshold percent', '101');
    await view.user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent(correct);
    expect(number('Threshold percent')).toHaveAccessibleDescription(
      'Threshold percent must be between 1 and 100.',
    );
  });

  it('keeps a stored higher threshold, and says that it can only fire on an increase', async () => {
    const { server, user } = await open({ ...change, minimumThresholdPercent: 150 });
    const hint = 'With a threshold above 100 percent the alert can only fire on an increase.';
    expect(screen.getByText(hint)).toBeVisible();
    await user.click(next());
    await waitFor(() => expect(server.callsOf(put)).toHaveLength(1));
  });

  it('refuses a stored higher threshold for a decrease', async () => {
    const { server, user } = await open({ ...change, minimumThresholdPercent: 150 });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'less');
    await user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent(correct);
    expect(server.callsOf(put)).toHaveLength(0);
  });

  it('needs baseline months for organizations only', async () => {
    const view = await open(change);
    const { server, user } = view;
    await user.click(screen.getByRole('radio', { name: 'Reader Organization' }));
    await type(view, 'Baseline months', '');
    await user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent(correct);
    await user.click(screen.getByRole('radio', { name: 'Reader' }));
    await waitFor(() => expect(number('Baseline months')).not.toBeInvalid());
    await user.click(next());
    await waitFor(() => expect(server.callsOf(put)).toHaveLength(1));
    expect(server.callsOf(put)[0]?.body).toMatchObject({ baselineActivityMonths: null });
  });
});
