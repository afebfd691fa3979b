import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buildApi } from '../../app.ts';
import { requestToken } from '../../people/testing/api-client.ts';
import { createLogger } from '../../platform/http/logging.ts';
import type { UserRow } from '../../people/tables.ts';
import { Registry } from 'prom-client';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../platform/testing/index.ts';

describeOnOneEngine('GET /api/secret/{apiClientId}', (db) => {
  const api = testApi({}, {}, db);
  /** Another process on the same database. */
  const second = testApi({}, {}, db);

  const addOwner = (columns: NewUser = {}) =>
    addUser(api().db, { enable_api_access: true, api_client_id: randomUUID(), ...columns });
  const readClientId = ({ api_client_id }: UserRow) => api_client_id ?? '';
  const generate = async (by: UserRow, owner: UserRow) =>
    api().call('GET /api/secret/{apiClientId}', {
      token: await api().tokenFor(by),
      params: { apiClientId: readClientId(owner) },
    });
  const generateSecret = async (owner: UserRow) => (await generate(owner, owner)).body.secret as string;
  const tokenWith = (owner: UserRow, secret: string) =>
    requestToken(api(), {
      grant_type: 'client_credentials',
      client_id: readClientId(owner),
      client_secret: secret,
    });
  const accessToken = async (owner: UserRow, secret: string) =>
    (await tokenWith(owner, secret)).body.access_token as string;
  const sessionIn = async (process: TestApi, token: string) =>
    (await process.call('GET /api/session', { token })).status;

  it('returns a new secret each time, of which only the hash is stored', async () => {
    const owner = await addOwner();
    const { status, body, headers } = await generate(owner, owner);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.data).toEqual({ secret: body.secret });
    const secret = body.secret as string;
    expect(secret).toMatch(/^rls_[\w-]{43}$/);
    expect(await generateSecret(owner)).not.toBe(secret);
    const row = await db()
      .kysely.selectFrom('app_user')
      .selectAll()
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(row.api_secret_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row.api_secret_created_at).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('ends the former secret and its access tokens on the next call, in a second process too', async () => {
    const owner = await addOwner();
    const former = await generateSecret(owner);
    const token = await accessToken(owner, former);
    expect([await sessionIn(api(), token), await sessionIn(second(), token)]).toEqual([200, 200]);
    const secret = await generateSecret(owner);
    expect([await sessionIn(api(), token), await sessionIn(second(), token)]).toEqual([401, 401]);
    expect((await tokenWith(owner, former)).status).toBe(401);
    expect(await sessionIn(second(), await accessToken(owner, secret))).toBe(200);
  });

  it('is audited without the secret', async () => {
    const owner = await addOwner();
    const admin = await addUser(api().db, { role: 'Admin' });
    const { body } = await generate(admin, owner);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .selectAll()
      .where('account_id', '=', owner.id)
      .execute();
    expect(events).toMatchObject([
      { action: 'secret.generate', actor_id: admin.id, subject_id: null, detail: {} },
    ]);
    expect(JSON.stringify(events)).not.toContain(body.secret);
  });

  it('is not logged', async () => {
    const lines: string[] = [];
    const sink = new PassThrough();
    sink.on('data', (line: Buffer) => lines.push(line.toString()));
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, logger: createLogger({ logLevel: 'trace' }, sink) });
    const owner = await addOwner();
    const headers = { authorization: `Bearer ${await api().tokenFor(owner)}` };
    const { secret } = (await app.inject({ url: `/api/secret/${readClientId(owner)}`, headers })).json<{
      secret: string;
    }>();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${readClientId(owner)}&client_secret=${secret}`,
    });
    await app.close();
    expect(answer.statusCode).toBe(200);
    const log = lines.join('');
    expect(log).toContain('/api/token');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(answer.json<{ access_token: string }>().access_token);
  });

  it.each<[NewUser['role'], NewUser['role'], number]>([
    ['Admin', 'Client', 200],
    ['Admin', 'Internal', 200],
    ['SystemAdmin', 'SystemAdmin', 200],
    ['Admin', 'Admin', 403],
    ['Internal', 'Client', 403],
    ['Admin', 'SystemAdmin', 404],
    ['Client', 'Client', 404],
  ])('by %s for %s responds with %i', async (role, ownerRole, status) => {
    const by = await addUser(api().db, { role });
    expect((await generate(by, await addOwner({ role: ownerRole }))).status).toBe(status);
  });

  it('is refused without API access, and for a deleted user or an unknown id', async () => {
    const admin = await addUser(api().db, { role: 'Admin' });
    const off = await addOwner({ enable_api_access: false });
    const { status, body } = await generate(off, off);
    expect([status, body.message]).toEqual([409, 'API access is not enabled for this user.']);
    expect((await generate(admin, await addOwner({ is_active: false }))).status).toBe(404);
    expect((await generate(admin, { ...off, api_client_id: randomUUID() })).status).toBe(404);
  });

  it('is refused while impersonating', async () => {
    const admin = await addUser(api().db, { role: 'Admin' });
    const owner = await addOwner();
    const started = await api().call('POST /api/auth/impersonate', {
      token: await api().tokenFor(admin),
      body: { targetUserId: String(owner.id) },
    });
    const { status, body } = await api().call('GET /api/secret/{apiClientId}', {
      token: started.body.token as string,
      params: { apiClientId: readClientId(owner) },
    });
    expect([status, body.message]).toEqual([
      403,
      'You cannot generate an API secret while you act as another user.',
    ]);
  });

  it('ends with its access tokens once API access is turned off, and is not restored by turning it on', async () => {
    const admin = await addUser(api().db, { role: 'Admin' });
    const target = await addUser(api().db, { role: 'Internal' });
    const enable = async (enableApiAccess: boolean) =>
      api().call('PATCH /api/user/{id}', {
        token: await api().tokenFor(admin),
        params: { id: String(target.id) },
        body: { enableApiAccess },
      });
    const on = await enable(true);
    expect(on.status).toBe(200);
    const { apiClientId } = on.body.data as { apiClientId: string };
    const owner = { ...target, token_version: target.token_version + 1, api_client_id: apiClientId };
    const secret = await generateSecret(owner);
    const token = await accessToken(owner, secret);
    expect(await sessionIn(second(), token)).toBe(200);
    await enable(false);
    expect([await sessionIn(api(), token), await sessionIn(second(), token)]).toEqual([401, 401]);
    expect((await tokenWith(owner, secret)).status).toBe(401);
    const again = await enable(true);
    expect((again.body.data as { apiClientId: string }).apiClientId).toBe(apiClientId);
    expect((await tokenWith(owner, secret)).status).toBe(401);
  });
});
