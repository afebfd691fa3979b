import { blindedHeader } from '@readerlens/contract';
import type { ClientCosts } from '@readerlens/contract';
import { Registry } from 'prom-client';
import { clients } from './data/demo/testing/demo-api.ts';
import { addReport } from './features/activity-reports/testing/report-runs-world.ts';
import { storeConfig, storeReportRun } from './features/activity-reports/testing/stored-reports.ts';
import { addRunData, addRunWorld } from './features/alerts/testing/run-world.ts';
import { answersRoutes } from './features/figures/answers.routes.ts';
import { attachmentDays, mailDays } from './deadlines.ts';
import { cleanUp } from './features/operations/cleanup.ts';
import { startWatch } from './features/marketing/influence/influence-watch.ts';
import { jobKinds } from './job-kinds.ts';
import { createClientCosts } from './people/client-costs.ts';
import { addApiClient } from './people/testing/api-client.ts';
import type { UserRow } from './people/tables.ts';
import { TooManyWaitingError } from './platform/db/index.ts';
import { readConfig } from './platform/config.ts';
import { createJobQueue } from './platform/jobs/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import { createTestClock, createTestRunner, testKind } from './platform/jobs/testing/test-runner.ts';
import { route } from './platform/http/route.ts';
import { mailKind } from './platform/mail/mail-kind.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { daysAfter, secondsAfter } from './platform/time.ts';
import { queueEvent } from './sendings/webhooks/messages.ts';
import { addUser, describeOnEachEngine, testApi } from './platform/testing/index.ts';
import type { TestApi } from './platform/testing/index.ts';

const start = '2026-03-02T05:40:00Z';

describeOnEachEngine('what clients cost', (db) => {
  const time = createTestClock(start);
  const limits = { API_LIMIT_REQUESTS: '3', API_LIMIT_SECONDS: '3600' };
  /** A process on the database in which each call, and each attempt of runs, takes a quarter of a second. */
  const startProcess = (options: Parameters<typeof testApi>[1] = {}) => {
    const metrics = new Registry();
    const jobs = createJobQueue(time.clock);
    let ms = 0;
    return testApi(
      limits,
      {
        ...options,
        instead: {
          metrics,
          jobs,
          get outbox() {
            return createOutbox({ db: db(), jobs, config: readConfig({}) });
          },
          get clientCosts() {
            const now = () => (ms += 250);
            return createClientCosts({ db: db(), registry: metrics, clock: time.clock, now });
          },
        },
      },
      db,
    );
  };
  const one = startProcess();
  const other = startProcess();
  const unanswered = { begin: () => {} };
  const parts = startProcess({
    features: [
      (scope, services) =>
        answersRoutes(scope, services, {
          'POST /api/client-dashboard/stats': async () => {
            throw new TooManyWaitingError();
          },
        } as unknown as Parameters<typeof answersRoutes>[2]),
      (scope) =>
        route(scope, 'GET /api/session', {
          async handler() {
            unanswered.begin();
            return new Promise(() => undefined);
          },
        }),
    ],
  });
  const processes = [one, other, parts];

  let staff: string;
  beforeAll(async () => {
    const names = ['Acorn', 'Birch', 'Cedar'];
    const rows = names.map((name, index) => ({ id: 71 + index, name }));
    await db().kysely.insertInto('client').values(rows).execute();
    staff = await one().tokenFor(await addUser(db(), { role: 'Internal' }));
  });
  beforeEach(() => time.set(start));
  afterEach(async () => {
    for (const each of processes) await each().services.clientCosts.store();
    await db().kysely.deleteFrom('client_cost').execute();
  });

  const assign = async ({ id }: UserRow, ...ids: number[]) => {
    const rows = ids.map((client_id) => ({ user_id: id, client_id }));
    if (rows.length > 0) await db().kysely.insertInto('user_client').values(rows).execute();
  };
  const addPerson = async (...ids: number[]): Promise<string> => {
    const user = await addUser(db());
    await assign(user, ...ids);
    return one().tokenFor(user);
  };
  const callTimes = async (process: () => TestApi, token: string, times: number) => {
    for (let call = 0; call < times; call += 1)
      expect((await process().call('GET /api/session', { token })).status).toBe(200);
  };
  /** Stores what all processes have counted, and reads what Operations shows; that call is not yet in it. */
  const show = async (headers: Record<string, string> = {}): Promise<ClientCosts> => {
    for (const each of processes) await each().services.clientCosts.store();
    const { status, body } = await one().call('GET /api/operations/client-costs', { token: staff, headers });
    expect(status).toBe(200);
    return body.data as ClientCosts;
  };
  const showNames = async () =>
    (await show()).heaviest.map(({ payer, client, calls, refused, seconds }) =>
      [client?.name ?? payer, calls, refused, seconds].join(' '),
    );
  const readCounter = async (process: () => TestApi, name: string, payer: string): Promise<number> => {
    const { payload } = await process().app.inject('/metrics');
    const prefix = `${name}{client_id="${payer}"} `;
    const line = payload.split('\n').find((each) => each.startsWith(prefix));
    return Number(line?.slice(prefix.length) ?? 0);
  };

  /** Runs what is due of some kinds in a process. */
  const work = (process: () => TestApi, ...kinds: readonly (string | JobKind)[]) => {
    const { services } = process();
    const chosen = [...jobKinds(undefined, services, { info() {} }), ...kinds].filter(
      (kind): kind is JobKind =>
        typeof kind !== 'string' && (kinds.includes(kind) || kinds.includes(kind.name)),
    );
    return createTestRunner(db(), time.clock, chosen, { meter: services.clientCosts }).runDue();
  };
  const showBackground = async () =>
    (await show()).heaviest
      .filter(({ backgroundSeconds }) => backgroundSeconds > 0)
      .map(({ payer, client, backgroundSeconds }) => `${client?.name ?? payer} ${backgroundSeconds}`)
      .toSorted();

  it('is nothing before anyone calls', async () => {
    expect(await show()).toEqual({ since: '2026-03-01T06:00:00.000Z', heaviest: [] });
  });

  it('adds up across processes, and is a counter of each process', async () => {
    const [acorn, birch] = [await addPerson(71), await addPerson(72)];
    const readCalls = async () => [
      await readCounter(one, 'client_calls_total', '71'),
      await readCounter(other, 'client_calls_total', '71'),
      await readCounter(other, 'client_call_seconds_total', '72'),
    ];
    const before = await readCalls();
    await callTimes(one, acorn, 2);
    await callTimes(other, acorn, 3);
    await callTimes(other, birch, 1);
    expect((await showNames()).toSorted()).toEqual(['Acorn 5 0 1.25', 'Birch 1 0 0.25']);
    expect((await readCalls()).map((value, index) => value - before[index]!)).toEqual([2, 3, 0.25]);
    await callTimes(one, acorn, 1);
    expect(await showNames()).toContain('Acorn 6 0 1.5');
  });

  it('counts the use of the database', async () => {
    const token = await addPerson(71);
    const before = await readCounter(one, 'client_database_seconds_total', '71');
    const body = { filters: [clients(71)] };
    expect((await one().call('POST /api/client-dashboard/stats', { token, body })).status).toBe(200);
    const [shown] = (await show()).heaviest;
    expect(shown!.databaseSeconds).toBeGreaterThan(0);
    const after = await readCounter(one, 'client_database_seconds_total', '71');
    expect(after - before).toBeCloseTo(shown!.databaseSeconds, 6);
  });

  it('has ten clients, the one first that has used the database for longest', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({ id: 101 + index, name: `Oak ${index}` }));
    await db().kysely.insertInto('client').values(rows).execute();
    for (const { id } of rows)
      (id % 2 ? one : other)().services.clientCosts.count(id, {
        databaseSeconds: id - 100,
        seconds: 200 - id,
        calls: 1,
      });
    const { heaviest } = await show();
    expect(heaviest.map(({ client }) => client?.id)).toEqual(
      Array.from({ length: 10 }, (_, index) => String(112 - index)),
    );
  });

  it('counts who has several clients, staff and calls without a session apart', async () => {
    await callTimes(one, await addPerson(71, 72), 2);
    await callTimes(one, await addPerson(), 1);
    await callTimes(one, staff, 3);
    await one().call('POST /api/auth', { body: { email: 'nobody@users.example', password: 'x' } });
    expect((await showNames()).toSorted()).toEqual(['none 2 0 0.5', 'several 2 0 0.5', 'staff 3 0 0.75']);
  });

  it('counts impersonated calls for staff', async () => {
    const target = await addUser(db());
    await assign(target, 71);
    const admin = await one().tokenFor(await addUser(db(), { role: 'SystemAdmin' }));
    const { body } = await one().call('POST /api/auth/impersonate', {
      token: admin,
      body: { targetUserId: String(target.id), reason: 'a ticket' },
    });
    await callTimes(one, (body as { token: string }).token, 1);
    expect(await showNames()).toEqual(['staff 2 0 0.5']);
  });

  it('counts refused calls of the client whose program is over its limit', async () => {
    const { user, token } = await addApiClient(one());
    await assign(user, 73);
    await callTimes(one, token, 2);
    for (const _ of ['fourth', 'fifth'])
      expect((await one().call('GET /api/session', { token })).status).toBe(429);
    expect((await showNames()).toSorted()).toEqual(['Cedar 4 2 1', 'none 1 0 0.25']);
    expect(await readCounter(one, 'client_refused_calls_total', '73')).toBe(2);
  });

  it('counts a call as refused if a part of it was', async () => {
    const wanted = ['stats', 'stats'].map((name) => ({ call: `POST /api/client-dashboard/${name}` }));
    const { statusCode, payload } = await parts().app.inject({
      method: 'POST',
      url: '/api/dashboards/answers',
      headers: { authorization: `Bearer ${await addPerson(72)}` },
      payload: { filters: [clients(72)], wanted },
    });
    expect([statusCode, payload.match(/"status":429/g)?.length]).toEqual([200, 2]);
    expect(await showNames()).toEqual(['Birch 1 1 0.25']);
  });

  it('counts a call whose caller leaves before it is answered', async () => {
    const token = await addPerson(73);
    const url = await parts().app.listen({ port: 0, host: '127.0.0.1' });
    const before = await readCounter(parts, 'client_calls_total', '73');
    const leave = new AbortController();
    const begun = new Promise<void>((resolve) => (unanswered.begin = resolve));
    const answer = fetch(`${url}/api/session`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leave.signal,
    });
    await begun;
    leave.abort();
    await expect(answer).rejects.toThrow('aborted');
    while ((await readCounter(parts, 'client_calls_total', '73')) === before)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await showNames()).toEqual(['Cedar 1 0 0.25']);
  });

  it('sums up the last 24 hours, by the hour of each call', async () => {
    const acorn = await addPerson(71);
    await callTimes(one, acorn, 1);
    time.set('2026-03-02T06:10:00Z');
    await callTimes(one, acorn, 1);
    expect(await showNames()).toContain('Acorn 2 0 0.5');
    time.set('2026-03-03T05:10:00Z');
    expect(await showNames()).toContain('Acorn 1 0 0.25');
    time.set('2026-03-03T06:10:00Z');
    expect(await showNames()).not.toContainEqual(expect.stringContaining('Acorn'));
  });

  it('keeps what cannot be stored for the next time', async () => {
    await callTimes(one, await addPerson(71), 2);
    await db().kysely.schema.alterTable('client_cost').renameTo('gone').execute();
    await expect(one().services.clientCosts.store()).rejects.toThrow('client_cost');
    await db().kysely.schema.alterTable('gone').renameTo('client_cost').execute();
    expect(await showNames()).toEqual(['Acorn 2 0 0.5']);
  });

  it('forgets a client that was deleted', async () => {
    await db().kysely.insertInto('client').values({ id: 79, name: 'Gone' }).execute();
    await callTimes(one, await addPerson(79), 1);
    await callTimes(one, await addPerson(72), 1);
    await db().kysely.deleteFrom('client').where('id', '=', 79).execute();
    expect(await showNames()).toEqual(['Birch 1 0 0.25']);
    const { payload } = await one().app.inject('/metrics');
    expect(payload).toContain('client_id="72"');
    expect(payload).not.toContain('client_id="79"');
  });

  it('is deleted after two weeks', async () => {
    await callTimes(one, await addPerson(71), 1);
    await show();
    await cleanUp(db(), { kinds: [], mailDays, attachmentDays }, daysAfter(time.clock(), 13));
    expect(await showNames()).toContain('Acorn 1 0 0.25');
    await cleanUp(db(), { kinds: [], mailDays, attachmentDays }, daysAfter(time.clock(), 14));
    expect(await showNames()).not.toContain('Acorn 1 0 0.25');
  });

  describe('in the background', () => {
    const world = () => addRunWorld(db(), time.clock);
    const addOwner = (...ids: number[]) => world().addPerson({ clients: ids, communities: [] });
    const sendForm = (companyId: string, email: string) =>
      one().call('POST /api/onboarding', {
        token: staff,
        body: {
          name: 'Ada Owner',
          email,
          sentFromName: 'Readerlens Weekly',
          senderEmail: 'renee@readerlens.example',
          companyId,
        },
      });
    afterEach(async () => {
      for (const table of [
        'alert',
        'activity_report_config',
        'page_mail',
        'schedule',
        'job_run',
        'outbox_mail',
        'onboarding_form',
      ] as const)
        await db().kysely.deleteFrom(table).execute();
    });

    it('counts alerts for their owners, who share the time of a batch', async () => {
      const acorn = await addOwner(71);
      const several = await addOwner(71, 72);
      const internal = await addUser(db(), { role: 'Internal' });
      for (const owner of [acorn, acorn, several, internal])
        await world().addAlert({ owner, clientIds: [71] });
      time.set('2026-03-03T05:40:00Z');
      await work(one, 'alert');
      expect(await showBackground()).toEqual(['Acorn 0.125', 'several 0.0625', 'staff 0.0625']);
      expect(await readCounter(one, 'client_background_seconds_total', '71')).toBe(0.125);
      time.set('2026-03-04T05:40:00Z');
      await work(other, 'alert');
      expect(await showBackground()).toEqual(['Acorn 0.125', 'several 0.0625', 'staff 0.0625']);
    });

    it('counts what is about a client for it', async () => {
      const now = time.clock();
      const owner = await addOwner(71);
      await addReport(db(), now, { owner, clientId: 71 });
      await db().transaction((trx) => startWatch(trx, { clientId: 72, ownerId: owner.id, now }));
      const values = { owner_id: owner.id, now, client_id: 73 };
      const config_id = await storeConfig(db(), values);
      const runId = await storeReportRun(db(), { ...values, config_id });
      const subscription = await db()
        .kysely.selectFrom('webhook_subscription')
        .selectAll()
        .where('source_id', '=', config_id)
        .executeTakeFirstOrThrow();
      const message = { item: '1', items: 1, body: '{}' };
      await db().transaction((trx) =>
        queueEvent(one().services.jobs, trx, { id: runId }, subscription, message),
      );
      time.set('2026-03-03T05:30:00Z');
      await work(one, 'opportunity-influence');
      await work(other, 'webhook');
      time.set('2026-03-03T12:00:00Z');
      await work(one, 'activity-report');
      expect(await showBackground()).toEqual(['Acorn 0.25', 'Birch 0.25', 'Cedar 0.25']);
    });

    it('counts the mail of a page for its owner', async () => {
      const owner = await addUser(db(), { access_marketing_performance: true });
      await assign(owner, 72);
      const { status } = await one().call('POST /api/marketing-performance/page-mails', {
        token: await one().tokenFor(owner),
        body: { page: 'contentInsights', filters: [clients(72)], sendsOn: 'Tuesday', timeZone: 'UTC' },
      });
      expect(status).toBe(200);
      time.set('2026-03-03T06:00:00Z');
      await work(other, 'page-mail');
      expect(await showBackground()).toEqual(['Birch 0.25']);
    });

    it('counts the sending of mails for the client that they are about', async () => {
      await addRunData(db());
      const owner = await world().addPerson({ clients: [1] });
      const several = await world().addPerson({ clients: [1, 2] });
      const page = await addUser(db(), { access_marketing_performance: true });
      await assign(page, 72);
      for (const each of [owner, several]) await world().addAlert({ owner: each });
      await addReport(db(), time.clock(), { owner: several, clientId: 2 });
      for (const clientId of [1, 2]) await world().addActivities({ at: '2026-03-02T08:00:00Z', clientId });
      const asked = [
        await one().call('POST /api/marketing-performance/page-mails', {
          token: await one().tokenFor(page),
          body: { page: 'contentInsights', filters: [clients(72)], sendsOn: 'Tuesday', timeZone: 'UTC' },
        }),
        await sendForm('73', 'ada@cedar.example'),
        await one().call('POST /api/forgot-password', { body: { email: owner.email } }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
      time.set('2026-03-03T12:00:00Z');
      await work(one, 'alert', 'page-mail', 'activity-report');
      await show();
      await db().kysely.deleteFrom('client_cost').execute();
      const sent: string[] = [];
      const transport = {
        async send({ subject }: { readonly subject: string }) {
          sent.push(subject);
          return { refused: [], response: '250 OK' };
        },
        close() {},
      };
      await work(other, { ...mailKind(transport), concurrency: 1 });
      expect(sent).toHaveLength(6);
      expect(await showBackground()).toEqual([
        'Aurelis 0.25',
        'Birch 0.25',
        'Cedar 0.25',
        'Norvane 0.25',
        'none 0.5',
      ]);
    });

    it('counts each reminder of a form for the client of the form, and the rest of the run for none', async () => {
      for (const [companyId, person] of [
        ['71', 'eve'],
        ['72', 'joe'],
        ['72', 'kim'],
      ] as const)
        expect((await sendForm(companyId, `${person}@forms.example`)).status).toBe(200);
      time.set('2026-03-10T12:00:00Z');
      const run = { kind: 'onboarding-reminders', ownerId: 'system', slotKey: 'x' };
      await db().transaction((trx) => one().services.jobs.add(trx, run));
      await work(one, 'onboarding-reminders');
      expect(await showBackground()).toEqual(['Acorn 0.25', 'Birch 0.5', 'none 1']);
      const { heaviest } = await show();
      const [acorn, birch, none] = ['71', '72', undefined].map((id) =>
        heaviest.find(({ client, backgroundSeconds }) => client?.id === id && backgroundSeconds > 0),
      );
      for (const payer of [acorn, birch, none]) expect(payer!.databaseSeconds).toBeGreaterThan(0);
      expect(await readCounter(one, 'client_database_seconds_total', '71')).toBeGreaterThan(0);
    });

    it("counts attempts that fail, their use of the database, and the product's own work", async () => {
      const { jobs } = one().services;
      const failing = testKind(
        async (_run, { db: { kysely } }) => {
          await kysely.selectFrom('client').selectAll().execute();
          throw new Error('No.');
        },
        { pauses: [60] },
      );
      await db().transaction((trx) =>
        jobs.add(trx, { kind: 'test', ownerId: 'x', clientId: 73, slotKey: 'x' }),
      );
      await work(one, failing);
      time.set(secondsAfter(time.clock(), 60).toISOString());
      await work(other, failing);
      await db().transaction((trx) => jobs.add(trx, { kind: 'cleanup', ownerId: 'system', slotKey: 'x' }));
      await work(one, 'cleanup');
      expect(await showBackground()).toEqual(['Cedar 0.5', 'none 0.25']);
      const cedar = (await show()).heaviest.find(({ client }) => client?.id === '73');
      expect(cedar).toMatchObject({ calls: 0, refused: 0, seconds: 0 });
      expect(cedar!.databaseSeconds).toBeGreaterThan(0);
    });
  });

  it('is for staff only, who see pseudonyms in Blinded Mode', async () => {
    const acorn = await addPerson(71);
    await callTimes(one, acorn, 1);
    const refused = await one().call('GET /api/operations/client-costs', { token: acorn });
    expect([refused.status, refused.body.data]).toEqual([403, undefined]);
    const { heaviest } = await show({ [blindedHeader]: 'true' });
    expect(heaviest.map(({ client }) => client?.name)).toEqual([expect.stringMatching(/^Client \d+$/)]);
  });
});
