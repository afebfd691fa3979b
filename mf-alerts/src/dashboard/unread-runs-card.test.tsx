import '@testing-library/jest-dom';
import { formatMoment } from '@readerlens/ui/parts';
import { screen } from '@testing-library/react';
import { closeDashboard, openDashboard } from '../testing/open-dashboard.tsx';
import { testRun } from '../testing/runs.ts';

const call = 'POST /api/notification-dashboard';
const open = (options: Parameters<typeof openDashboard>[1] = {}) => openDashboard('/card', options);

afterEach(closeDashboard);

it('shows the latest unread runs, and how many there are', async () => {
  const runs = [1, 2, 3, 4].map((number) => testRun(number));
  const { server } = await open({ runs: [testRun(9, { isRead: true }), ...runs] });
  const links = await screen.findAllByRole('link', { name: /^Alert/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/notifications/dashboard/a1/r1',
    '/notifications/dashboard/a2/r2',
    '/notifications/dashboard/a3/r3',
  ]);
  expect(screen.getByText(formatMoment('2026-03-01T06:00:00.000Z', 'long'))).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Unread alerts 4' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All alerts' })).toHaveAttribute(
    'href',
    '/notifications/dashboard',
  );
  expect(server.callsOf(call).map(({ body }) => body)).toEqual([{ unread: true, page: 1, pageSize: 3 }]);
});

it('is up to date when it is shown again after a run was read', async () => {
  const { router, user } = await open({ runs: [testRun(1), testRun(2)] });
  await user.click(await screen.findByRole('link', { name: 'Alert 1' }));
  await screen.findByRole('button', { name: 'Mark unread' });
  await router.navigate('/card');
  expect(await screen.findByRole('heading', { name: 'Unread alerts 1' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Alert 1' })).not.toBeInTheDocument();
});

it('says when there is nothing to read', async () => {
  await open({ runs: [testRun(1, { isRead: true })] });
  expect(await screen.findByText('Nothing is unread')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Unread alerts' })).toBeVisible();
});

it('offers a retry if the runs cannot be loaded', async () => {
  const { server, user } = await open({
    runs: [testRun(1)],
    failures: { [call]: { status: 500, message: 'Service unavailable.' } },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
  server.failures.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Alert 1' })).toBeVisible();
});
