import { addApiClient, requestToken } from '../../people/testing/api-client.ts';
import { describeOnEachEngine, testApi } from '../../platform/testing/index.ts';

describeOnEachEngine('the limit of an API client', (db, engine) => {
  const environment = { API_LIMIT_REQUESTS: '4', API_LIMIT_SECONDS: '60' };
  const api = testApi(environment, {}, db);
  /** Another process on the same database. */
  const second = testApi(environment, {}, db);

  let time = 1_800_000_000_000;
  beforeEach(() => {
    time = Math.max(time, Date.now()) + 3_600_000;
    jest.spyOn(Date, 'now').mockImplementation(() => time);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const session = async (token: string, process = api) => {
    const { status, headers } = await process().call('GET /api/session', { token });
    return [status, headers.ratelimit, headers['retry-after']];
  };

  it('is in the headers of every answer, and counts the request of the token', async () => {
    const { user, token } = await addApiClient(api());
    const { headers } = await api().call('GET /api/session', { token });
    expect(headers).toMatchObject({
      'ratelimit-policy': '"default";q=4;w=60',
      ratelimit: '"default";r=2;t=60',
    });
    time += 20_000;
    const refused = await api().call('GET /api/users', { token });
    expect([refused.status, refused.headers.ratelimit]).toEqual([403, '"default";r=1;t=40']);
    const person = await api().call('GET /api/session', { token: await api().tokenFor(user) });
    expect(person.headers).not.toHaveProperty('ratelimit');
  });

  it('refuses further requests until the period ends', async () => {
    const { token, clientId, secret } = await addApiClient(api());
    for (const _ of ['second', 'third', 'fourth']) expect((await session(token))[0]).toBe(200);
    time += 15_000;
    expect(await session(token)).toEqual([429, '"default";r=0;t=45', '45']);
    const { status, body } = await requestToken(api(), {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    });
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    const other = await addApiClient(api());
    expect((await session(other.token))[0]).toBe(200);
    const { payload } = await api().app.inject('/metrics');
    const limited = payload.split('\n').filter((line) => line.startsWith('api_limited_requests_total{'));
    expect(limited).toEqual([`api_limited_requests_total{client="${clientId}"} 2`]);
    time += 45_001;
    expect(await session(token)).toEqual([200, '"default";r=3;t=60', undefined]);
  });

  if (engine === 'postgres')
    it('counts across processes', async () => {
      const { token } = await addApiClient(api());
      const answers = [];
      for (const process of [second, api, second, api, second])
        answers.push((await session(token, process))[0]);
      expect(answers).toEqual([200, 200, 200, 429, 429]);
    });
});
