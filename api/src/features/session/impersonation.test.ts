import { decodeJwt } from 'jose';
import { blindedHeader, calls } from '@readerlens/contract';
import type { Role } from '@readerlens/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createTokens } from '../../people/tokens.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import { accountRoutes, loginRoutes } from '../../features.ts';

/** Represents any call that reads by POST. */
const readingRoute: Feature = (scope) => {
  route(scope, 'POST /api/client-dashboard/stats', {
    handler: () => ({ data: { totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 } }),
  });
};

/** Represents any GET whose definition declares an effect. */
const effectfulCall = 'GET /api/activity-fields/{userId}';
const effectfulRoute: Feature = (scope) => {
  route(scope, effectfulCall, { handler: () => ({ data: [] }) });
};

beforeAll(() => void Object.assign(calls[effectfulCall], { reads: false }));
afterAll(() => void Reflect.deleteProperty(calls[effectfulCall], 'reads'));

const api = testApi({}, { features: [loginRoutes, accountRoutes, readingRoute, effectfulRoute] });

const addAdmin = (role: Role = 'Admin') =>
  addUser(api().db, { role, first_name: 'Adria', last_name: 'Admin' });

const impersonate = async (token: string, targetUserId: number | string, reason?: string) =>
  api().call('POST /api/auth/impersonate', {
    token,
    body: { targetUserId: String(targetUserId), ...(reason ? { reason } : {}) },
  });

const start = async (role: Role = 'Admin', targetRole: Role = 'Client') => {
  const [admin, target] = [await addAdmin(role), await addUser(api().db, { role: targetRole })];
  const adminToken = await api().tokenFor(admin);
  const { body } = await impersonate(adminToken, target.id, 'a ticket');
  return { admin, target, adminToken, token: body.token as string };
};

const events = (actorId: number) =>
  api()
    .db.kysely.selectFrom('audit_event')
    .selectAll()
    .where('actor_id', '=', actorId)
    .orderBy('id')
    .execute();

describe('acting as another user', () => {
  it('returns the other user’s data, and names the administrator', async () => {
    const { admin, target, token } = await start();
    const { body } = await api().call('GET /api/session', { token });
    expect(body.data).toMatchObject({
      id: String(target.id),
      role: 'Client',
      impersonatedBy: { id: String(admin.id), name: 'Adria Admin', email: admin.email },
    });
    expect(decodeJwt(token)).toMatchObject({
      sub: String(target.id),
      role: 'Client',
      impersonator: { id: String(admin.id), name: 'Adria Admin', email: admin.email },
    });
    expect((await api().call('GET /api/users', { token })).status).toBe(403);
  });

  it('is recorded with both identities and the reason, at its beginning and its end', async () => {
    const { admin, target, adminToken } = await start();
    const ended = await api().call('POST /api/auth/end-impersonation', {
      token: adminToken,
      body: { adminUserId: String(admin.id), targetUserId: String(target.id) },
    });
    expect(ended.body).toEqual({ success: true, message: '', data: null });
    const both = { actor: admin.email, subject: target.email };
    expect(await events(admin.id)).toEqual([
      expect.objectContaining({
        action: 'impersonation.start',
        subject_id: target.id,
        detail: { ...both, reason: 'a ticket' },
      }),
      expect.objectContaining({ action: 'impersonation.end', subject_id: target.id, detail: both }),
    ]);
  });

  it.each<[Role, Role, number]>([
    ['Client', 'Client', 403],
    ['Internal', 'Client', 403],
    ['Admin', 'Client', 200],
    ['Admin', 'Premium', 200],
    ['Admin', 'Internal', 200],
    ['Admin', 'Admin', 403],
    ['Admin', 'SystemAdmin', 403],
    ['SystemAdmin', 'Admin', 200],
    ['SystemAdmin', 'SystemAdmin', 200],
  ])('from %s to %s returns %i', async (role, targetRole, expected) => {
    const [admin, target] = [await addAdmin(role), await addUser(api().db, { role: targetRole })];
    const { status, body } = await impersonate(await api().tokenFor(admin), target.id);
    expect(status).toBe(expected);
    expect(typeof body.token).toBe(expected === 200 ? 'string' : 'undefined');
    expect(await events(admin.id)).toHaveLength(expected === 200 ? 1 : 0);
  });

  it('is refused for oneself, inactive users, and while impersonating', async () => {
    const { admin, adminToken } = await start('SystemAdmin');
    expect(await impersonate(adminToken, admin.id)).toMatchObject({
      status: 400,
      body: { message: 'You cannot act as yourself.' },
    });
    const inactive = await addUser(api().db, { is_active: false });
    expect(await impersonate(adminToken, inactive.id)).toMatchObject({
      status: 409,
      body: { message: 'This user is not active.' },
    });
    const nested = await start('SystemAdmin', 'Admin');
    const { status, body } = await impersonate(nested.token, inactive.id);
    expect(status).toBe(409);
    expect(body.message).toBe('You are already acting as another user.');
  });

  it.each(['0', '-1', '1.5', '2147483648', 'abc', "1' OR '1'='1", '999999'])(
    'returns 404 for the unknown user %s',
    async (id) => {
      const { status, body } = await impersonate(await api().tokenFor(await addAdmin()), id);
      expect(status).toBe(404);
      expect(body.code).toBe('not_found');
    },
  );

  it('records every write call, and no other', async () => {
    const { admin, target, token } = await start('SystemAdmin', 'Admin');
    const before = (await events(admin.id)).length;
    await api().call('GET /api/session', { token });
    await api().call('POST /api/client-dashboard/stats', { token, body: { filters: [] } });
    expect(await events(admin.id)).toHaveLength(before);
    await api().call('POST /api/auth/end-impersonation', {
      token,
      body: { adminUserId: '1', targetUserId: '1' },
      headers: { 'x-request-id': 'request-of-a-test' },
    });
    expect((await events(admin.id)).at(-1)).toMatchObject({
      action: 'impersonation.write',
      actor_id: admin.id,
      subject_id: target.id,
      detail: { call: 'POST /api/auth/end-impersonation', requestId: 'request-of-a-test' },
    });
  });

  it('records a GET that writes', async () => {
    const { admin, target, token } = await start('SystemAdmin', 'Admin');
    await api().call(effectfulCall, { token, params: { userId: '7' } });
    expect((await events(admin.id)).at(-1)).toMatchObject({
      action: 'impersonation.write',
      subject_id: target.id,
      detail: { call: effectfulCall, params: { userId: '7' } },
    });
  });

  it('ends an hour after it began, however often it is refreshed', async () => {
    const { token, target, admin } = await start();
    const {
      impersonator,
      sid,
      iat = 0,
      exp = 0,
    } = decodeJwt<{ sid: string; impersonator: { since: number; event: number } }>(token);
    expect(exp - iat).toBeLessThanOrEqual(3600);
    const since = impersonator.since - 59 * 60;
    const { secrets } = api().services;
    const aged = await createTokens(secrets.tokenKeys, 60).issue(target, {
      sessionId: sid,
      impersonator: {
        id: admin.id,
        name: 'Adria Admin',
        email: admin.email,
        tokenVersion: admin.token_version,
        since,
        event: impersonator.event,
      },
    });
    const { body } = await api().call('GET /api/reset-auth-token', { token: aged });
    const refreshed = decodeJwt(body.token as string);
    expect(refreshed).toMatchObject({ impersonator: { since } });
    expect(refreshed.exp).toBe(since + 3600);
  });

  it('stays in Blinded Mode if it was started there', async () => {
    const [admin, target] = [await addAdmin(), await addUser(api().db, { role: 'Client' })];
    const adminToken = await api().tokenFor(admin);
    const readBlinded = async (token: string, headers: Record<string, string> = {}) => {
      const request = { headers: { authorization: `Bearer ${token}`, ...headers } } as FastifyRequest;
      return (await api().services.sessions.of(request)).blinded;
    };
    const { body } = await api().call('POST /api/auth/impersonate', {
      token: adminToken,
      headers: { [blindedHeader]: 'true' },
      body: { targetUserId: String(target.id) },
    });
    const token = body.token as string;
    const renewed = (await api().call('GET /api/reset-auth-token', { token })).body.token as string;
    for (const impersonating of [token, renewed]) {
      expect(await readBlinded(impersonating)).toBe(true);
      expect(await readBlinded(impersonating, { [blindedHeader]: 'false' })).toBe(true);
    }
    expect(await readBlinded(adminToken)).toBe(false);
    expect(await readBlinded((await impersonate(adminToken, target.id)).body.token as string)).toBe(false);
  });

  it('invalidates its token when it ends', async () => {
    const { admin, target, adminToken, token } = await start();
    await api().call('POST /api/auth/end-impersonation', {
      token: adminToken,
      body: { adminUserId: String(admin.id), targetUserId: String(target.id) },
    });
    expect((await api().call('GET /api/session', { token })).body.code).toBe('invalid_token');
    expect((await api().call('GET /api/session', { token: adminToken })).status).toBe(200);
    const again = await impersonate(adminToken, target.id);
    expect((await api().call('GET /api/session', { token: again.body.token as string })).status).toBe(200);
  });

  it.each([
    ['lost the role', { role: 'Client' as const }],
    ['changed the password', { token_version: 2 }],
    ['was deactivated', { is_active: false }],
  ])('ends when the administrator %s', async (_, change) => {
    const { admin, token } = await start();
    await api().db.kysely.updateTable('app_user').set(change).where('id', '=', admin.id).execute();
    expect((await api().call('GET /api/session', { token })).body.code).toBe('session_ended');
  });

  it('is ended with the administrator’s own session only', async () => {
    const { admin, target, adminToken } = await start();
    const end = (adminUserId: number, targetUserId: number) =>
      api().call('POST /api/auth/end-impersonation', {
        token: adminToken,
        body: { adminUserId: String(adminUserId), targetUserId: String(targetUserId) },
      });
    expect((await end(target.id, target.id)).status).toBe(403);
    expect((await end(admin.id, 999_999)).status).toBe(404);
  });
});
