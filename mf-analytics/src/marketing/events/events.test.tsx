import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { EventsScreen } from './events.screen.tsx';

const path = '/performance/tactic-activity/events';
const calls = '/api/marketing-performance/events';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';
const key = 'a'.repeat(32);

const summary = { uploaded: 90, events: 2, registrants: 60, attendees: 36, organizations: 25 };
const lift = {
  events: 1,
  cutEvents: 1,
  attending: { organizations: 20, cases: 20, before: 100, after: 180 },
  controls: { organizations: 40, cases: 40, before: 100, after: 130 },
  leftOut: 2,
};
const named = { key, title: 'Summit', startsOn: '2026-01-15' };
const person = {
  id: '7',
  name: 'Ann Reader',
  email: 'ann@people.example',
  path: '/analytics/reader-dashboard/7',
  organization: { name: 'Acme Labs', path: '/analytics/reader-co-dashboard/-/5/-' },
  event: named,
  registeredOn: null,
  attended: true,
  sessions: 2,
};
const row = { id: '5', name: 'Acme Labs', path: '/analytics/reader-co-dashboard/-/5/-' };
const top = (total: number) => ({ top: { total, page: 1, pageSize: 10 } });

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [calls]: { data: summary },
    [`${calls}/list`]: { data: [{ ...named, registrants: 9, attendees: 4, organizations: 3 }] },
    [`${calls}/sessions`]: {
      data: [{ key: 'b'.repeat(32), name: 'Keynote', event: 'Summit', attendees: 20 }],
    },
    [`${calls}/lift`]: { data: lift },
    [`${calls}/people`]: { data: [person], ...top(60) },
    [`${calls}/organizations`]: { data: [{ ...row, registrants: 3, attendees: 2 }], ...top(25) },
    [`${calls}/lift-rows`]: {
      data: [{ ...row, event: named, decile: 4, before: 5, after: 9 }],
      ...top(20),
    },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(EventsScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = (call: string) => fake.calls.findLast((each) => each.path === `${calls}${call}`)?.body;

it('shows the lift with both numbers of cases, and opens the rows behind them', async () => {
  const { user } = open();
  expect(await screen.findByText('+3.25')).toBeVisible();
  expect(screen.getByText(/100 → 180, mean change \+4\.00$/)).toBeVisible();
  expect(screen.getByText(/^1 of 2 events is left out/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: '40 controls' }));
  const section = screen.getByRole('region', { name: 'Lift: controls' });
  await waitFor(() => expect(section).toHaveFocus());
  expect(await within(section).findByText('+4')).toBeVisible();
  await waitFor(() => expect(lastBody('/lift-rows')).toMatchObject({ group: 'controls', page: 1 }));
});

it('has no lift of fewer than ten organizations on a side', async () => {
  Object.assign(fake.answers, {
    [`${calls}/lift`]: { data: { ...lift, controls: { ...lift.controls, organizations: 8 } } },
  });
  open();
  expect(await screen.findByText('n = 8: too few for a rate')).toBeVisible();
  expect(screen.queryByText('+3.25')).not.toBeInTheDocument();
});

it('has no lift while the days after are not over, and no rate of few registrants', async () => {
  Object.assign(fake.answers, { [`${calls}/lift`]: { data: { ...lift, events: 0 } } });
  open();
  expect(await screen.findByText('The 30 days after are not over yet.')).toBeVisible();
  expect(screen.queryByText(/mean change/)).not.toBeInTheDocument();
  expect(await screen.findByText('n = 9: too few for a rate')).toBeVisible();
});

it('opens the people behind a number of an event, and of a session', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Summit: 4 attendees' }));
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ set: 'attendees', event: key }));
  expect(lastBody('')).toMatchObject({ event: key });
  expect(await screen.findByText('The numbers below are of Summit only.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All events' }));
  expect(router.state.location.search).not.toContain('event=');
  await user.click(await screen.findByRole('link', { name: /^Keynote: 20 attendees/ }));
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ session: 'b'.repeat(32) }));
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(router.state.location.search).not.toContain('session=');
});

it('says which input is missing', async () => {
  Object.assign(fake.answers, { [`${calls}/sessions`]: { data: [] } });
  const first = open();
  expect(await screen.findByText(/^Attendees by session: Not shown/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upload events' })).not.toBeInTheDocument();
  expect(first.router.state.location.pathname).toBe(path);
});

it('links those who may upload to the place where they do', async () => {
  signIn({ companies: [acme], role: 'Internal' });
  Object.assign(fake.answers, { [calls]: { data: { ...summary, uploaded: 0, events: 0 } } });
  open();
  expect(await screen.findByText('No events yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upload events' })).toHaveAttribute(
    'href',
    '/performance/data?client=c1&kind=events',
  );
  expect(screen.queryByText('0')).not.toBeInTheDocument();
});
