import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { saveFiles } from '../../testing/saved-files.ts';
import { acme, signIn } from '../../testing/session.ts';
import { WebinarsScreen } from './webinars.screen.tsx';

const path = '/performance/tactic-activity/webinars';
const calls = '/api/marketing-performance/webinars';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';
const key = 'a'.repeat(32);

const counts = {
  registrants: 120,
  attendees: 40,
  noShows: 80,
  engagement: { attendees: 40, engaged: 30 } as object | null,
  minutes: { attendees: 40, minutes: 2080 } as object | null,
  completion: { attendees: 9, minutes: 400, possible: 540 } as object | null,
  onDemand: { registrants: 120, watched: 12 } as object | null,
  score: { attendees: 40, points: 222 } as object | null,
};
const summary = {
  uploaded: 300,
  webinars: 1,
  ...counts,
  inputs: [
    { input: 'questions', attendees: 40, used: 8 },
    { input: 'polls', attendees: 9, used: 5 },
  ],
};
const person = {
  id: '7',
  name: 'Ann Other',
  email: 'ann@one.example',
  path: null,
  organization: null,
  webinar: { key, title: 'Filters', heldOn: '2026-02-10' },
  registeredOn: null,
  attended: true,
  liveMinutes: 52,
  onDemandMinutes: null,
  questions: 1,
  polls: 0,
  surveys: null,
  resources: null,
  score: 7.14,
};

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [calls]: { data: summary },
    [`${calls}/registrations`]: { data: [{ day: '0', registrants: 30 }] },
    [`${calls}/list`]: {
      data: [{ key, title: 'Filters', heldOn: '2026-02-10', ...counts }],
      top: { total: 1, page: 1, pageSize: 10 },
    },
    [`${calls}/people`]: { data: [person], top: { total: 1, page: 1, pageSize: 10 } },
    [`${calls}/no-shows`]: { file: 'No-shows.csv' },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(WebinarsScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = (call: string) => fake.calls.findLast((each) => each.path === `${calls}${call}`)?.body;

it('divides by what each rate says, and shows none of fewer than ten', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Attendance rate: 33.3%' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Engagement rate: 75.0%' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Average minutes: 52.0' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Average score: 5.5' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Completion: n = 9: too few for a rate' })).toBeVisible();
  expect(
    screen.getByText(/What a webinar did not offer is left out, the rest scaled to 10\.$/),
  ).toBeVisible();
});

it('opens the people behind a number, and keeps them in the URL', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'No-shows: 80' }));
  expect(router.state.location.search).toContain('group=noShows');
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ group: 'noShows', page: 1 }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'No-shows' })).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Filters: 40 attendees' }));
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ group: 'attendees', webinar: key }));
  const rows = await screen.findByRole('region', { name: 'Attendees' });
  expect(await within(rows).findByText('1 registrant of Filters')).toBeVisible();
  await user.click(within(rows).getByRole('button', { name: 'Show all' }));
  expect(router.state.location.search).not.toContain('webinar=');
});

it('hides what the files have no input for, and says what is missing', async () => {
  Object.assign(fake.answers, {
    [calls]: { data: { ...summary, minutes: null, completion: null, onDemand: null } },
  });
  open();
  expect(await screen.findByText(/^Average minutes: Not shown: .* has live minutes\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Average minutes/ })).not.toBeInTheDocument();
  expect(await screen.findByText(/Not offered, or not in the files: surveys, resources\.$/)).toBeVisible();
});

it('exports the no-shows of the period', async () => {
  const saved = saveFiles();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Export no-shows' }));
  await waitFor(() => expect(saved).toEqual(['No-shows.csv']));
});

it('says what is missing without any webinar', async () => {
  Object.assign(fake.answers, { [calls]: { data: { ...summary, uploaded: 0, webinars: 0 } } });
  open();
  expect(await screen.findByText('No webinars yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upload webinars' })).not.toBeInTheDocument();
});
