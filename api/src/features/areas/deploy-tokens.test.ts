import type { DeployToken } from '@readerlens/contract';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';

describeOnOneEngine('deploy tokens', (db) => {
  const api = testApi({}, {}, db);

  const signInAs = async (role: 'SystemAdmin' | 'Admin') => api().tokenFor(await addUser(api().db, { role }));
  const create = async (body: { area: string; name: string; expiresInDays?: number }) => {
    const answer = await api().call('POST /api/deploy-tokens', {
      token: await signInAs('SystemAdmin'),
      body,
    });
    expect(answer.status).toBe(200);
    return answer.body.data as { token: DeployToken; secret: string };
  };
  const use = async (secret: string | undefined, area = 'notes') => {
    const { status, body } = await api().call('POST /api/deploys/{area}/withdraw', {
      params: { area },
      ...(secret === undefined ? {} : { token: secret }),
    });
    return [status, body.message];
  };
  /** The server of this test has no areas store, so a token that is good gets this far. */
  const accepted = [503, 'This server has no areas store to deploy to.'];

  it('are created for an area; the secret is shown once, and only its hash is stored', async () => {
    const { token, secret } = await create({ area: 'notes', name: ' CI ', expiresInDays: 30 });
    expect(secret).toMatch(/^rld_[\w-]{43}$/);
    expect(token).toMatchObject({ area: 'notes', name: 'CI', lastUsedAt: null, revokedAt: null });
    expect(Date.parse(token.expiresAt!) - Date.parse(token.createdAt)).toBe(30 * 86_400_000);
    const rows = await db().kysely.selectFrom('area_deploy_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { body } = await api().call('GET /api/deploy-tokens', {
      token: await signInAs('SystemAdmin'),
    });
    expect(body.data).toContainEqual(token);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await use(secret)).toEqual(accepted);
  });

  it('work for their area only, until they are revoked', async () => {
    const { token, secret } = await create({ area: 'notes', name: 'CI' });
    expect(await use(secret, 'review')).toEqual([
      403,
      "This deploy token is for the area 'notes', not for 'review'.",
    ]);
    const revoke = async (tokenId: string) =>
      (
        await api().call('DELETE /api/deploy-tokens/{tokenId}', {
          token: await signInAs('SystemAdmin'),
          params: { tokenId },
        })
      ).status;
    expect(await revoke(token.id)).toBe(200);
    expect(await use(secret)).toEqual([401, 'This deploy token was revoked.']);
    expect(await revoke(token.id)).toBe(200);
    for (const unknown of ['999999', 'x']) expect(await revoke(unknown)).toBe(404);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', 'like', 'area.token-%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const detail = { area: 'notes', token: 'CI', tokenId: Number(token.id) };
    expect(events).toEqual([
      { action: 'area.token-revoke', detail },
      { action: 'area.token-create', detail },
    ]);
  });

  it('expire', async () => {
    const { token, secret } = await create({ area: 'notes', name: 'CI', expiresInDays: 1 });
    await db()
      .kysely.updateTable('area_deploy_token')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', Number(token.id))
      .execute();
    expect(await use(secret)).toEqual([401, 'This deploy token has expired.']);
  });

  it('are no sessions, and a session is no deploy token', async () => {
    const { secret } = await create({ area: 'notes', name: 'CI' });
    expect((await api().call('GET /api/session', { token: secret })).status).toBe(401);
    expect(await use(await signInAs('SystemAdmin'))).toEqual([401, 'This deploy token is not valid.']);
    expect(await use(undefined)).toEqual([401, 'Send a deploy token as bearer token.']);
  });

  it('are checked before a file is read', async () => {
    const { statusCode } = await api().app.inject({
      method: 'PUT',
      url: '/api/deploys/notes/uploads/v1/file?path=a.js',
      headers: { 'content-type': 'application/octet-stream', authorization: 'Bearer rld_x' },
      payload: Buffer.alloc(21_000_000),
    });
    expect(statusCode).toBe(401);
  });

  it('refuses a file above the limit', async () => {
    const { secret } = await create({ area: 'notes', name: 'CI' });
    const { statusCode } = await api().app.inject({
      method: 'PUT',
      url: '/api/deploys/notes/uploads/v1/file?path=a.js',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${secret}` },
      payload: Buffer.alloc(20_000_001),
    });
    expect(statusCode).toBe(413);
  });

  it('are for system administrators', async () => {
    const body = { area: 'notes', name: 'CI' };
    const { status } = await api().call('POST /api/deploy-tokens', {
      token: await signInAs('Admin'),
      body,
    });
    expect(status).toBe(403);
  });

  it.each([
    [{ area: 'No', name: 'CI' }, 'area'],
    [{ area: 'notes', name: ' ' }, 'name'],
    [{ area: 'notes', name: 'CI', expiresInDays: 0 }, 'expiresInDays'],
  ])('are refused as %p', async (body, path) => {
    const answer = await api().call('POST /api/deploy-tokens', {
      token: await signInAs('SystemAdmin'),
      body,
    });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path }]]);
  });
});
