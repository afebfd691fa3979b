import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const post = 'POST /api/notification';
const card = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const title = () => screen.getByRole('textbox', { name: 'Alert Title' });
const next = () => screen.getByRole('button', { name: 'Continue' });
const steps = () =>
  within(screen.getByRole('navigation', { name: 'Steps of the alert' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('asks for a type, of which one is chosen, and shows the steps of the type', async () => {
  const { user } = await openWizard('new/1');
  expect(screen.getByRole('heading', { level: 1, name: 'Create Alert' })).toBeVisible();
  expect(
    screen.getByText('Fill out the form below and select your alert type to get started.'),
  ).toBeVisible();
  expect(
    screen.getByRole('heading', { name: 'What kind of notification would you like to configure?' }),
  ).toBeVisible();
  expect(card('Specific activity')).toHaveAttribute('aria-pressed', 'true');
  expect(steps()).toEqual([
    '1Begin',
    '2Define Filters (locked)',
    '3Set Alert (locked)',
    '4Frequency/Format (locked)',
    '5Activate (locked)',
  ]);
  await user.click(card('Series of activities'));
  expect(steps()).toContain('3Behavior Threshold (locked)');
  await user.click(card('Change in activities'));
  expect(steps()).toContain('3Behavior Change (locked)');
  expect(next()).toBeEnabled();
  await user.click(card('Change in activities'));
  expect(card('Change in activities')).toHaveAttribute('aria-pressed', 'false');
  expect(next()).toBeDisabled();
});

it('needs a title that is not blank', async () => {
  const { server, user } = await openWizard('new/1');
  await user.type(title(), '  ');
  await user.click(next());
  expect(await screen.findByText('Alert Title is required')).toBeVisible();
  expect(title()).toHaveFocus();
  expect(server.callsOf(post)).toHaveLength(0);
});

it('creates the alert once, and goes on with the filters of the link', async () => {
  const { server, router, user, leaveQuestion } = await openWizard(
    'new/1?f=types:Webinar;DocumentTitle:cells;RelativeDateRange:-1y',
  );
  await user.click(card('Series of activities'));
  await user.type(title(), ' Busy readers ');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'For sales');
  expect(leaveQuestion()).toBe('Leave without saving your changes?');
  await user.dblClick(next());
  expect(await screen.findByDisplayValue('cells')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove Webinar' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/notification/a1/2');
  expect(server.callsOf(post).map(({ body }) => body)).toEqual([
    { name: 'Busy readers', description: 'For sales', type: 'SeriesOfActivitiesNotification' },
  ]);
  await user.click(next());
  await waitFor(() => expect(router.state.location.pathname).toBe('/notification/a1/3'));
  expect(server.callsOf('PUT /api/notification/a1/filters')[0]?.body).toEqual({
    filters: [{ $type: 'Text', field: 'DocumentTitle', op: 'Equals', value: 'cells' }],
    indices: ['Webinar'],
    lastStepCompleted: 2,
    version: 1,
  });
});

it.each([
  [{ status: 500 }, 'Contact your system administrator if this error is persistent.'],
  [{ lost: true }, 'Please try again later.'],
])('keeps what was typed after a failure: %j', async (failure, advice) => {
  const { user } = await openWizard('new/1', {
    prepare: ({ failures }) => failures.set(post, failure),
  });
  await user.type(title(), 'Busy readers');
  await user.click(next());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `An unknown error occurred while processing your request. ${advice}`,
  );
  expect(title()).toHaveValue('Busy readers');
});

it('shows what the server says about the title beside it', async () => {
  const message = 'This title is taken.';
  const { user } = await openWizard('new/1', {
    prepare: ({ failures }) =>
      failures.set(post, {
        status: 400,
        code: 'invalid_input',
        message,
        details: [{ path: 'name', message }],
      }),
  });
  await user.type(title(), 'Busy readers');
  await user.click(next());
  await waitFor(() => expect(title()).toHaveAccessibleDescription(message));
});

it.each([
  ['reader=5', 'reader', { kind: 'Reader', id: '5' }],
  ['org=9', 'organization', { kind: 'Organization', id: '9' }],
])('with %s in the address, is about one %s, until the user wants all', async (parameter, noun, subject) => {
  const { server, user } = await openWizard(`new/1?f=DocumentTitle:cells&${parameter}`);
  const name = `${subject.kind} ${subject.id}`;
  expect(await screen.findByText(`The alert will be about the ${noun} ${name}.`)).toBeVisible();
  expect(title()).toHaveValue(name);
  await user.click(next());
  const choice = await screen.findByRole('checkbox', {
    name: `Only the ${noun} ${name}`,
  });
  expect(choice).toBeChecked();
  expect(server.callsOf(post)[0]?.body).toMatchObject({ subject });
  await user.click(choice);
  await user.click(next());
  await waitFor(() =>
    expect(server.callsOf('PUT /api/notification/a1/filters')[0]?.body).toMatchObject({
      subject: null,
      // All that the page shows to this user.
      indices: ['Engagement', 'Webinar'],
    }),
  );
});

it('says that there is nothing to be told about of a subject that the user does not see', async () => {
  const message = 'There is no such organization.';
  await openWizard('new/1?org=404', {
    prepare: ({ failures }) =>
      failures.set('GET /api/notification-subjects/Organization/404', {
        status: 404,
        code: 'not_found',
        message,
      }),
  });
  expect(await screen.findByText(message)).toBeVisible();
});
