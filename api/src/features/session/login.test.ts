import argon2 from '@node-rs/argon2';
import { sql } from 'kysely';
import { addUser, describeOnEachEngine, testApi } from '../../platform/testing/index.ts';
import { lengthenWait } from '../../people/testing/lengthen-wait.ts';
import { waitSeconds } from '../../people/login-failures.ts';

const password = 'Correct-horse-1';

describe('POST /api/auth', () => {
  const api = testApi({ LOGIN_LIMIT_PER_ADDRESS: '1000' });
  const login = (body: unknown) => api().call('POST /api/auth', { body });
  afterEach(() => jest.restoreAllMocks());

  it('returns a token and the identity hash, inside and outside of data', async () => {
    const user = await addUser(api().db, { password });
    const { status, body } = await login({ email: user.email, password });
    expect(status).toBe(200);
    const { token, hmac } = body;
    expect(body).toEqual({ success: true, message: '', data: { token, hmac }, token, hmac });
    expect(hmac).toMatch(/^[0-9a-f]{64}$/);
    const session = await api().call('GET /api/session', { token: token as string });
    expect(session.body.data).toMatchObject({ id: String(user.id), email: user.email });
  });

  it('returns a stable hash that differs between users', async () => {
    const [first, second] = [await addUser(api().db, { password }), await addUser(api().db, { password })];
    const hashes = [];
    for (const { email } of [first, first, second]) hashes.push((await login({ email, password })).body.hmac);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('accepts an address in any case and with surrounding spaces', async () => {
    const user = await addUser(api().db, { email: 'Mixed.Case@users.example', password });
    const { status } = await login({ email: ` mixed.CASE@USERS.example `, password });
    expect(status).toBe(200);
    expect(user.email).toBe('Mixed.Case@users.example');
  });

  it.each([
    ['a wrong password', { password: 'another' }, { password: 'Wrong' }],
    ['a user who has not registered', {}, { password: '' }],
    ['an inactive user', { password, is_active: false }, { password }],
  ])('refuses %s with the same message as an unknown account', async (_, columns, sent) => {
    const user = await addUser(api().db, columns);
    const refused = await login({ email: user.email, password: sent.password || 'x' });
    const unknown = await login({ email: 'nobody@users.example', password: 'x' });
    for (const { status, body } of [refused, unknown]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({
        success: false,
        message: 'Invalid username or password',
        code: 'invalid_credentials',
      });
    }
  });

  it('verifies a hash of the same cost for an unknown account as for a wrong password', async () => {
    const user = await addUser(api().db, { password });
    const invited = await addUser(api().db);
    const inactive = await addUser(api().db, { password, is_active: false });
    const verify = jest.spyOn(argon2, 'verify');
    for (const { email } of [user, invited, inactive, { email: 'nobody@users.example' }])
      expect((await login({ email, password: 'Wrong' })).status).toBe(401);
    // Without its random salt and hash, such as $argon2id$v=19$m=19456,t=2,p=1.
    const costs = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
    const { password_hash } = user;
    const cost = String(password_hash).split('$').slice(0, 4).join('$');
    expect(cost).toMatch(/^\$argon2id\$/);
    expect(costs).toEqual([cost, cost, cost, cost]);
  });

  it.each([
    ["' OR '1'='1", "' OR '1'='1"],
    ["x@users.example'; DROP TABLE app_user; --", 'x'],
    ['%@users.example', 'x'],
  ])('treats SQL in %s as text', async (email, sent) => {
    expect((await login({ email, password: sent })).status).toBe(401);
    expect(await api().db.kysely.selectFrom('app_user').select('id').execute()).not.toEqual([]);
  });
});

describeOnEachEngine('the login limits', (db) => {
  const api = testApi({ LOGIN_LIMIT_PER_ACCOUNT: '3', LOGIN_LIMIT_PER_ADDRESS: '6' }, {}, db);
  const login = (email: string, sent: string, address: string) =>
    api().call('POST /api/auth', { body: { email, password: sent }, address });

  /** Moves the failures of a key into the past. */
  const age = (key: string, seconds: number) =>
    api()
      .db.kysely.updateTable('login_attempt')
      .set({
        window_start: sql<Date>`window_start - make_interval(secs => ${seconds})`,
        last_failure_at: sql<Date>`last_failure_at - make_interval(secs => ${seconds})`,
      })
      .where('key', '=', key)
      .execute();

  it('slow down attempts on an account from one address; others can log in', async () => {
    const user = await addUser(api().db, { password });
    const key = `login as ${user.email} from 10.0.0.1`;
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await login(user.email, 'Wrong', '10.0.0.1')).status).toBe(401);
    expect(await lengthenWait(db(), key, 6)).toBe(3);
    for (const wait of [64, 128, 256]) {
      const { status, body, headers } = await login(user.email.toUpperCase(), password, '10.0.0.1');
      expect([status, body.code]).toEqual([429, 'too_many_requests']);
      expect(body.message).toMatch(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(wait);
      expect(Number(headers['retry-after'])).toBeGreaterThan(wait / 2);
      await age(key, wait);
      expect((await login(user.email, 'Wrong', '10.0.0.1')).status).toBe(401);
    }
    expect((await login(user.email, password, '10.0.0.2')).status).toBe(200);
    expect((await login(user.email, password, '10.0.0.1')).status).toBe(429);
  });

  it('never count a right password, even in simultaneous logins', async () => {
    const user = await addUser(api().db, { password });
    const logins = Array.from({ length: 30 }, () => login(user.email, password, '10.0.5.1'));
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect((await login('d@users.example', 'x', '10.0.5.1')).status).toBe(401);
  });

  it('are reset by a successful login', async () => {
    const user = await addUser(api().db, { password });
    const passwords = ['Wrong', 'Wrong', password, 'Wrong', 'Wrong', password];
    const answers = [];
    for (const sent of passwords) answers.push((await login(user.email, sent, '10.0.1.1')).status);
    // Without the reset, the third wrong password would begin a wait.
    expect(answers).toEqual([401, 401, 200, 401, 401, 200]);
  });

  it('slow down an address that tries many accounts', async () => {
    const user = await addUser(api().db, { password });
    for (let attempt = 0; attempt < 6; attempt += 1)
      await login(`a${attempt}@users.example`, 'x', '10.0.2.1');
    expect(await lengthenWait(db(), 'login from 10.0.2.1', 8)).toBe(6);
    expect((await login(user.email, password, '10.0.2.1')).status).toBe(429);
    expect((await login(user.email, password, '10.0.2.2')).status).toBe(200);
  });

  it('count a whole IPv6 network as one address', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await login(`b${attempt}@users.example`, 'x', `2001:db8:1:2::${attempt + 1}`);
    }
    expect(await lengthenWait(db(), 'login from 2001:db8:1:2::/64', 8)).toBe(6);
    expect((await login('c@users.example', 'x', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await login('c@users.example', 'x', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('apply to concurrent attempts', async () => {
    const user = await addUser(api().db, { password });
    const key = `login as ${user.email} from 10.0.3.1`;
    for (let attempt = 0; attempt < 3; attempt += 1) await login(user.email, 'Wrong', '10.0.3.1');
    expect(await lengthenWait(db(), key, 6)).toBe(3);
    await age(key, 64);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(user.email, 'Wrong', '10.0.3.1')),
    );
    // The first one that fails begins a wait of 128 seconds.
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  it('end with their window', async () => {
    const user = await addUser(api().db, { password });
    for (let attempt = 0; attempt < 3; attempt += 1) await login(user.email, 'Wrong', '10.0.4.1');
    await age(`login as ${user.email} from 10.0.4.1`, 15 * 60 + 1);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await login(user.email, 'Wrong', '10.0.4.1')).status).toBe(401);
    expect((await login(user.email, password, '10.0.4.1')).status).toBe(200);
  });

  it('wait 5 minutes at most', () => {
    expect([0, 2, 3, 4, 10, 11, 12, 1000].map((failures) => waitSeconds(failures, 3))).toEqual([
      0, 0, 1, 2, 128, 256, 300, 300,
    ]);
  });
});
