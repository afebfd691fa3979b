import { startFakeServer } from '@readerlens/auth/testing';
import type { Answer, SeenCall } from '@readerlens/auth/testing';
import { maxWanted } from '@readerlens/contract/dashboards';
import { waitFor } from '@testing-library/react';
import { askFigure } from './ask-figure.ts';

const stats = 'POST /api/client-dashboard/stats';
const months = 'POST /api/client-dashboard/by-month';
const byField = 'POST /api/client-dashboard/by-field/{field}';
const together = 'POST /api/dashboards/answers';
const shared = { filters: [{ field: 'Clients', value: ['1'] }] };

let answers: Record<string, Answer>;
let server: Awaited<ReturnType<typeof startFakeServer>>;
beforeEach(async () => {
  answers = { [stats]: { data: 'stats' }, [months]: { data: 'months' } };
  server = await startFakeServer(({ call }: SeenCall) => answers[call]);
});
afterEach(() => server.stop());

const never = new AbortController().signal;
type Call = typeof stats | typeof months | typeof byField | 'POST /api/annotations/search';
const ask = (call: Call, { params, body, filters = shared, signal = never }: Partial<Input> = {}) =>
  askFigure({ call, params, body, shared: filters }, signal) as Promise<{ data: unknown }>;
interface Input {
  params: Record<string, string>;
  body: object;
  filters: typeof shared;
  signal: AbortSignal;
}

it('sends what is asked for in the same moment in one request, each with its own input', async () => {
  answers['POST /api/client-dashboard/by-field/Region'] = { data: 'regions' };
  const asked = [ask(stats), ask(months), ask(byField, { params: { field: 'Region' }, body: { size: 3 } })];
  expect((await Promise.all(asked)).map(({ data }) => data)).toEqual(['stats', 'months', 'regions']);
  expect(server.requests).toEqual([together]);
  expect(server.calls.map(({ body }) => body)).toEqual([shared, shared, { ...shared, size: 3 }]);
});

it('sends a call alone that nothing else is asked for with', async () => {
  await ask(stats);
  await ask(months, { body: { size: 3 } });
  expect(server.requests).toEqual([stats, months]);
  expect(server.calls[1]?.body).toEqual({ ...shared, size: 3 });
});

it('sends other filters, notes, and more than the server takes in requests of their own', async () => {
  answers['POST /api/annotations/search'] = { data: [] };
  const others = { filters: [] };
  await Promise.all([ask(stats), ask('POST /api/annotations/search'), ask(stats, { filters: others })]);
  expect(server.requests.toSorted()).toEqual(['POST /api/annotations/search', stats, stats].toSorted());
  server.requests.length = 0;
  await Promise.all(Array.from({ length: maxWanted + 2 }, () => ask(months)));
  expect(server.requests).toEqual([together, together]);
});

it('gives each its answer as soon as it is there', async () => {
  let release = () => {};
  answers[months] = { data: 'months', after: new Promise((resolve) => (release = resolve)) };
  const late = ask(months);
  expect(await ask(stats)).toMatchObject({ data: 'stats' });
  release();
  expect(await late).toMatchObject({ data: 'months' });
});

it('rejects only what fails, as the call alone would', async () => {
  answers[months] = { status: 403, message: 'Not for you.', code: 'forbidden' };
  const refused = ask(months);
  const answered = ask(stats);
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 403, message: 'Not for you.' });
  expect(await answered).toMatchObject({ data: 'stats' });
});

it('rejects what has no answer yet when the connection is lost', async () => {
  let lose = () => {};
  answers[months] = { lost: true, after: new Promise((resolve) => (lose = resolve)) };
  const lost = ask(months);
  await ask(stats);
  lose();
  await expect(lost).rejects.toMatchObject({ name: 'ApiError', code: 'network', status: 0 });
});

it('drops what is canceled, and ends the request when nothing is left', async () => {
  answers[stats] = { after: new Promise(() => {}) };
  answers[months] = { after: new Promise(() => {}) };
  const [one, other] = [new AbortController(), new AbortController()];
  const first = ask(stats, { signal: one.signal });
  const second = ask(months, { signal: other.signal });
  await waitFor(() => expect(server.calls).toHaveLength(2));
  one.abort(new Error('not needed'));
  await expect(first).rejects.toThrow('not needed');
  expect(server.calls[0]?.aborted).toBe(false);
  other.abort(new Error('not needed either'));
  await expect(second).rejects.toThrow('not needed either');
  await waitFor(() => expect(server.calls[0]?.aborted).toBe(true));
});

it('never sends what is canceled before', async () => {
  const canceled = new AbortController();
  const first = ask(stats, { signal: canceled.signal });
  const second = ask(months);
  canceled.abort(new Error('not needed'));
  await expect(first).rejects.toThrow('not needed');
  expect(await second).toMatchObject({ data: 'months' });
  expect(server.requests).toEqual([months]);
});
