import { randomUUID } from 'node:crypto';
import type { Canary } from '@readerlens/contract';
import { canaryRings } from '@readerlens/contract/registry';
import type { AreaVersion } from '@readerlens/contract/registry';
import { sql } from 'kysely';
import { addUser, describeOnOneEngine, testApi } from '../../../platform/testing/index.ts';
import type { TestApi } from '../../../platform/testing/index.ts';
import type { AreaDeploys } from '../area-deploys.ts';
import { readServedCanaries } from './canaries.ts';

const buildFiles = (version: string): AreaVersion => ({
  version,
  container: 'notes',
  base: `/areas/notes/${version}/`,
  entry: 'remoteEntry.js',
  module: './area',
  preload: [],
  consumes: [],
  integrity: {},
});

describeOnOneEngine('canaries', (db) => {
  const api = testApi({}, {}, db);
  /** Another server of the same installation. */
  const other = testApi({}, {}, db);
  let live: Map<string, string>;
  let secret: string;
  let admin: string;

  /** A server has the store; this one only knows which version is deployed. */
  const deploys = {
    prepareCanary: async (area: string, version: string) => ({
      files: buildFiles(version),
      stable: live.get(area)!,
    }),
    readLive: async () => live,
    deploy: async ({ area }: { area: string }, version: string) => {
      const before = live.get(area)!;
      live.set(area, version);
      return { version, before, fallback: before, notes: [] };
    },
  } as unknown as AreaDeploys;

  beforeAll(async () => {
    for (const server of [api, other]) Object.defineProperty(server().app, 'areaDeploys', { value: deploys });
    admin = await api().tokenFor(await addUser(db(), { role: 'SystemAdmin' }));
    const created = await api().call('POST /api/deploy-tokens', {
      token: admin,
      body: { area: 'notes', name: 'CI' },
    });
    ({ secret } = created.body.data as { secret: string });
  });
  beforeEach(async () => {
    live = new Map([['notes', 'v1']]);
    await db().kysely.deleteFrom('area_canary').execute();
    await db().kysely.deleteFrom('area_sample').execute();
  });

  const byToken = async (call: Parameters<TestApi['call']>[0], body?: object) => {
    const answer = await api().call(call, { token: secret, params: { area: 'notes' }, body });
    return { status: answer.status, message: answer.body.message, data: answer.body.data as Canary };
  };
  const start = async (version = 'v2') =>
    (await byToken('POST /api/deploys/{area}/canary', { version })).data;
  const change = (body: object) => byToken('PATCH /api/deploys/{area}/canary', body);
  const promote = () => byToken('POST /api/deploys/{area}/canary/promote', {});
  const list = async () => (await api().call('GET /api/canaries', { token: admin })).body.data as Canary[];
  const served = async () => Object.fromEntries(await readServedCanaries(db()));

  /** Each of so many people enters the area once; it fails for the first ones. Then any page reports something. */
  const report = async (version: string, people: number, failed = 0) => {
    await db()
      .kysely.insertInto('area_sample')
      .values(
        Array.from({ length: people }, (_, at) => ({
          area: 'notes',
          version,
          person: randomUUID(),
          ...(at < failed
            ? { kind: 'failure' as const, phase: 'mount' as const, failure: 'error' as const }
            : { kind: 'mount' as const, value: 100 + at }),
        })),
      )
      .execute();
  };
  const compare = async (server = api) => {
    await db()
      .kysely.updateTable('area_canary')
      .set({ compared_at: sql<Date>`now() - interval '1 hour'` })
      .execute();
    await server().call('POST /api/areas/samples', {
      token: admin,
      body: { samples: [{ area: 'notes', version: 'v0', kind: 'load', value: 1 }] },
    });
    return (await list())[0]!;
  };
  const listActions = async () =>
    (
      await db()
        .kysely.selectFrom('audit_event')
        .select('action')
        .where('action', 'like', 'area.canary-%')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  it('begin for staff, are widened, paused and resumed, and end promoted', async () => {
    const before = (await listActions()).length;
    const canary = await start();
    expect(canary).toMatchObject({
      area: 'notes',
      version: 'v2',
      stable: 'v1',
      ring: 'staff',
      state: 'running',
      startedBy: 'CI',
      nextLook: 8,
    });
    expect(await served()).toEqual({
      notes: { stable: 'v1', canary: { ...buildFiles('v2'), release: canary.id, ring: 'staff' } },
    });
    expect((await change({ ring: '25' })).data).toMatchObject({ ring: '25', state: 'running' });
    expect((await change({ ring: '25' })).status).toBe(200);
    expect((await change({ state: 'paused' })).data.state).toBe('paused');
    expect(await served()).toEqual({});
    expect((await change({ state: 'running' })).data).toMatchObject({ ring: '25', state: 'running' });
    expect(await promote()).toMatchObject({ status: 200, data: { version: 'v2', before: 'v1' } });
    expect(await served()).toEqual({});
    expect(await list()).toMatchObject([{ id: canary.id, state: 'promoted', nextLook: null }]);
    expect((await listActions()).slice(before)).toEqual([
      'area.canary-start',
      'area.canary-move',
      'area.canary-pause',
      'area.canary-resume',
      'area.canary-promote',
    ]);
  });

  it('are one per area; another one begins once it was stopped', async () => {
    await start();
    expect(await byToken('POST /api/deploys/{area}/canary', { version: 'v3' })).toMatchObject({
      status: 409,
      message: 'The canary v2 of notes is running. Promote or stop it first.',
    });
    expect((await change({ state: 'stopped' })).data.state).toBe('stopped');
    expect(await change({ ring: '100' })).toMatchObject({ status: 404 });
    expect(await start('v3')).toMatchObject({ version: 'v3', state: 'running' });
    expect((await list()).map(({ version, state }) => [version, state])).toEqual([
      ['v3', 'running'],
      ['v2', 'stopped'],
    ]);
  });

  it('are over once another version is deployed', async () => {
    const canary = await start();
    live.set('notes', 'v9');
    expect(await list()).toMatchObject([{ state: 'replaced', nextLook: null }]);
    expect(await change({ ring: '50' })).toMatchObject({
      status: 409,
      message: 'The canary v2 of notes is replaced.',
    });
    expect(await promote()).toMatchObject({ status: 409 });
    await start('v3');
    expect((await list()).find(({ id }) => id === canary.id)).toMatchObject({ state: 'replaced' });
  });

  it('are changed on Area Health by system administrators', async () => {
    const { id } = await start();
    const patch = (body: object, token: string, canaryId = id) =>
      api().call('PATCH /api/canaries/{canaryId}', { token, params: { canaryId }, body });
    const staff = await api().tokenFor(await addUser(db(), { role: 'Admin' }));
    expect((await patch({ ring: '5' }, staff)).status).toBe(403);
    expect((await patch({ ring: '5' }, admin)).body.data).toMatchObject({ ring: '5' });
    expect((await patch({}, admin)).status).toBe(400);
    expect((await patch({ ring: '7' }, admin)).status).toBe(400);
    for (const unknown of ['999999', 'x'])
      expect((await patch({ ring: '5' }, admin, unknown)).status).toBe(404);
    const promoted = await api().call('POST /api/canaries/{canaryId}/promote', {
      token: admin,
      params: { canaryId: id },
    });
    expect(promoted.body.data).toMatchObject({ version: 'v2' });
    const again = await api().call('POST /api/canaries/{canaryId}/promote', {
      token: admin,
      params: { canaryId: id },
    });
    expect(again.body.message).toBe('The canary v2 of notes is promoted.');
  });

  it('are stopped when they fail for more people, whatever the ring', async () => {
    await start();
    await report('v1', 300, 1);
    await report('v2', 31, 6);
    expect(await compare()).toMatchObject({
      state: 'stopped',
      reason: 'It failed for 6 of 31 people, the deployed version for 1 of 300.',
      sides: { canary: { people: 31, failed: 6 }, stable: { people: 300, failed: 1 } },
    });
    expect(await served()).toEqual({});
    expect((await listActions()).at(-1)).toBe('area.canary-stop');
  });

  it('reach everybody once they are safe, and are still stopped if they get worse', async () => {
    await start();
    await change({ ring: '25' });
    await report('v1', 600, 2);
    await report('v2', 600, 2);
    expect(await compare()).toMatchObject({
      state: 'running',
      ring: '100',
      isSafe: true,
      nextLook: 1000,
      sides: {
        canary: { mountMs: expect.any(Number), lcpMs: null },
        stable: { mountMs: expect.any(Number) },
      },
    });
    await report('v2', 400, 60);
    expect(await compare()).toMatchObject({ state: 'stopped', isSafe: true });
  });

  it('go on while it is not clear, and each number of people counts once', async () => {
    await start();
    await report('v1', 20);
    await report('v2', 20, 1);
    expect(await compare()).toMatchObject({ state: 'running', ring: 'staff', nextLook: 31 });
    // The same people again: no further look.
    await report('v2', 2, 2);
    expect(await compare()).toMatchObject({ state: 'running', nextLook: 31 });
  });

  it('are paused while people who get them do not report', async () => {
    await start();
    await change({ ring: '50' });
    await db()
      .kysely.updateTable('area_canary')
      .set({ ring_at: sql<Date>`now() - interval '1 hour'` })
      .execute();
    await report('v1', 250);
    await report('v2', 50);
    expect(await compare()).toMatchObject({
      state: 'paused',
      ring: '50',
      reason: expect.stringContaining('Only 50 of 300 people report it, although 50 % get it.'),
    });
    expect(await served()).toEqual({});
  });

  it('are compared once by several servers at a time', async () => {
    await start();
    await report('v1', 300);
    await report('v2', 16, 16);
    const before = (await listActions()).length;
    await Promise.all([compare(), compare(other), compare(), compare(other)]);
    expect(await list()).toMatchObject([{ state: 'stopped' }]);
    expect((await listActions()).slice(before)).toEqual(['area.canary-stop']);
  });

  it('are stopped for all servers by one of them, also while the store cannot be read', async () => {
    const { id } = await start();
    const readLive = jest.spyOn(deploys, 'readLive').mockRejectedValue(new Error('The store is gone.'));
    const { status } = await other().call('PATCH /api/canaries/{canaryId}', {
      token: admin,
      params: { canaryId: id },
      body: { state: 'stopped' },
    });
    readLive.mockRestore();
    expect(status).toBe(200);
    expect(await list()).toMatchObject([{ state: 'stopped' }]);
    expect(await served()).toEqual({});
  });

  it('have rings that the database knows', async () => {
    await start();
    for (const ring of canaryRings) expect((await change({ ring })).data.ring).toBe(ring);
  });

  it('reach people early if all of their clients agreed', async () => {
    const clients = ['Agrees', 'Does not'].map((name) => `${name} ${randomUUID()}`);
    const ids = (
      await db()
        .kysely.insertInto('client')
        .values(clients.map((name) => ({ name })))
        .returning('id')
        .execute()
    ).map(({ id }) => id);
    const put = (clientId: string, earlyAccess: boolean) =>
      api().call('PUT /api/early-access/{clientId}', {
        token: admin,
        params: { clientId },
        body: { earlyAccess },
      });
    expect((await put(String(ids[0]), true)).status).toBe(200);
    for (const unknown of ['999999', 'x']) expect((await put(unknown, true)).status).toBe(404);
    const early = await api().call('GET /api/early-access', { token: admin });
    expect(early.body.data).toEqual([{ id: String(ids[0]), name: clients[0] }]);
    const read = async (clientIds: number[]) => {
      const user = await addUser(db());
      await db()
        .kysely.insertInto('user_client')
        .values(clientIds.map((client_id) => ({ user_id: user.id, client_id })))
        .execute();
      const token = await api().tokenFor(user);
      return (await api().call('GET /api/session', { token })).body.data;
    };
    expect(await read([ids[0]!])).toMatchObject({ earlyAccess: true });
    expect(await read(ids)).not.toHaveProperty('earlyAccess');
    expect((await put(String(ids[0]), false)).status).toBe(200);
    expect(await read([ids[0]!])).not.toHaveProperty('earlyAccess');
  });
});
