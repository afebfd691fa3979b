import { addUser, describeOnEachEngine, setDate, testApi } from '../../platform/testing/index.ts';

// Limits are per minute; on a busy machine the requests of a test may take longer.
beforeEach(() => setDate(Date.now()));
afterEach(() => jest.useRealTimers());

const api = testApi();
const report = (body: unknown, parts: { token?: string; address?: string } = {}) =>
  api().call('POST /api/log/error', { body, address: '10.2.0.1', ...parts });
const reports = () => api().db.kysely.selectFrom('client_error').selectAll().orderBy('id').execute();

describe('POST /api/log/error', () => {
  it('stores browser reports, with and without a session', async () => {
    const user = await addUser(api().db);
    const full = { eventInfo: 'TypeError: x', stackTrace: 'at y', path: '/analytics', userAgent: 'Firefox' };
    expect((await report(full, { token: await api().tokenFor(user) })).status).toBe(200);
    expect((await report({ eventInfo: 'only this' }, { token: 'bad' })).body).toEqual({
      success: true,
      message: '',
      data: null,
    });
    expect(await reports()).toMatchObject([
      {
        user_id: user.id,
        event_info: 'TypeError: x',
        stack_trace: 'at y',
        path: '/analytics',
        user_agent: 'Firefox',
      },
      { user_id: null, event_info: 'only this', stack_trace: null, path: null, user_agent: null },
    ]);
  });

  it('removes tokens of mailed links', async () => {
    const token = 'A'.repeat(43);
    await report({ eventInfo: `failed at /register/${token}`, path: `/set-password/${token}` });
    expect((await reports()).at(-1)).toMatchObject({
      event_info: 'failed at /register/[token]',
      path: '/set-password/[token]',
    });
  });

  it.each([
    ['without a text', {}],
    ['with a text that is too long', { eventInfo: 'x'.repeat(4001) }],
    ['with an unknown field', { eventInfo: 'x', extra: 1 }],
  ])('refuses a report %s', async (_, body) => {
    expect((await report(body)).status).toBe(400);
  });

  it('refuses a large body', async () => {
    expect((await report({ eventInfo: 'x'.repeat(200_000) })).status).toBe(413);
  });

  it('limits reports per address', async () => {
    const answers = [];
    for (let count = 0; count < 31; count += 1) {
      answers.push((await report({ eventInfo: 'x' }, { address: '10.2.0.2' })).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.at(-1)).toBe(429);
  });
});

describeOnEachEngine('two servers', (db, engine) => {
  const servers = [testApi({}, {}, db), testApi({}, {}, db)];

  it('share the limit per address, except with an embedded database, which has a single process', async () => {
    const answers = [];
    for (let count = 0; count < 32; count += 1) {
      const body = { eventInfo: 'x' };
      answers.push(await servers[count % 2]!().call('POST /api/log/error', { body, address: '10.2.0.3' }));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses.slice(30)).toEqual(engine === 'postgres' ? [429, 429] : [200, 200]);
    const waits = answers.flatMap(({ headers }) => headers['retry-after'] ?? []);
    expect(waits.filter((seconds) => Number(seconds) > 0)).toHaveLength(engine === 'postgres' ? 2 : 0);
  });
});
