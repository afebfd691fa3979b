import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { UserSession } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnEachEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../platform/testing/index.ts';

const password = 'a long enough password';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const readSessionId = (token: string) => decodeJwt(token).sid as string;

describeOnEachEngine('the sessions of an account', (db) => {
  const api = testApi({}, {}, db);
  const second = testApi({}, {}, db);

  const add = (role: NewUser['role'], columns: NewUser = {}) => addUser(db(), { role, ...columns });
  const signIn = (user: UserRow) => api().tokenFor(user);
  const statusIn = async (process: () => TestApi, token: string) => {
    const { status, body } = await process().call('GET /api/session', { token });
    return status === 200 ? 200 : `${status} ${String(body.code)}`;
  };
  const list = async (token: string, user: UserRow) => {
    const { body } = await api().call('GET /api/user/{id}/sessions', {
      token,
      params: { id: String(user.id) },
    });
    return body.data as UserSession[];
  };
  const endAll = (token: string, user: UserRow, query = {}) =>
    api().call('DELETE /api/user/{id}/sessions', { token, params: { id: String(user.id) }, query });
  const endOne = (token: string, user: UserRow, sessionId: string) =>
    api().call('DELETE /api/user/{id}/sessions/{sessionId}', {
      token,
      params: { id: String(user.id), sessionId },
    });
  const events = (account: UserRow) =>
    db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'subject_id', 'detail'])
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
  const impersonate = async (adminToken: string, target: UserRow) => {
    const { body } = await api().call('POST /api/auth/impersonate', {
      token: adminToken,
      body: { targetUserId: String(target.id) },
    });
    return body.token as string;
  };
  const setSeen = (token: string, minutesAgo: number) =>
    sql`UPDATE user_session SET last_seen_at = now() - make_interval(mins => ${minutesAgo})
      WHERE id = ${readSessionId(token)}`.execute(db().kysely);

  it('begin with a sign-in by password, and are listed from the newest to the oldest', async () => {
    const user = await add('Client', { password });
    const first = await signIn(user);
    const { body } = await api().call('POST /api/auth', {
      body: { email: user.email, password },
      headers: { 'user-agent': firefox.padEnd(1000, '.') },
      address: '2001:db8:1:2:3:4:5:6',
    });
    const token = body.token as string;
    expect(await list(token, user)).toEqual([
      {
        id: readSessionId(token),
        method: 'password',
        userAgent: firefox.padEnd(400, '.'),
        network: '2001:db8:1:2::/64',
        signedInAt: expect.any(String),
        lastActiveAt: expect.any(String),
        current: true,
      },
      expect.objectContaining({
        id: readSessionId(first),
        userAgent: null,
        network: '127.0.0.1',
        current: false,
      }),
    ]);
  });

  it('keep their id when the token is renewed, and last as long as it', async () => {
    const user = await add('Internal');
    const token = await signIn(user);
    await sql`UPDATE user_session SET expires_at = now() - interval '1 second' WHERE id = ${readSessionId(token)}`.execute(
      db().kysely,
    );
    expect(await list(token, user)).toEqual([]);
    const renewed = (await api().call('GET /api/reset-auth-token', { token })).body.token as string;
    expect(readSessionId(renewed)).toBe(readSessionId(token));
    expect(await list(renewed, user)).toHaveLength(1);
  });

  it('survive a change of the own account as the one session with a new token', async () => {
    const user = await add('Internal');
    const [token, other] = [await signIn(user), await signIn(user)];
    const { body } = await api().call('PATCH /api/user/{id}', {
      token,
      params: { id: String(user.id) },
      body: { email: `moved-${user.email}` },
    });
    expect(await statusIn(second, other)).toBe('401 session_ended');
    expect(await list(body.token as string, user)).toEqual([
      expect.objectContaining({ id: readSessionId(token), current: true }),
    ]);
  });

  it('end one by one, at once in every process', async () => {
    const user = await add('Client');
    const [own, other] = [await signIn(user), await signIn(user)];
    expect(await statusIn(second, other)).toBe(200);
    expect((await endOne(own, user, readSessionId(other))).status).toBe(200);
    expect(await statusIn(second, other)).toBe('401 session_ended');
    expect(await statusIn(api, other)).toBe('401 session_ended');
    expect(await statusIn(second, own)).toBe(200);
    expect(await list(own, user)).toHaveLength(1);
    expect((await endOne(own, user, readSessionId(other))).status).toBe(404);
    expect(await events(user)).toEqual([
      {
        action: 'user.end-session',
        actor_id: user.id,
        subject_id: null,
        detail: { network: '127.0.0.1', signedInAt: expect.any(String) },
      },
    ]);
  });

  it('end all but the own one', async () => {
    const user = await add('Client');
    const [own, other, third] = [await signIn(user), await signIn(user), await signIn(user)];
    expect((await endAll(own, user, { keepCurrent: 'true' })).body.data).toEqual({ ended: 2 });
    expect(await Promise.all([own, other, third].map((token) => statusIn(second, token)))).toEqual([
      200,
      '401 session_ended',
      '401 session_ended',
    ]);
    expect((await endAll(own, user, { keepCurrent: 'true' })).body.data).toEqual({ ended: 0 });
    expect((await endAll(own, user)).body.data).toEqual({ ended: 1 });
    expect(await statusIn(second, own)).toBe('401 session_ended');
    expect((await events(user)).map(({ action, detail }) => [action, detail])).toEqual([
      ['user.end-sessions', { sessions: 2 }],
      ['user.end-sessions', { sessions: 1 }],
    ]);
  });

  it('end by staff for an account of a lower role', async () => {
    const [staff, user] = [await add('Internal'), await add('Client')];
    const [staffToken, token] = [await signIn(staff), await signIn(user)];
    expect(await list(staffToken, user)).toEqual([
      expect.objectContaining({ id: readSessionId(token), current: false }),
    ]);
    expect((await endAll(staffToken, user, { keepCurrent: 'true' })).body.data).toEqual({ ended: 1 });
    expect(await statusIn(second, token)).toBe('401 session_ended');
    expect(await statusIn(second, staffToken)).toBe(200);
    expect(await events(user)).toMatchObject([{ action: 'user.end-sessions', actor_id: staff.id }]);
  });

  it.each([
    ['of another user', async () => readSessionId(await signIn(await add('Client')))],
    ['that does not exist', () => randomUUID()],
    ['that is no id', () => "1' OR '1'='1"],
  ])('cannot be ended with the id of a session %s', async (_, sessionId) => {
    const user = await add('Client');
    const token = await signIn(user);
    const id = await sessionId();
    expect((await endOne(token, user, id)).status).toBe(404);
    expect(await list(token, user)).toHaveLength(1);
    expect(await events(user)).toEqual([]);
  });

  it('end when their user logs out', async () => {
    const user = await add('Client');
    const [own, other] = [await signIn(user), await signIn(user)];
    expect((await api().call('POST /api/auth/logout', { token: own, body: {} })).status).toBe(200);
    expect(await statusIn(second, own)).toBe('401 session_ended');
    expect(await list(other, user)).toHaveLength(1);
  });

  it('are not renewed once they have ended', async () => {
    const user = await add('Client');
    const token = await signIn(user);
    const row = () =>
      db().kysely.selectFrom('user_session').selectAll().where('id', '=', readSessionId(token)).execute();
    await endAll(token, user);
    const ended = await row();
    const renewed = await api().services.signIns.renew(user, { sessionId: readSessionId(token) });
    expect(await statusIn(second, renewed)).toBe('401 session_ended');
    expect(await row()).toEqual(ended);
  });

  it('write their last activity once in five minutes, also of calls at the same time', async () => {
    const user = await add('Client');
    const token = await signIn(user);
    const seen = async () => (await list(token, user))[0]?.lastActiveAt ?? '';
    await setSeen(token, 4);
    const before = await seen();
    await Promise.all([1, 2, 3].map(() => statusIn(api, token)));
    expect(await seen()).toBe(before);
    await setSeen(token, 6);
    await Promise.all([statusIn(api, token), statusIn(second, token), statusIn(api, token)]);
    const after = await seen();
    expect(after > before).toBe(true);
    await statusIn(second, token);
    expect(await seen()).toBe(after);
    // As of a request that read the session before another one has written.
    await second().services.signIns.touch(readSessionId(token));
    expect(await seen()).toBe(after);
  });

  describe('while impersonating', () => {
    it('the session is the one of the administrator, and its end ends the impersonation', async () => {
      const [admin, user] = [await add('Admin'), await add('Client')];
      const [adminToken, other] = [await signIn(admin), await signIn(admin)];
      const token = await impersonate(adminToken, user);
      expect(readSessionId(token)).toBe(readSessionId(adminToken));
      expect(await list(adminToken, user)).toEqual([]);
      const renewed = (await api().call('GET /api/reset-auth-token', { token })).body.token as string;
      expect(await list(other, admin)).toHaveLength(2);
      expect(await statusIn(second, renewed)).toBe(200);
      await endOne(other, admin, readSessionId(adminToken));
      expect(await statusIn(second, renewed)).toBe('401 session_ended');
      expect(await statusIn(second, adminToken)).toBe('401 session_ended');
    });

    it('the sessions of the impersonated user are neither shown nor ended', async () => {
      const [admin, user] = [await add('Admin'), await add('Client')];
      const own = await signIn(user);
      const token = await impersonate(await signIn(admin), user);
      const answers = [
        await api().call('GET /api/user/{id}/sessions', { token, params: { id: String(user.id) } }),
        await endAll(token, user),
        await endOne(token, user, readSessionId(own)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect(await statusIn(second, own)).toBe(200);
    });

    it('those of other accounts end under both names', async () => {
      const [admin, internal, user] = [await add('Admin'), await add('Internal'), await add('Client')];
      const own = await signIn(user);
      const token = await impersonate(await signIn(admin), internal);
      expect((await endAll(token, user)).body.data).toEqual({ ended: 1 });
      expect(await statusIn(second, own)).toBe('401 session_ended');
      expect(await events(user)).toMatchObject([
        { action: 'user.end-sessions', actor_id: admin.id, subject_id: internal.id },
      ]);
    });
  });
});
