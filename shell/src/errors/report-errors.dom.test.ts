import { ApiError } from '@readerlens/auth';
import { recordFetch } from '../testing/record-fetch.ts';
import { reportUnhandled, startErrorReports } from './report-errors.ts';

/** Lets everything that was begun end, and a minute pass. */
const settle = () => jest.advanceTimersByTimeAsync(60_000);
let requests: ReturnType<typeof recordFetch>;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  requests = recordFetch();
  stop = startErrorReports();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

it('posts each uncaught error once and does not suppress it', async () => {
  const error = new Error('the chart has no data');
  const event = new ErrorEvent('error', { error, cancelable: true });
  window.dispatchEvent(event);
  window.dispatchEvent(new ErrorEvent('error', { error }));
  await settle();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.call).toBe('POST /api/log/error');
  expect(requests[0]?.body).toMatchObject({
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
  await settle();
  expect(requests).toEqual([]);
});

it('stops after 20 errors', async () => {
  for (let i = 0; i < 40; i += 1) reportUnhandled(new Error(`number ${i}`));
  await settle();
  expect(requests.length).toBeGreaterThan(10);
  expect(requests.length).toBeLessThanOrEqual(20);
});
