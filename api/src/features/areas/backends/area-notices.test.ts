import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { sql } from 'kysely';
import type { Alarm, CallData, Calls, ErasureOutcome, JobRun } from '@readerlens/contract';
import { readConfig } from '../../../platform/config.ts';
import { createJobQueue, holdDeliveries, releaseDeliveries } from '../../../platform/jobs/index.ts';
import type { JobQueue } from '../../../platform/jobs/index.ts';
import { createTestClock, createTestRunner } from '../../../platform/jobs/testing/test-runner.ts';
import { addUser, describeOnOneEngine, testApi } from '../../../platform/testing/index.ts';
import { respondWith, startReceiver } from '../../../platform/webhooks/testing/receiver.ts';
import type { Receiver } from '../../../platform/webhooks/testing/receiver.ts';
import { applyRetention } from '../../personal-data/retention.ts';
import { readErasures, replayErasures } from '../../personal-data/saved-erasures.ts';
import { areaNoticeKind } from './area-notice-kind.ts';

type Requests = CallData<Calls['GET /api/personal-data/requests']>;

interface Notice {
  readonly id: string;
  readonly event: string;
  readonly at: string;
  readonly readers: string[];
  readonly clients: string[];
}

const start = '2026-03-02T12:00:00Z';
const hour = 3600;
const day = 24 * hour;

describeOnOneEngine('the backends of areas', (db) => {
  const time = createTestClock(start);
  let receiver: Receiver;
  let other: Receiver;
  const environment = () => ({
    PUBLIC_URL: 'https://readers.example',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    AREA_BACKENDS: `notes=http://127.0.0.1:${receiver.port}/notes/, maps=http://127.0.0.1:${other.port}`,
  });
  beforeAll(async () => {
    receiver = await startReceiver();
    other = await startReceiver();
  });
  afterAll(async () => {
    await receiver.stop();
    await other.stop();
  });
  const queue = createJobQueue(time.clock);
  let isFull = false;
  const jobs: JobQueue = {
    ...queue,
    async addAll(...runs) {
      if (isFull) throw new Error('The disk is full.');
      await queue.addAll(...runs);
    },
  };
  const instead = { jobs, databaseTime: async () => time.clock() };
  const api = testApi(environment, { instead }, db);

  let token: string;
  let clients: number[];
  let readers = 0;
  beforeAll(async () => {
    token = await api().tokenFor(await addUser(db(), { role: 'Admin' }));
    await sql`INSERT INTO community (id, name) VALUES (1, 'Biologics')`.execute(db().kysely);
    const rows = await db()
      .kysely.insertInto('client')
      .values([{ name: 'Acme-Zq' }, { name: 'Borealis-Zq' }])
      .returning('id')
      .execute();
    clients = rows.map(({ id }) => id);
  });
  beforeEach(() => {
    time.set(start);
    for (const each of [receiver, other]) {
      each.received.length = 0;
      each.respond = respondWith(204);
    }
  });
  afterEach(async () => {
    await releaseDeliveries(db().kysely);
    await db().kysely.deleteFrom('job_run').execute();
    await db().kysely.deleteFrom('area_notice').execute();
    await db().kysely.deleteFrom('personal_data_request').execute();
  });

  /** With an activity at each of these clients. */
  const addReader = async (clientIds: readonly number[] = []): Promise<string> => {
    readers += 1;
    const { id } = await db()
      .kysely.insertInto('reader')
      .values({ email: `jane${readers}@x.example`, first_name: 'Jane-Zq', last_name: `Roe-Zq${readers}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const clientId of clientIds)
      await sql`INSERT INTO engagement (client_id, reader_id, document_id, occurred_at, activity_type, status, source, stage,
          community_id, sequence, has_specifics)
        VALUES (${clientId}, ${id}, 1, ${time.clock()}, 1, 1, 1, 1, 1, 1, false)`.execute(db().kysely);
    return String(id);
  };
  const ask = async (call: 'erase' | 'export' | 'lift' | 'restrict', body: object) => {
    const answer = await api().call(`POST /api/personal-data/${call}`, { token, body });
    expect(answer.status).toBe(200);
    return answer;
  };
  const erase = async (...readerIds: string[]) =>
    (await ask('erase', { readerIds, keep: [], reference: 'Case 9' })).body.data as ErasureOutcome;
  const restrict = (readerId: string) => ask('restrict', { readerId, reason: 'It is contested.' });
  const lift = (readerId: string) => ask('lift', { readerId });

  /** The due runs of one process, with the settings of all unless it has others. */
  const work = async (settings: Record<string, string> = environment()) => {
    const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
    const runner = createTestRunner(db(), time.clock, [areaNoticeKind({ ...api().services, config })]);
    await runner.runDue();
    return runner.ends;
  };
  const read = ({ received }: Receiver): Notice[] => received.map(({ body }) => JSON.parse(body) as Notice);
  const readStates = async () => {
    const { body } = await api().call('GET /api/personal-data/requests', { token });
    return (body.data as Requests)[0]!.areas.map(({ area, state }) => `${area} ${state}`);
  };
  const readAlarms = async () =>
    ((await api().call('GET /api/operations/alarms', { token })).body.data as Alarm[]).filter(
      ({ condition }) => condition === 'areas-untold',
    );
  const readRuns = async () => {
    const { body } = await api().call('GET /api/operations/runs', { token, query: { kind: 'area-notice' } });
    return (body.data as { items: JobRun[] }).items;
  };

  it('are told once of an erasure: ids of readers and clients, with a token of the product, and no name', async () => {
    const one = await addReader([clients[1]!, clients[0]!]);
    const two = await addReader();
    expect((await erase(one, two)).areas).toEqual(['maps', 'notes']);
    expect(await readStates()).toEqual(['maps waiting', 'notes waiting']);
    expect(receiver.received).toEqual([]);
    expect(await work()).toEqual(['done', 'done']);
    expect(await work()).toEqual([]);
    expect(await readStates()).toEqual(['maps told', 'notes told']);
    const [notice] = read(receiver);
    expect([receiver.received.length, notice]).toEqual([
      1,
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        event: 'erased',
        at: '2026-03-02T12:00:00.000Z',
        readers: [one, two],
        clients: clients.map(String),
      },
    ]);
    expect(read(other).map(({ event, id }) => [event, id === notice?.id])).toEqual([['erased', false]]);
    const { headers, body } = receiver.received[0]!;
    expect(body).not.toMatch(/zq|x\.example|Case 9/i);
    expect(Object.keys(headers).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);

    const keys = JSON.parse((await api().app.inject('/api/area-backends/keys')).body) as JSONWebKeySet;
    const sent = headers.authorization!.replace('Bearer ', '');
    const verify = (audience: string) =>
      jwtVerify(sent, createLocalJWKSet(keys), { issuer: 'https://readers.example', audience });
    const { payload } = await verify('area:notes:personal-data');
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss']);
    expect(payload.exp! - payload.iat!).toBe(60);
    // Neither passes for a call of a user, nor for another area.
    for (const audience of ['area:notes', 'area:maps:personal-data'])
      await expect(verify(audience)).rejects.toThrow('unexpected "aud" claim value');
  });

  it('are told of a restriction and of its end, which an export lists', async () => {
    const id = await addReader([clients[0]!]);
    await restrict(id);
    await work();
    time.pass(60);
    await lift(id);
    await work();
    expect(read(receiver).map(({ event, readers: told }) => [event, told])).toEqual([
      ['restricted', [id]],
      ['lifted', [id]],
    ]);
    const { bytes } = await ask('export', { readerIds: [id], format: 'json' });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
      readers: [
        {
          areas: ['restricted', 'restricted', 'lifted', 'lifted'].map((event, index) => ({
            area: index % 2 === 0 ? 'maps' : 'notes',
            event,
            state: 'told',
          })),
        },
      ],
    });
  });

  it('are told of what concerns some clients by another event, which ends nothing that concerns all', async () => {
    const id = await addReader(clients);
    const [own = '', other_ = ''] = clients.map(String);
    await ask('restrict', { readerId: id, reason: 'Contested', clientIds: [own] });
    const { rows } = await sql<{ id: number }>`
      SELECT reader_id AS id FROM reader_restriction WHERE clients IS NOT NULL`.execute(db().kysely);
    time.pass(60);
    await restrict(id);
    time.pass(60);
    await lift(id);
    time.pass(60);
    await lift(String(rows[0]!.id));
    // The restriction for all was lifted since then, and so was the one for a client: both are not sent any more.
    await work();
    const listTold = () => read(receiver).map(({ event, readers: told, clients: of }) => [event, told, of]);
    const told = [
      ['lifted', [id], [other_]],
      ['lifted-for-clients', [id], [own]],
    ];
    expect(listTold()).toEqual(expect.arrayContaining(told));
    expect(receiver.received).toHaveLength(2);
    receiver.received.length = 0;
    await ask('restrict', { readerId: id, reason: 'Contested', clientIds: [own] });
    await work();
    time.pass(60);
    await ask('erase', { readerIds: [id], keep: [], clientIds: [other_] });
    await work();
    expect(listTold()).toEqual([
      ['restricted-for-clients', [id], [own]],
      ['erased-for-clients', [id], [other_]],
    ]);
  });

  it('are told nothing of what was refused', async () => {
    const body = { readerIds: ['987654321'], keep: [] };
    const answer = await api().call('POST /api/personal-data/erase', { token, body });
    expect(answer.status).toBe(400);
    expect([await work(), receiver.received]).toEqual([[], []]);
  });

  it('are told in the transaction of the erasure: without the one, there is not the other', async () => {
    const id = await addReader();
    isFull = true;
    const body = { readerIds: [id], keep: [] };
    expect((await api().call('POST /api/personal-data/erase', { token, body })).status).toBe(500);
    isFull = false;
    expect((await erase(id)).readers).toBe(1);
    expect(await db().kysely.selectFrom('area_notice').select('id').execute()).toHaveLength(2);
  });

  it('are told again under the same id until they take it, and meanwhile there is an alarm', async () => {
    receiver.respond = respondWith(500, 404, 302, 200);
    await erase(await addReader());
    expect(await work()).toEqual(expect.arrayContaining(['done', 'queued']));
    expect(await readStates()).toEqual(['maps told', 'notes waiting']);
    expect(await readAlarms()).toEqual([]);
    const [waiting] = (await readRuns()).filter(({ state }) => state === 'waiting');
    expect(waiting).toMatchObject({ about: 'notes', error: 'The server responded with status 500.' });
    time.pass(60);
    await work();
    time.pass(2 * hour);
    await work();
    expect(await readAlarms()).toMatchObject([
      {
        severity: 'warning',
        since: '2026-03-02T12:00:00.000Z',
        what: 'The backend of this area does not know yet which readers were erased or restricted: notes.',
        action: expect.stringContaining('POST /personal-data'),
        kinds: ['area-notice'],
      },
    ]);
    expect((await api().app.inject('/metrics')).payload).toContain(
      'alarm_active{condition="areas-untold",severity="warning"} 1',
    );
    time.pass(day);
    expect(await readAlarms()).toMatchObject([{ severity: 'critical' }]);
    await work();
    expect(await readStates()).toEqual(['maps told', 'notes told']);
    expect(await readAlarms()).toEqual([]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.received).toHaveLength(4);
  });

  it('that refuse for a month fail, and can be told by a retry, still under the same id', async () => {
    receiver.respond = respondWith(403);
    await erase(await addReader());
    for (let tries = 0; tries < 36; tries += 1) {
      await work();
      time.pass(day);
    }
    expect(await readStates()).toEqual(['maps told', 'notes failed']);
    expect(receiver.received).toHaveLength(36);
    expect(await readAlarms()).toMatchObject([{ severity: 'critical' }]);
    receiver.respond = respondWith(200);
    const [failed] = (await readRuns()).filter(({ state }) => state === 'failed');
    const params = { id: failed!.id };
    expect((await api().call('POST /api/operations/runs/{id}/retry', { token, params })).status).toBe(200);
    await work();
    expect(await readStates()).toEqual(['maps told', 'notes told']);
    expect(await readAlarms()).toEqual([]);
    expect(new Set(read(receiver).map(({ id }) => id)).size).toBe(1);
  });

  it('never learn of a restriction after its end', async () => {
    receiver.respond = respondWith(503, 200);
    const id = await addReader();
    await restrict(id);
    await work();
    time.pass(30);
    await lift(id);
    await work();
    time.pass(60);
    expect(await work()).toEqual(['skipped']);
    expect(read(receiver).map(({ event }) => event)).toEqual(['restricted', 'lifted']);
    expect(read(other).map(({ event }) => event)).toEqual(['restricted', 'lifted']);
  });

  it('are told nothing while deliveries are held', async () => {
    await holdDeliveries(db().kysely, 'A restore.');
    await erase(await addReader());
    time.pass(2 * day);
    expect([await work(), receiver.received]).toEqual([[], []]);
    expect(await readAlarms()).toEqual([]);
    const { body } = await api().call('GET /api/operations/deliveries', { token });
    expect(body.data).toMatchObject({ slots: 0, webhooks: 2 });
    await releaseDeliveries(db().kysely);
    await work();
    expect(read(receiver)).toHaveLength(1);
  });

  it('end their notices when they are removed, but not because one process does not know them', async () => {
    const { AREA_BACKENDS, ...without } = environment();
    await erase(await addReader());
    expect(await work(without)).toEqual(['queued', 'queued']);
    expect((await readRuns())[0]?.error).toMatch(
      /^AREA_BACKENDS of this process has no area (maps|notes)\.$/,
    );
    time.pass(60);
    await work({ ...without, AREA_BACKENDS: AREA_BACKENDS.split(',')[0]! });
    expect(await readStates()).toEqual(['maps waiting', 'notes told']);
    time.pass(day);
    expect(await work(without)).toEqual(['skipped']);
    expect(await readStates()).toEqual(['maps ended', 'notes told']);
    expect(await readAlarms()).toEqual([]);
    expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
  });

  it('are told by one of several processes', async () => {
    await erase(await addReader());
    await Promise.all([work(), work(), work()]);
    expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
  });

  it('are told of readers who are erased because they were idle, and again after a restore', async () => {
    const { services } = api();
    const id = await addReader();
    const saved = await readErasures(services);
    const periods = {
      activities: 0,
      readers: 30,
      accounts: 0,
      auditEvents: 0,
      sendings: 0,
      mails: 0,
      mailFiles: 0,
    };
    await applyRetention(services, periods, time.clock());
    await work();
    expect(read(receiver)).toMatchObject([{ event: 'erased', readers: expect.arrayContaining([id]) }]);

    const erased = await addReader();
    await erase(erased);
    await work();
    const { identities } = await readErasures(services);
    const known = new Set(saved.identities.map(({ hash }) => hash));
    // The database of a backup still has the reader.
    await sql`UPDATE reader SET email = ${`jane${readers}@x.example`}, first_name = 'Jane-Zq', last_name = 'Roe-Zq'
      WHERE id = ${erased}`.execute(db().kysely);
    await sql`DELETE FROM erased_identity`.execute(db().kysely);
    const lost = { format: 1 as const, identities: identities.filter(({ hash }) => !known.has(hash)) };
    expect(await replayErasures(services, lost)).toMatchObject({ erased: 1 });
    await work();
    const notices = read(receiver).filter(({ readers: told }) => told.includes(erased));
    expect(notices.map(({ event }) => event)).toEqual(['erased', 'erased']);
    expect(new Set(notices.map(({ id: of }) => of)).size).toBe(2);
    expect(await replayErasures(services, lost)).toMatchObject({ erased: 0 });
    expect(await work()).toEqual([]);
  });
});
