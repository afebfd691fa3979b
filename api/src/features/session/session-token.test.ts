import { SignJWT, UnsecuredJWT } from 'jose';
import { decodeJwt } from 'jose';
import type { UserRow } from '../../people/tables.ts';
import { addUser, setDate, testApi } from '../../platform/testing/index.ts';

const api = testApi();
const session = (token?: string, headers: Record<string, string> = {}) =>
  api().call('GET /api/session', { token, headers });

/** A token that is valid except for the replaced parts. */
const forge = async (
  user: UserRow,
  replaced: { key?: Uint8Array; payload?: object; alg?: string } = {},
): Promise<string> =>
  new SignJWT({
    ver: user.token_version,
    sid: decodeJwt(await api().tokenFor(user)).sid,
    iss: 'readerlens',
    aud: 'readerlens-api',
    sub: String(user.id),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 600,
    ...replaced.payload,
  })
    .setProtectedHeader({ alg: replaced.alg ?? 'HS256' })
    .sign(replaced.key ?? api().services.secrets.tokenKeys[0]);

describe('a session token', () => {
  afterEach(() => jest.useRealTimers());

  it('contains the user and their permissions', async () => {
    const user = await addUser(api().db, {
      role: 'Internal',
      first_name: 'Ada',
      last_name: 'Lovelace',
      notification_claim_level: 'Basic',
      review_activities: true,
      denied_activity_types: ['Event'],
    });
    const token = await api().tokenFor(user);
    expect(decodeJwt(token)).toEqual({
      sub: String(user.id),
      iss: 'readerlens',
      aud: 'readerlens-api',
      iat: expect.any(Number),
      exp: expect.any(Number),
      ver: 1,
      sid: expect.any(String),
      name: 'Ada Lovelace',
      email: user.email,
      role: 'Internal',
      claims: [
        'reviewActivities',
        'manageOnboardingForms',
        'manageNotifications',
        'cr-engagement-read',
        'cr-customerrequest-read',
        'cr-webinar-read',
      ],
      notificationLevel: 'Basic',
    });
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(3600);
  });

  it('is accepted if valid', async () => {
    const user = await addUser(api().db);
    expect((await session(await forge(user))).status).toBe(200);
  });

  it.each<[string, (user: UserRow) => Promise<string> | string]>([
    ['signed with another key', (user) => forge(user, { key: new Uint8Array(32) })],
    ['of another algorithm', (user) => forge(user, { alg: 'HS512' })],
    [
      'without a signature',
      (user) => new UnsecuredJWT({ ver: 1 }).setSubject(String(user.id)).setExpirationTime('1h').encode(),
    ],
    [
      'whose payload was changed',
      async (user) => {
        const [head, , signature] = (await forge(user)).split('.');
        const payload = Buffer.from(JSON.stringify({ ...decodeJwt(await forge(user)), sub: '1' }));
        return [head, payload.toString('base64url'), signature].join('.');
      },
    ],
    ['for another audience', (user) => forge(user, { payload: { aud: 'elsewhere' } })],
    ['of another issuer', (user) => forge(user, { payload: { iss: 'elsewhere' } })],
    ['with an invalid user id', (user) => forge(user, { payload: { sub: "1' OR '1'='1" } })],
    ['without a version', (user) => forge(user, { payload: { ver: undefined } })],
    ['without expiry', (user) => forge(user, { payload: { exp: undefined } })],
    ['that is malformed', () => 'not-a-token'],
    ['that is not readable', () => 'e30.e30.e30'],
  ])('%s is refused', async (_, make) => {
    const { status, body } = await session(await make(await addUser(api().db)));
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, code: 'invalid_token' });
    expect(body.data).toBeUndefined();
  });

  it('of a version before sessions is refused, as one of an ended session', async () => {
    const user = await addUser(api().db);
    const { status, body } = await session(await forge(user, { payload: { sid: undefined } }));
    expect(status).toBe(401);
    expect(body).toMatchObject({
      code: 'session_ended',
      message: 'Your session has ended. Please log in again.',
    });
  });

  it.each([
    ['of an unknown user', { sub: '2147483647' }],
    ['of an earlier version of the account', { ver: 0 }],
  ])('%s is refused, as one of a changed account', async (_, payload) => {
    const { status, body } = await session(await forge(await addUser(api().db), { payload }));
    expect([status, body.code, body.message]).toEqual([
      401,
      'session_ended',
      'Your account has changed. Please log in again.',
    ]);
  });

  it('of the session of another user is refused', async () => {
    const { sid } = decodeJwt(await api().tokenFor(await addUser(api().db)));
    const { status, body } = await session(await forge(await addUser(api().db), { payload: { sid } }));
    expect([status, body.code]).toEqual([401, 'session_ended']);
  });

  it('is refused after it has expired', async () => {
    const user = await addUser(api().db);
    const token = await forge(user, { payload: { exp: Math.floor(Date.now() / 1000) - 1 } });
    const { status, body } = await session(token);
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'session_expired', message: 'Your session expired' });
  });

  it.each(['', 'Basic dTpw', 'Bearer', 'Bearer ', 'Token abc', 'Bearer a b'])(
    'is asked for when the header is %j',
    async (authorization) => {
      const { status, body } = await session(undefined, { authorization });
      expect(status).toBe(401);
      expect(body.code).toBe('unauthenticated');
    },
  );

  it('is not accepted from the URL', async () => {
    const token = await api().tokenFor(await addUser(api().db));
    const answer = await api().app.inject(`/api/session?token=${token}&access_token=${token}`);
    expect(answer.statusCode).toBe(401);
  });

  it('ends with the account', async () => {
    const user = await addUser(api().db);
    const token = await api().tokenFor(user);
    await api()
      .db.kysely.updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', user.id)
      .execute();
    expect((await session(token)).body.code).toBe('session_ended');
  });

  it('grants only current permissions, regardless of its claims', async () => {
    const user = await addUser(api().db, { role: 'Internal' });
    const token = await api().tokenFor(user);
    await api().db.kysely.updateTable('app_user').set({ role: 'Client' }).where('id', '=', user.id).execute();
    expect((await api().call('GET /api/users', { token })).status).toBe(403);
  });

  it('is exchanged for a fresh one', async () => {
    const now = Math.floor(Date.now() / 1000);
    setDate(now * 1000);
    const user = await addUser(api().db);
    const almostOver = await forge(user, { payload: { exp: now + 5 } });
    const { status, body } = await api().call('GET /api/reset-auth-token', { token: almostOver });
    expect(status).toBe(200);
    expect(decodeJwt(body.token as string).exp).toBe(now + 3600);
    expect(decodeJwt(body.token as string).sid).toBe(decodeJwt(almostOver).sid);
    expect(body.data).toEqual({ token: body.token });
  });
});
