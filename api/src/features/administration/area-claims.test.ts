import type { AreaClaims, AuditEntry, UserAccount } from '@readerlens/contract';
import { decodeJwt } from 'jose';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';

const notes: AreaClaims = {
  area: 'notes',
  name: 'Client Notes',
  claims: [
    { claim: 'area:notes:read', label: 'Read notes' },
    { claim: 'area:notes:edit', label: 'Edit notes', description: 'Write and delete notes' },
  ],
};

describeOnOneEngine('claims of areas', (db) => {
  /** What the registry has; undefined while it cannot be read. */
  let deployed: readonly AreaClaims[] | undefined;
  const listAreaClaims = async () => {
    if (!deployed) throw new Error('The registry cannot be read.');
    return deployed;
  };
  const api = testApi({}, { listAreaClaims }, db);
  /** Another process on the same database. */
  const second = testApi({}, { listAreaClaims }, db);
  const addEntitled = clientsWithUsers(api);

  let internal: UserRow;
  beforeAll(async () => {
    internal = await addUser(api().db, { role: 'Internal' });
  });
  beforeEach(() => {
    deployed = [notes];
  });

  const change = async (by: UserRow, target: UserRow, body: object) =>
    api().call('PATCH /api/user/{id}', {
      token: await api().tokenFor(by),
      params: { id: String(target.id) },
      body,
    });
  const stored = ({ id }: UserRow): Promise<UserRow> =>
    api().db.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const give = async (target: UserRow, ...areaClaims: string[]) => {
    const { status, body } = await change(internal, target, { areaClaims });
    expect([status, body.message]).toEqual([200, 'User was successfully updated 👍']);
    return body.data as UserAccount;
  };

  it('are listed for staff', async () => {
    const list = async (by: UserRow) => {
      const { status, body } = await api().call('GET /api/areas/claims', { token: await api().tokenFor(by) });
      return [status, body.data];
    };
    expect(await list(internal)).toEqual([200, [notes]]);
    expect((await list(await addEntitled({}, [11])))[0]).toBe(403);
    deployed = undefined;
    expect((await list(internal))[0]).toBe(503);
  });

  it('are in the account, the session and its token, in every process, and end the sessions before', async () => {
    const user = await addEntitled({}, [11]);
    const before = await api().tokenFor(user);
    expect(decodeJwt(before).claims).not.toContain('area:notes:edit');
    const account = await give(user, 'area:notes:edit', 'area:notes:edit');
    expect(account.areaClaims).toEqual(['area:notes:edit']);
    expect(account.claims).toContain('area:notes:edit');
    expect((await second().call('GET /api/session', { token: before })).status).toBe(401);
    const token = await api().tokenFor(await stored(user));
    expect(decodeJwt(token).claims).toContain('area:notes:edit');
    const { body } = await second().call('GET /api/session', { token });
    expect(body.data).toMatchObject({ claims: expect.arrayContaining(['area:notes:edit']) });
  });

  it('can be given with a new account and in an invitation', async () => {
    const token = await api().tokenFor(internal);
    const person = { firstName: 'New', lastName: 'Person', companies: ['11'] };
    const { body } = await api().call('POST /api/user', {
      token,
      body: { user: { ...person, email: 'claims@new.example', areaClaims: ['area:notes:read'] } },
    });
    expect(body.data).toMatchObject({ areaClaims: ['area:notes:read'] });
    const refused = await api().call('POST /api/users/invite', {
      token,
      body: {
        text: 'claims@invited.example, Ina, Vited',
        defaults: { companies: ['11'], areaClaims: ['area:other:read'] },
        dryRun: true,
      },
    });
    expect(refused.body.data).toMatchObject({
      people: [
        { problems: [{ path: 'areaClaims', message: "No deployed area declares 'area:other:read'." }] },
      ],
    });
  });

  it('that no deployed area declares are refused at their field, each by its name', async () => {
    const user = await addEntitled({}, [11]);
    const { status, body } = await change(internal, user, {
      areaClaims: ['area:notes:edit', 'area:notes:burn', 'viewNotifications'],
    });
    const message = "No deployed area declares 'area:notes:burn', 'viewNotifications'.";
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_input', message, details: [{ path: 'areaClaims', message }] },
    ]);
    expect((await stored(user)).area_claims).toEqual([]);
  });

  it('of an area that was withdrawn are kept until they are taken away', async () => {
    const user = await addEntitled({}, [11]);
    await give(user, 'area:notes:edit');
    deployed = [
      { area: 'plans', name: 'Plans', claims: [{ claim: 'area:plans:read', label: 'Read plans' }] },
    ];
    expect((await change(internal, user, { viewNotifications: true })).status).toBe(200);
    expect((await stored(user)).area_claims).toEqual(['area:notes:edit']);
    expect((await give(user, 'area:notes:edit', 'area:plans:read')).areaClaims).toHaveLength(2);
    expect((await give(user, 'area:plans:read')).areaClaims).toEqual(['area:plans:read']);
    const again = await change(internal, user, { areaClaims: ['area:notes:edit'] });
    expect(again.status).toBe(400);
  });

  it('cannot be given while the registry cannot be read; the rest of the account can be changed', async () => {
    const user = await addEntitled({}, [11]);
    deployed = undefined;
    const { status, body } = await change(internal, user, { areaClaims: ['area:notes:edit'] });
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect((await change(internal, user, { viewNotifications: true, areaClaims: [] })).status).toBe(200);
  });

  it('are given by staff to accounts of a lower role only', async () => {
    const areaClaims = ['area:notes:edit'];
    const colleague = await addUser(api().db, { role: 'Internal' });
    const admin = await addUser(api().db, { role: 'Admin' });
    const client = await addEntitled({}, [11]);
    for (const [by, target, status] of [
      [internal, colleague, 403],
      [internal, internal, 403],
      [internal, admin, 404],
      [client, client, 403],
      [admin, colleague, 200],
    ] as const)
      expect((await change(by, target, { areaClaims })).status).toBe(status);
  });

  it('are those of the effective user while impersonating', async () => {
    const admin = await addUser(api().db, { role: 'Admin', area_claims: ['area:notes:read'] });
    const user = await addEntitled({ area_claims: ['area:notes:edit'] }, [11]);
    const { body } = await api().call('POST /api/auth/impersonate', {
      token: await api().tokenFor(admin),
      body: { targetUserId: String(user.id) },
    });
    const { claims } = decodeJwt(body.token as string);
    expect(claims).toContain('area:notes:edit');
    expect(claims).not.toContain('area:notes:read');
  });

  it('are in the audit log by their label while they are deployed, and in the preview of the account', async () => {
    const user = await addEntitled({}, [11]);
    await give(user, 'area:notes:read');
    await give(user, 'area:notes:read', 'area:notes:edit');
    const admin = await addUser(api().db, { role: 'Admin' });
    const readChanges = async () => {
      const { body } = await api().call('GET /api/audit-events', {
        token: await api().tokenFor(admin),
        query: { person: user.email },
      });
      return (body.data as { items: AuditEntry[] }).items[0]?.changes;
    };
    expect(await readChanges()).toEqual([
      {
        field: 'Area Permissions',
        before: 'Client Notes: Read notes',
        after: 'Client Notes: Read notes, Client Notes: Edit notes',
      },
    ]);
    deployed = undefined;
    expect(await readChanges()).toMatchObject([{ before: 'area:notes:read' }]);
    const { body } = await api().call('POST /api/users/view', {
      token: await api().tokenFor(internal),
      body: { id: String(user.id), user: { areaClaims: [] } },
    });
    expect(body.data).toMatchObject({
      before: { claims: expect.arrayContaining(['area:notes:edit']) },
      after: { claims: expect.not.arrayContaining(['area:notes:edit']) },
    });
  });
});
