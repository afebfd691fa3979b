import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAlert, filteredAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const put = 'PUT /api/notification/a1/filters';
const field = (label: string) => screen.queryByRole('combobox', { name: label });
const next = () => screen.getByRole('button', { name: 'Continue' });
const twoFilters =
  'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue';

const open = async (...args: Parameters<typeof openWizard>) => {
  const view = await openWizard(...args);
  await screen.findByRole('combobox', { name: 'Activity Type' });
  const pick = async (label: string, option: string) => {
    await view.user.click(screen.getByRole('combobox', { name: label }));
    await view.user.click(await screen.findByRole('option', { name: option }));
    await view.user.keyboard('{Escape}');
  };
  return { ...view, pick };
};

it('offers the fields by card, without dates', async () => {
  await open('a1/2', { alerts: [buildAlert(1)] });
  for (const card of ['General', 'Demographic', 'Firmographic', 'Contextual'])
    expect(await screen.findByRole('heading', { name: card })).toBeInTheDocument();
  expect(field('Relative Date Range')).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Date/ })).toBeNull();
});

it('needs an activity type and another filter', async () => {
  const { server, user, pick } = await open('a1/2', { alerts: [buildAlert(1)] });
  await user.click(next());
  expect(await screen.findByRole('alert')).toHaveTextContent('Activity type is required');
  expect(field('Activity Type')).toHaveAccessibleDescription('Activity type is required');
  expect(field('Activity Type')).toHaveFocus();
  await pick('Activity Type', 'Webinar');
  await user.click(next());
  expect(await screen.findAllByText(twoFilters)).toHaveLength(2);
  expect(server.callsOf(put)).toHaveLength(0);
});

it('names the chosen filters in the sentence beside them', async () => {
  const { pick } = await open('a1/2', { alerts: [buildAlert(1)] });
  const beside = within(await screen.findByRole('complementary', { name: 'The rule' }));
  await pick('Activity Type', 'Webinar');
  expect(beside.getByText(/^Every webinar\. Choose the filters\./)).toBeVisible();
  await pick('Clients', 'Aurelis');
  expect(beside.getByText(/^Every webinar for Aurelis\. Choose a schedule\./)).toBeVisible();
});

it('says which filters were not saved, and goes on', async () => {
  const { server, router, user } = await open('a1/2', { alerts: [filteredAlert(1)] });
  const dropped = [{ field: 'Quality', label: 'Quality', reason: 'not permitted' }];
  server.failures.set(put, { data: { ...filteredAlert(1), version: 2, dropped } });
  await user.click(next());
  await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/3'));
  expect(screen.getByText('Quality was not saved: this user may not search by it.')).toBeVisible();
});

it('does not take a stored filter on the activity type for the other one', async () => {
  const value = [{ id: 'Webinar', name: 'Webinar' }];
  const types = { $type: 'Terms', field: 'ActivityTypes', op: 'Contains', value, allowNA: false } as const;
  const { server, user } = await open('a1/2', {
    alerts: [buildAlert(1, { filters: [types], indices: ['Webinar'] })],
  });
  await user.click(next());
  expect(await screen.findAllByText(twoFilters)).toHaveLength(2);
  expect(server.callsOf(put)).toHaveLength(0);
});

it('saves the filters with their names, and goes on', async () => {
  const { server, router, user, pick } = await open('a1/2', { alerts: [buildAlert(1)] });
  await pick('Activity Type', 'Webinar');
  await pick('Clients', 'Aurelis');
  await user.click(next());
  await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/3'));
  expect(server.callsOf(put)[0]?.body).toEqual({
    filters: [
      {
        $type: 'Terms',
        field: 'Clients',
        op: 'Contains',
        value: [{ id: '1', name: 'Aurelis' }],
        allowNA: false,
      },
    ],
    indices: ['Webinar'],
    lastStepCompleted: 2,
    version: 1,
  });
});

it('starts a new alert of a client with their only client, which they must select', async () => {
  signIn({ role: 'Client', companies: [{ id: '1', name: 'Aurelis', onlines: [] }] });
  const { user } = await open('a1/2', { alerts: [buildAlert(1)] });
  await user.click(await screen.findByRole('button', { name: 'Remove Aurelis' }));
  await user.click(next());
  expect(field('Clients')).toHaveAccessibleDescription('Clients Is Required');
});

it('leaves it to the server whether there are filters that Blinded Mode hides', async () => {
  sessionStore.setState({ blinded: true });
  const { server, user, pick } = await open('a1/2', { alerts: [buildAlert(1)] });
  await pick('Activity Type', 'Webinar');
  server.failures.set(put, { status: 400, code: 'invalid_input', message: twoFilters });
  await user.click(next());
  expect(await screen.findByRole('alert')).toHaveTextContent(twoFilters);
  expect(server.callsOf(put)).toHaveLength(1);
});

it('shows stored filters instead of those of the link', async () => {
  await open('a1/2?f=types:Engagement;DocumentTitle:cells', { alerts: [filteredAlert(1)] });
  expect(await screen.findByRole('button', { name: 'Remove Webinar' })).toBeVisible();
  expect(screen.queryByDisplayValue('cells')).toBeNull();
});

it('offers an administrator the fields and clients of the owner', async () => {
  const owner = {
    id: '7',
    firstName: 'Cleo',
    lastName: 'Client',
    email: 'cleo@readers.example',
    role: 'Client',
    claims: ['cr-webinar-read'],
    notificationClaimLevel: 'Basic',
    accessMarketingPerformance: false,
    companies: [{ id: '2', name: 'Norvane', onlines: [] }],
    communities: [],
    searchFields: [],
  };
  const { user } = await open('a1/2', {
    alerts: [buildAlert(1, { ownerId: '7' })],
    prepare: ({ failures }) => failures.set('GET /api/user/7', { data: owner }),
  });
  expect(await screen.findByRole('button', { name: 'Remove Norvane' })).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Activity Type' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Webinar']);
});
