import { sql } from 'kysely';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnEachEngine, testApi } from '../../platform/testing/index.ts';
import { createPasswordLinks } from '../../people/password-links.ts';

describeOnEachEngine('mailed links', (db) => {
  const api = testApi({}, {}, db);

  const mailsTo = (address: string) =>
    api()
      .db.kysely.selectFrom('outbox_mail')
      .selectAll()
      .where('to_address', '=', address)
      .orderBy('id')
      .execute();

  const tokenIn = (text: string) => /\/(?:register|set-password)\/([\w-]+)/.exec(text)?.[1] ?? '';

  /** The token of a link mailed to the user. */
  const registrationToken = async (user: UserRow) =>
    tokenIn(await createPasswordLinks(api().services).inviteToRegister(user));
  const passwordToken = async (user: UserRow) => {
    await createPasswordLinks(api().services).sendPasswordLink(user);
    return tokenIn((await mailsTo(user.email)).at(-1)?.text_body ?? '');
  };

  it('open a path of the product after the registration', async () => {
    const user = await addUser(api().db);
    const link = await createPasswordLinks(api().services).inviteToRegister(user, undefined, {
      redirect: '/onboarding/7/0',
    });
    expect(new URL(link).searchParams.get('redirect')).toBe('/onboarding/7/0');
    expect((await mailsTo(user.email)).at(-1)?.text_body).toContain('?redirect=%2Fonboarding%2F7%2F0');
  });

  const verify = (token: string) =>
    api().call('GET /api/verify-registration-token/{token}', { params: { token } });
  const setPassword = (token: string, password: string, isRegistration?: boolean) =>
    api().call('POST /api/set-password/from-token', {
      body: { token, password, ...(isRegistration === undefined ? {} : { isRegistration }) },
    });
  const login = async (email: string, password: string) =>
    (await api().call('POST /api/auth', { body: { email, password } })).status;

  const age = (token: string, interval: string) =>
    sql`UPDATE user_token SET expires_at = expires_at - ${interval}::interval
      WHERE token_hash = encode(sha256(${token}::text::bytea), 'hex')`.execute(api().db.kysely);

  describe('a registration link', () => {
    it('lets a new user choose a password, and logs them in', async () => {
      const user = await addUser(api().db);
      const token = await registrationToken(user);
      expect((await verify(token)).body).toEqual({
        success: true,
        message: '',
        data: { hasPassword: false },
      });
      const { status, body } = await setPassword(token, 'My-password-1', true);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: 'Password set successfully.',
        data: { token: body.token },
        token: body.token,
      });
      expect((await api().call('GET /api/session', { token: body.token as string })).status).toBe(200);
      const sessions = await api().db.kysely.selectFrom('user_session').selectAll().execute();
      expect(sessions.filter(({ user_id }) => user_id === user.id)).toMatchObject([{ method: 'password' }]);
      expect(await login(user.email, 'My-password-1')).toBe(200);
    });

    it('is mailed to the user, and its token is kept as a hash only', async () => {
      const user = await addUser(api().db, { first_name: 'Zoë <script>' });
      const token = await registrationToken(user);
      const [mail] = await mailsTo(user.email);
      expect(mail).toMatchObject({ subject: 'Complete your registration', status: 'queued' });
      expect(mail?.text_body).toContain(`https://app.example/register/${token}`);
      expect(mail?.text_body).toContain('Hello Zoë <script>,');
      expect(mail?.html_body).toContain(`href="https://app.example/register/${token}"`);
      expect(mail?.html_body).toContain('Zoë &lt;script&gt;');
      expect(token).toHaveLength(43);
      const stored = await api().db.kysely.selectFrom('user_token').select('token_hash').execute();
      expect(stored.map(({ token_hash }) => token_hash)).not.toContain(token);
    });

    it('works once', async () => {
      const user = await addUser(api().db);
      const token = await registrationToken(user);
      await setPassword(token, 'My-password-1', true);
      const second = await setPassword(token, 'Another-1', true);
      expect(second.status).toBe(400);
      expect(second.body).toMatchObject({ success: false, code: 'invalid_token' });
      expect((await verify(token)).status).toBe(400);
      expect(await login(user.email, 'My-password-1')).toBe(200);
    });

    it('works once even when it is used twice at the same time', async () => {
      const token = await registrationToken(await addUser(api().db));
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((password) => setPassword(token, password, true)),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    });

    it('is valid for 14 days', async () => {
      const token = await registrationToken(await addUser(api().db));
      await age(token, '13 days 23 hours');
      expect((await verify(token)).status).toBe(200);
      await age(token, '1 hour');
      expect((await verify(token)).status).toBe(400);
      expect((await setPassword(token, 'My-password-1', true)).status).toBe(400);
    });

    it('reports that a password exists, and does not replace it', async () => {
      const user = await addUser(api().db, { password: 'My-password-1' });
      const token = await registrationToken(user);
      expect((await verify(token)).body.data).toEqual({ hasPassword: true });
      const { status, body } = await setPassword(token, 'Another-1', true);
      expect(status).toBe(400);
      expect(body.message).toBe('Your registration is already complete. Please log in.');
      expect(await login(user.email, 'My-password-1')).toBe(200);
    });

    it('of an inactive user is not valid', async () => {
      const user = await addUser(api().db, { is_active: false });
      const token = await registrationToken(user);
      expect((await verify(token)).status).toBe(400);
      expect((await setPassword(token, 'My-password-1', true)).status).toBe(400);
    });

    it.each(['x', '..%2F..', "' OR 1=1 --", 'a'.repeat(200)])(
      'that was made up (%s) is refused',
      async (token) => {
        expect((await verify(token)).body).toMatchObject({ success: false, code: 'invalid_token' });
        expect((await setPassword(token, 'My-password-1')).body).toMatchObject({ code: 'invalid_token' });
      },
    );
  });

  describe('a password link', () => {
    it('replaces the password, and ends every session and other link', async () => {
      const user = await addUser(api().db, { password: 'Old-password-1' });
      const session = await api().tokenFor(user);
      const [token, other] = [await passwordToken(user), await passwordToken(user)];
      expect((await api().call('GET /api/session', { token: session })).status).toBe(200);
      const { body } = await setPassword(token, 'New-password-1');
      expect(body.message).toBe('Password reset successfully.');
      expect((await api().call('GET /api/session', { token: session })).body.code).toBe('session_ended');
      expect((await verify(other)).status).toBe(400);
      expect(await login(user.email, 'Old-password-1')).toBe(401);
      expect(await login(user.email, 'New-password-1')).toBe(200);
    });

    it('gives a session that is valid at once, also while calls of ended ones run', async () => {
      const user = await addUser(api().db, { password: 'Old-password-1' });
      const old = await api().tokenFor(user);
      const read = async (token: string) => (await api().call('GET /api/session', { token })).status;
      const before = Array.from({ length: 5 }, () => read(old));
      const { body } = await setPassword(await passwordToken(user), 'New-password-1');
      const during = Array.from({ length: 5 }, () => read(old));
      const after = Array.from({ length: 5 }, () => read(body.token as string));
      expect(await Promise.all(after)).toEqual([200, 200, 200, 200, 200]);
      expect(await Promise.all(during)).toEqual([401, 401, 401, 401, 401]);
      await Promise.all(before);
    });

    it('works once even when it is used twice at the same time', async () => {
      const token = await passwordToken(await addUser(api().db, { password: 'Old-password-1' }));
      const answers = await Promise.all(['a', 'b', 'c'].map((password) => setPassword(token, password)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    });

    it('is valid for 2 hours', async () => {
      const token = await passwordToken(await addUser(api().db, { password: 'Old-password-1' }));
      await age(token, '1 hour 59 minutes');
      expect((await verify(token)).body.data).toEqual({ hasPassword: true });
      await age(token, '1 minute');
      expect((await verify(token)).status).toBe(400);
    });
  });

  describe('the strength of a password', () => {
    it('is a hint unless configured otherwise', async () => {
      const token = await registrationToken(await addUser(api().db));
      expect((await setPassword(token, 'x', true)).status).toBe(200);
    });

    describe('where it is enforced', () => {
      const strict = testApi({ PASSWORD_POLICY: 'enforce' });
      const send = async (password: string) => {
        const user = await addUser(strict().db);
        const token = tokenIn(await createPasswordLinks(strict().services).inviteToRegister(user));
        return strict().call('POST /api/set-password/from-token', { body: { token, password } });
      };

      it.each([
        ['Short-1', '8 characters'],
        ['no-uppercase-1', 'one uppercase letter'],
        ['NO-LOWERCASE-1', 'one lowercase letter'],
        ['No-number', 'one number'],
        ['x', 'one uppercase letter, one number, 8 characters'],
      ])('refuses %s', async (password, missing) => {
        const { status, body } = await send(password);
        const message = `The password must have at least ${missing}.`;
        expect(status).toBe(400);
        expect(body).toMatchObject({ message, details: [{ path: 'password', message }] });
      });

      it('accepts a strong one', async () => {
        expect((await send('Good-password-1')).status).toBe(200);
      });
    });
  });
});
