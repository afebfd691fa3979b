import '@testing-library/jest-dom';
import type { Answer } from '@readerlens/auth/testing';
import { namedCatalogue } from '@readerlens/filters/model';
import { screen, waitFor, within } from '@testing-library/react';
import type { Alert } from '../alert/alert.queries.ts';
import { completeAlert, filteredAlert, buildAlert } from '../testing/alerts.ts';
import { closeScreens, signIn } from '../testing/open-alerts.tsx';
import { openWizard } from '../testing/open-wizard.ts';
import { describeDraft, describeNew } from './parts/rule-draft.ts';

beforeEach(() => signIn());
afterEach(closeScreens);

const backTest = 'POST /api/notification-back-test/a1';
const series = { $type: 'SeriesOfActivitiesNotification' } as const;
const change = { $type: 'ChangeInActivitiesNotification' } as const;
const specificRule = 'Every activity that meets the filters.';
const filteredRule = 'Every webinar for Aurelis.';
const counted = 'Only these activities count: webinars for Aurelis.';
const onTheFirst = 'Runs on the 1st of every month at 06:00 (UTC).';

const panel = () => screen.findByRole('complementary', { name: 'The rule' });

describe('the rule as a sentence', () => {
  it.each([
    [undefined, 'Choose a type.'],
    ['SpecificActivityNotification' as const, `${specificRule} Choose the filters. Choose a schedule.`],
    [series.$type, 'Choose a behavior. Choose the filters. Choose a schedule.'],
    [change.$type, 'Choose a behavior. Choose the filters. Choose a schedule.'],
  ])('of a new alert of type %s', (type, words) => {
    expect(describeNew(type)).toBe(words);
  });

  it.each<[string, Alert]>([
    [`${specificRule} Choose the filters. Choose a schedule.`, buildAlert(1)],
    [`${filteredRule} Choose a schedule.`, filteredAlert(1)],
    [`${filteredRule} Choose a recipient. ${onTheFirst}`, completeAlert(1, { targets: [] })],
    [`${filteredRule} ${onTheFirst}`, completeAlert(1)],
    [`Choose a behavior. ${counted} Choose a schedule.`, filteredAlert(1, series)],
    [
      `A reader with at least 5 activities in 2 months. ${counted} ${onTheFirst}`,
      completeAlert(1, { ...series, aggField: 2, activityMonths: 2, minimumCount: 5 }),
    ],
    [
      `Acme Bank with at least 5 activities in 2 months. ${counted} ${onTheFirst}`,
      completeAlert(1, {
        ...series,
        aggField: 1,
        activityMonths: 2,
        minimumCount: 5,
        subject: { kind: 'Organization', id: '9', name: 'Acme Bank' },
      }),
    ],
    [
      `Every webinar by readers of Acme Bank, for Aurelis. ${onTheFirst}`,
      completeAlert(1, { subject: { kind: 'Organization', id: '9', name: 'Acme Bank' } }),
    ],
    [
      `A reader with at least 50% more activity in 1 month than expected. ${counted} What is expected comes from the 3 months before, which must have at least 1 activity. ${onTheFirst}`,
      completeAlert(1, {
        ...change,
        aggField: 2,
        activityMonths: 1,
        thresholdDirection: 1,
        minimumThresholdPercent: 50,
        minimumBaselineActivities: 1,
        baselineActivityMonths: 3,
      }),
    ],
  ])('%s', (words, alert) => {
    expect(describeDraft(alert, {}, { catalogue: namedCatalogue, blinded: false })).toBe(words);
  });
});

it.each([
  ['a1/1', filteredAlert(1, series), /^Choose a behavior\./, 0],
  ['a1/2', filteredAlert(1, series), /^Choose a behavior\./, 0],
  ['a1/3', filteredAlert(1, series), /^A reader with at least 1 activity in 1 month\./, 1],
  ['a1/3', filteredAlert(1), /^Every webinar for Aurelis/, 1],
  ['a1/4', completeAlert(1), /^Every webinar for Aurelis/, 1],
  ['a1/2', completeAlert(1), /^Every webinar for Aurelis/, 0],
])('is beside the step %s, with its matches from the behavior on', async (place, alert, rule, count) => {
  const { server } = await openWizard(place, { alerts: [alert] });
  const beside = within(await panel());
  expect(beside.getByText(rule)).toBeVisible();
  await beside.findAllByText(count > 0 ? /^Would have matched 0/ : rule);
  expect(server.callsOf(backTest)).toHaveLength(count);
});

it('counts again when a field changes, and not while it is wrong', async () => {
  const { server, user } = await openWizard('a1/3', { alerts: [filteredAlert(1, series)] });
  const beside = within(await panel());
  await beside.findByText(/^Would have matched 0/);
  expect(beside.getByText(/^Until a schedule is chosen, this assumes: Runs on the 1st/)).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Minimum activities' });
  server.failures.set(backTest, {
    data: { timeZone: 'UTC', rule: '', slots: [], lastMonth: { totalMatched: 7, runs: 1 } },
  });
  await user.clear(field);
  expect(beside.getByText(/^Complete the behavior\./)).toBeVisible();
  expect(beside.getByText('Correct the fields to see what the alert would have matched.')).toBeVisible();
  await user.type(field, '4');
  expect(beside.getByText(/^A reader with at least 4 activities in 1 month\./)).toBeVisible();
  expect(await beside.findByText('Would have matched 7 in the last month.')).toBeVisible();
  expect(server.callsOf(backTest).at(-1)?.body).toMatchObject({ behavior: { minimumCount: 4 } });
});

it('leaves a count that a field outdates, and never shows it', async () => {
  const { server, user } = await openWizard('a1/3', { alerts: [filteredAlert(1, series)] });
  const beside = within(await panel());
  await beside.findByText(/^Would have matched 0/);
  const field = screen.getByRole('textbox', { name: 'Minimum activities' });
  const answer = (totalMatched: number): Answer => ({
    data: { timeZone: 'UTC', rule: '', slots: [], lastMonth: { totalMatched, runs: 1 } },
  });
  const never = new Promise<void>(() => {});
  server.failures.set(backTest, { ...answer(4), after: never });
  await user.clear(field);
  await user.type(field, '4');
  await waitFor(() => expect(server.callsOf(backTest)).toHaveLength(2));
  expect(beside.queryByText(/^Would have matched/)).toBeNull();
  expect(beside.getByText('Counting matches…')).toBeVisible();
  server.failures.set(backTest, answer(5));
  await user.clear(field);
  await user.type(field, '5');
  expect(await beside.findByText('Would have matched 5 in the last month.')).toBeVisible();
  await waitFor(() => expect(server.callsOf(backTest)[1]?.aborted).toBe(true));
  expect(server.callsOf(backTest)).toHaveLength(3);
});

it.each<[Answer, string]>([
  [
    { status: 403, code: 'forbidden', message: 'No.' },
    'You do not have access to the back-test of this alert.',
  ],
  [{ status: 409, code: 'conflict', message: 'Not yet.' }, 'The back-test could not be loaded. Not yet.'],
])('says why there is no number: %j', async (answer, words) => {
  await openWizard('a1/3', {
    alerts: [filteredAlert(1)],
    prepare: ({ failures }) => failures.set(backTest, answer),
  });
  expect(await screen.findByText(words)).toBeVisible();
});

it('has no number for a recipient, who does not manage the alert', async () => {
  const { server } = await openWizard('a1/3', { alerts: [completeAlert(1, { isReadOnly: true })] });
  expect(await screen.findByText('You do not have access to the back-test of this alert.')).toBeVisible();
  expect(server.callsOf(backTest)).toHaveLength(0);
});
