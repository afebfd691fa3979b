import { decodeJwt, SignJWT } from 'jose';
import { blindedHeader } from '@readerlens/contract';
import { addApiClient, requestToken } from '../../people/testing/api-client.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';
import { lengthenWait } from '../../people/testing/lengthen-wait.ts';
import { addUser, describeOnOneEngine, testApi, setDate } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';

const grant = { grant_type: 'client_credentials' };
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describeOnOneEngine('POST /api/token', (db) => {
  const api = testApi({ LOGIN_LIMIT_PER_ACCOUNT: '3', LOGIN_LIMIT_PER_ADDRESS: '100' }, {}, db);
  /** Another process on the same database. */
  const second = testApi({ LOGIN_LIMIT_PER_ACCOUNT: '3', LOGIN_LIMIT_PER_ADDRESS: '100' }, {}, db);
  const addEntitled = clientsWithUsers(api);
  const session = (token: string, headers: Record<string, string> = {}) =>
    api().call('GET /api/session', { token, headers });

  describe('issues an access token', () => {
    it.each(['in the body', 'as basic authentication'])('for credentials %s', async (place) => {
      const { user, clientId, secret } = await addApiClient(api());
      const { status, body, headers } =
        place === 'in the body'
          ? await requestToken(api(), { ...grant, client_id: clientId, client_secret: secret })
          : await requestToken(api(), grant, { headers: basic(clientId, encodeURIComponent(secret)) });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers['content-type']).toContain('application/json');
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'read',
      });
      const { sub, iat = 0, exp = 0 } = decodeJwt(body.access_token as string);
      expect([sub, exp - iat]).toEqual([String(user.id), 900]);
      expect((await session(body.access_token as string)).body.data).toMatchObject({ email: user.email });
    });

    it('that shows what the user may see, masked for a blinded caller', async () => {
      const { id } = await addEntitled({}, []);
      const client = await addApiClient(api());
      await db().kysely.deleteFrom('user_client').where('user_id', '=', id).execute();
      await db()
        .kysely.insertInto('user_client')
        .values({ user_id: client.user.id, client_id: 11 })
        .execute();
      const companies = async (headers?: Record<string, string>) =>
        (
          (await session(client.token, headers)).body.data as { companies: { id: string; name: string }[] }
        ).companies.map(({ name }) => name);
      expect(await companies()).toEqual(['Zeta Labs']);
      expect(await companies({ [blindedHeader]: 'true' })).toEqual([expect.stringMatching(/^Client \d+$/)]);
      const foreign = await api().call('POST /api/client-dashboard/stats', {
        token: client.token,
        body: { filters: [{ field: 'Clients', value: [{ id: '13' }] }] },
      });
      expect(foreign.status).toBe(403);
    });
  });

  it('has its exports recorded with the client id', async () => {
    const { user, clientId, token } = await addApiClient(api());
    await db().kysely.insertInto('user_client').values({ user_id: user.id, client_id: 12 }).execute();
    const { statusCode } = await api().app.inject({
      method: 'POST',
      url: '/api/analytics/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { filters: [{ field: 'Clients', value: [{ id: '12' }] }], format: 'csv' },
    });
    expect(statusCode).toBe(200);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('actor_id', '=', user.id)
      .execute();
    expect(events).toEqual([
      {
        action: 'activities.export',
        detail: expect.objectContaining({ apiClient: clientId, format: 'csv' }),
      },
    ]);
  });

  describe('an access token ends', () => {
    afterEach(() => jest.useRealTimers());

    it.each<[string, NewUser]>([
      ['when the secret is replaced', { api_secret_hash: 'f'.repeat(64) }],
      ['when the secret is removed', { api_secret_hash: null }],
      ['when API access is turned off', { enable_api_access: false }],
      ['when the user is deleted', { is_active: false }],
      ['when rights change', { token_version: 2 }],
    ])('%s, in a second process too', async (_, columns) => {
      const { user, token } = await addApiClient(api());
      const { password: _password, ...changed } = columns;
      const statuses = async () => [
        (await api().call('GET /api/session', { token })).status,
        (await second().call('GET /api/session', { token })).status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      await db().kysely.updateTable('app_user').set(changed).where('id', '=', user.id).execute();
      expect(await statuses()).toEqual([401, 401]);
    });

    it('after 15 minutes', async () => {
      const { token } = await addApiClient(api());
      setDate(Date.now() + 15 * 60_000 + 1000);
      const { status, body } = await session(token);
      expect([status, body.code, body.message]).toEqual([
        401,
        'session_expired',
        'The access token has expired. Request a new one.',
      ]);
    });

    it('does not become a session token with another audience', async () => {
      const { user } = await addApiClient(api());
      const forged = new SignJWT({ ver: user.token_version, sec: 'x' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('readerlens')
        .setSubject(String(user.id))
        .setAudience('readerlens-data')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(api().services.secrets.tokenKeys[0]);
      expect((await session(await forged)).status).toBe(401);
    });
  });

  describe('refuses', () => {
    const refused = async (
      ...request: Parameters<typeof requestToken> extends [unknown, ...infer R] ? R : never
    ) => {
      const { status, body, headers } = await requestToken(api(), ...request);
      expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(body)).toEqual(['error', 'error_description']);
      return [status, body.error, headers['www-authenticate'] !== undefined];
    };

    it.each<[string, string, unknown[]]>([
      ['no grant type', 'client_id=a&client_secret=b', [400, 'invalid_request', false]],
      ['another grant type', 'grant_type=password&username=a', [400, 'unsupported_grant_type', false]],
      [
        'a parameter that is given twice',
        'grant_type=client_credentials&grant_type=client_credentials',
        [400, 'invalid_request', false],
      ],
      ['another scope', 'grant_type=client_credentials&scope=read+write', [400, 'invalid_scope', false]],
      ['no credentials', 'grant_type=client_credentials', [401, 'invalid_client', true]],
      ['an id without a secret', 'grant_type=client_credentials&client_id=a', [401, 'invalid_client', true]],
      [
        'unknown credentials',
        'grant_type=client_credentials&client_id=a&client_secret=b',
        [401, 'invalid_client', true],
      ],
      [
        'an id that no client can have',
        'grant_type=client_credentials&client_id=%25%27&client_secret=b',
        [401, 'invalid_client', true],
      ],
      ['a NUL character', 'grant_type=client_credentials&client_id=%00', [400, 'invalid_request', false]],
    ])('%s', async (_, form, expected) => {
      expect(await refused(form)).toEqual(expected);
    });

    it.each([
      ['another scheme', 'Bearer x'],
      ['text that is not encoded', 'Basic ???'],
      ['no colon', `Basic ${Buffer.from('client').toString('base64')}`],
      ['a wrong escape', `Basic ${Buffer.from('client:%zz').toString('base64')}`],
      ['a NUL character in the id', `Basic ${Buffer.from('%00:x').toString('base64')}`],
    ])('an Authorization header with %s', async (_, authorization) => {
      expect(await refused(grant, { headers: { authorization } })).toEqual([401, 'invalid_client', true]);
    });

    it('credentials that are sent in two ways', async () => {
      const { clientId, secret } = await addApiClient(api());
      const both = { ...grant, client_id: clientId, client_secret: secret };
      expect(await refused(both, { headers: basic(clientId, secret) })).toEqual([
        400,
        'invalid_request',
        false,
      ]);
    });

    it('a body in another format', async () => {
      expect(await refused(grant, { headers: { 'content-type': 'application/json' } })).toEqual([
        400,
        'invalid_request',
        false,
      ]);
    });

    it('a wrong secret, an unknown client and one without a secret with the same words', async () => {
      const { clientId } = await addApiClient(api());
      const without = await addUser(api().db, { enable_api_access: true, api_client_id: 'no-secret' });
      const answers = [];
      for (const client_id of [clientId, 'unknown', without.api_client_id ?? ''])
        answers.push((await requestToken(api(), { ...grant, client_id, client_secret: '' })).body);
      expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
      expect(answers[0]).toMatchObject({ error: 'invalid_client' });
    });
  });

  it('slows down failures from one network, also in a second process, but no other network', async () => {
    const { clientId, secret } = await addApiClient(api());
    const attempt = (process: typeof api, client_secret: string, address: string) =>
      requestToken(process(), { ...grant, client_id: clientId, client_secret }, { address });
    for (let round = 0; round < 3; round += 1) await attempt(api, 'wrong', '10.1.0.1');
    expect(await lengthenWait(db(), `token of ${clientId} from 10.1.0.1`, 8)).toBe(3);
    const { status, body, headers } = await attempt(second, secret, '10.1.0.1');
    expect([status, body.error, headers['retry-after']]).toEqual([
      429,
      'temporarily_unavailable',
      expect.any(String),
    ]);
    expect((await attempt(api, secret, '10.1.0.2')).status).toBe(200);
  });
});
