import { callBackend } from './api.ts';
import { signInAs, testUser } from './testing/session.ts';
import { startFakeApi } from './testing/fake-api.ts';
import type { FakeApi } from './testing/fake-api.ts';

let server: FakeApi;
beforeAll(async () => {
  server = await startFakeApi({
    'POST /api/x/notes/items': { data: { id: 'n1' } },
    'GET /api/x/notes/items': { status: 503, message: 'The service of the area notes does not answer.' },
  });
});
afterAll(() => server.stop());

it('calls the backend of an area below the API, with the session', async () => {
  signInAs(testUser());
  expect(
    await callBackend('notes', 'POST /items', { query: { draft: true }, body: { text: 'x' } }),
  ).toMatchObject({ data: { id: 'n1' } });
  const [call] = server.calls;
  expect(call).toMatchObject({ call: 'POST /api/x/notes/items', body: { text: 'x' } });
  expect(call!.query.get('draft')).toBe('true');
  expect(call!.headers.authorization).toMatch(/^Bearer /);
});

it('rejects with the message of the product', async () => {
  await expect(callBackend('notes', 'GET /items')).rejects.toMatchObject({
    name: 'ApiError',
    status: 503,
    message: 'The service of the area notes does not answer.',
  });
});
