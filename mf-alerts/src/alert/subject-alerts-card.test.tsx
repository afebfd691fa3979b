import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { completeAlert } from '../testing/alerts.ts';
import { closeScreens, openScreen, signIn } from '../testing/open-alerts.tsx';
import { SubjectAlertsCard } from './subject-alerts-card.tsx';

beforeEach(() => signIn());
afterEach(closeScreens);

const call = 'POST /api/notifications/search';
const context = { organization: '9', search: 'types:Webinar;Clients:1' };
const acme = { kind: 'Organization', id: '9', name: 'Acme Bank' } as const;
const open = (options: Parameters<typeof openScreen>[2] = {}) =>
  openScreen([{ path: '/', Component: () => <SubjectAlertsCard context={context} /> }], '/', options);
const add = '/notification/new/1?f=types%3AWebinar%3BClients%3A1&org=9';

it('lists the alerts about the organization with their rule, state and next run', async () => {
  const { server } = await open({
    alerts: [
      completeAlert(1, { subject: acme, scheduleActive: true, nextRunOn: '2026-03-05T12:00:00.000Z' }),
      completeAlert(2, { subject: { ...acme, id: '4' } }),
      completeAlert(3),
    ],
  });
  expect(await screen.findByRole('link', { name: 'Alert 1' })).toHaveAttribute('href', '/notification/a1/1');
  expect(screen.queryByRole('link', { name: /Alert [23]/ })).toBeNull();
  expect(screen.getByText('Every webinar for Aurelis.')).toBeVisible();
  expect(screen.getByText('Schedule Active')).toBeVisible();
  expect(screen.getByText('March 05, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create alert' })).toHaveAttribute('href', add);
  expect(server.callsOf(call).map(({ body }) => body)).toEqual([
    { subject: { kind: 'Organization', id: '9' }, page: 1, pageSize: 5 },
  ]);
});

it('says how many more there are', async () => {
  await open({ alerts: [1, 2, 3, 4, 5, 6].map((number) => completeAlert(number, { subject: acme })) });
  expect(await screen.findByRole('link', { name: '1 more alert in Manage Alerts' })).toHaveAttribute(
    'href',
    '/notifications/search',
  );
});

it('offers to create the first one', async () => {
  await open();
  expect(await screen.findByText('No alert is about this organization')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create alert' })).toHaveAttribute('href', add);
});

it('offers a retry if the alerts cannot be loaded', async () => {
  const { server, user } = await open({
    prepare: ({ failures }) => failures.set(call, { status: 500, message: 'Service unavailable.' }),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
  server.failures.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No alert is about this organization')).toBeVisible();
});
