import { attemptHeader } from '@readerlens/contract';
import { api } from './api.ts';
import { signInAs, testUser } from './testing/session.ts';
import { startFakeApi } from './testing/fake-api.ts';
import type { FakeApi } from './testing/fake-api.ts';

const call = 'POST /api/notification';
const refused = { status: 400, message: 'Please enter a name.' };
const failed = { status: 503, message: 'The database does not answer.' };
const created = { data: { id: 'a1' } };

let server: FakeApi;
beforeAll(async () => {
  server = await startFakeApi({ [call]: created, 'POST /api/notifications/search': { data: {} } });
});
afterAll(() => server.stop());
beforeEach(() => signInAs(testUser()));

const create = (name: string) =>
  api(call, { body: { name, description: '', type: 'SpecificActivityNotification' } });
/** The key of each attempt whose answer is given; undefined for one that is lost. */
const createWith = async (...answers: readonly (readonly [string, object])[]) => {
  const before = server.calls.length;
  for (const [name, answer] of answers) {
    server.answers[call] = answer as never;
    await create(name).catch(() => undefined);
  }
  return server.calls.slice(before).map(({ headers }) => headers[attemptHeader]);
};

it('names each attempt to create something', async () => {
  const [one, other] = await createWith(['Visits', created], ['Visits', created]);
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(other).not.toBe(one);
});

it('repeats an attempt until it succeeds', async () => {
  const [first, refusal, last, next] = await createWith(
    ['Lost', failed],
    ['Lost', refused],
    ['Lost', created],
    ['Lost', created],
  );
  expect([refusal, last]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

it('makes another attempt of another content', async () => {
  const [one, other] = await createWith(['One', failed], ['Other', failed]);
  expect(other).not.toBe(one);
});

it('names no attempt of what may be repeated', async () => {
  await api('POST /api/notifications/search', { body: {} }).catch(() => undefined);
  expect(server.calls.at(-1)!.headers[attemptHeader]).toBeUndefined();
});
