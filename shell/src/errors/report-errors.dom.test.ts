import { waitFor } from '@testing-library/react';
import { ApiError } from '@readerlens/auth';
import { startFakeApi } from '@readerlens/auth/testing';
import { reportUnhandled, startErrorReports } from './report-errors.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 80));
let api: Awaited<ReturnType<typeof startFakeApi>>;
let stop: () => void;

beforeEach(async () => {
  api = await startFakeApi({ 'POST /api/log/error': {} });
  stop = startErrorReports();
});
afterEach(async () => {
  stop();
  await api.stop();
});

it('posts each uncaught error once and does not suppress it', async () => {
  const error = new Error('the chart has no data');
  const event = new ErrorEvent('error', { error, cancelable: true });
  window.dispatchEvent(event);
  window.dispatchEvent(new ErrorEvent('error', { error }));
  // The first call of a process takes long on a busy machine.
  await waitFor(() => expect(api.calls).not.toHaveLength(0), { timeout: 10_000 });
  await settled();
  expect(api.calls).toHaveLength(1);
  expect(api.calls[0]?.body).toMatchObject({
    eventInfo: 'Error: the chart has no data',
    stackTrace: error.stack,
    path: '/',
    userAgent: navigator.userAgent,
  });
  expect(event.defaultPrevented).toBe(false);
});

it('ignores API errors and aborted requests', async () => {
  reportUnhandled(new ApiError({ message: 'no', status: 500, code: 'internal' }));
  reportUnhandled(new DOMException('gone', 'AbortError'));
  await settled();
  expect(api.calls).toHaveLength(0);
});

it('stops after 20 errors', async () => {
  for (let i = 0; i < 40; i += 1) reportUnhandled(new Error(`number ${i}`));
  await waitFor(() => expect(api.calls.length).toBeGreaterThan(10), { timeout: 10_000 });
  await settled();
  expect(api.calls.length).toBeLessThanOrEqual(20);
});
