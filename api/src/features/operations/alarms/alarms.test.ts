import { sql } from 'kysely';
import type { Alarm, AlarmCondition } from '@readerlens/contract';
import type { IdentityProviderProblem } from '../../../people/identity-provider-watch.ts';
import type { AreaStoreProblem } from '../../../people/services.ts';
import {
  createHeartbeat,
  createRunner,
  enqueueRun,
  holdDeliveries,
  releaseDeliveries,
  saveSchedule,
} from '../../../platform/jobs/index.ts';
import { createTestClock } from '../../../platform/jobs/testing/test-runner.ts';
import { mailKind } from '../../../platform/mail/mail-kind.ts';
import { secondsAfter } from '../../../platform/time.ts';
import { addUser, describeOnOneEngine, testApi } from '../../../platform/testing/index.ts';

const start = '2026-03-02T05:00:00Z';
const megabyte = 1024 * 1024;

describeOnOneEngine('alarms', (db) => {
  const time = createTestClock(start);
  const state: {
    free: number;
    store: AreaStoreProblem | undefined;
    provider: IdentityProviderProblem | undefined;
  } = { free: 0, store: undefined, provider: undefined };
  const api = testApi(
    { SMTP_URL: 'smtp://mail.example' },
    {
      instead: {
        databaseTime: async () => time.clock(),
        freeBytes: async () => state.free,
        findAreaStoreProblem: async () => state.store,
        findIdentityProviderProblem: async () => state.provider,
      },
    },
    db,
  );
  const logger = { warn() {}, info() {}, error() {} };
  const beat = (isWorker: boolean, name: string, ahead = 0, sendsMails = isWorker) =>
    createHeartbeat({
      db: db(),
      clock: () => secondsAfter(time.clock(), ahead),
      readTime: async () => time.clock(),
      isWorker,
      version: '1.2.3',
      sendsMails,
      logger,
      name,
    })();

  let token: string;
  beforeAll(async () => {
    token = await api().tokenFor(await addUser(db(), { role: 'Internal' }));
  });
  beforeEach(async () => {
    time.set(start);
    Object.assign(state, { free: 600 * megabyte, store: undefined, provider: undefined });
    await beat(true, 'worker:1');
  });
  afterEach(async () => {
    for (const table of ['job_run', 'schedule', 'process_heartbeat'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  /** What Operations shows; the metric has the same conditions, and how bad they are. */
  const alarms = async (): Promise<Alarm[]> => {
    const shown = (await api().call('GET /api/operations/alarms', { token })).body.data as Alarm[];
    const { payload } = await api().app.inject('/metrics');
    const active = [...payload.matchAll(/^alarm_active\{condition="([\w-]+)",severity="(\w+)"\} 1$/gm)].map(
      ([, name, severity]) => `${severity} ${name}`,
    );
    const names = shown.map(({ condition, severity }) => `${severity} ${condition}`);
    expect(active.toSorted()).toEqual(names.toSorted());
    return shown;
  };
  const only = async (condition: AlarmCondition): Promise<Alarm> => {
    const all = await alarms();
    expect(all.map((alarm) => alarm.condition)).toEqual([condition]);
    return all[0]!;
  };

  it('are silent while all is well, and for staff only', async () => {
    expect(await alarms()).toEqual([]);
    const client = await api().tokenFor(await addUser(db(), { role: 'Client' }));
    expect((await api().call('GET /api/operations/alarms', { token: client })).status).toBe(403);
  });

  it('say within a minute that no worker runs, and since when', async () => {
    time.pass(60);
    await beat(false, 'web:1');
    expect(await only('worker-stopped')).toMatchObject({
      severity: 'critical',
      since: '2026-03-02T05:00:00.000Z',
      what: 'No process does background work; the last one was worker:1. Mails, alerts and reports wait.',
      action: expect.stringContaining('Start a process with WORKERS=on or WORKERS=only.'),
    });
    await beat(true, 'worker:2');
    expect(await alarms()).toEqual([]);
  });

  it('name the kinds whose slots are late, also if a worker runs', async () => {
    const rule = { every: 'day', at: '06:00' } as const;
    await db().transaction((trx) =>
      saveSchedule(trx, { kind: 'alert', ownerId: '9', rule, timeZone: 'UTC' }, time.clock()),
    );
    time.set('2026-03-02T06:04:00Z');
    await beat(true, 'worker:1');
    expect(await alarms()).toEqual([]);
    time.set('2026-03-02T09:00:00Z');
    await beat(true, 'worker:1');
    expect(await only('late-slots')).toMatchObject({
      severity: 'critical',
      since: '2026-03-02T06:00:00.000Z',
      what: '1 scheduled run is late: alert.',
      kinds: ['alert'],
    });
  });

  it('say which work of an upgrade has failed', async () => {
    await sql`INSERT INTO migration_work (migration, position, statement, in_batches, failed_at, error)
      VALUES ('0060-a.sql', 0, 'VACUUM reader', false, NULL, NULL),
        ('0060-a.sql', 1, 'VACUUM organisation', false, '2026-03-02T05:00:00Z', 'disk full')`.execute(
      db().kysely,
    );
    expect(await only('upgrade-unfinished')).toMatchObject({
      severity: 'warning',
      since: '2026-03-02T05:00:00.000Z',
      what: 'A part of the upgrade has failed and is tried again: VACUUM organisation (0060-a.sql).',
    });
    await sql`DELETE FROM migration_work`.execute(db().kysely);
    expect(await alarms()).toEqual([]);
  });

  it('say that deliveries are held instead of that their slots are late', async () => {
    const rule = { every: 'day', at: '06:00' } as const;
    await db().transaction((trx) =>
      saveSchedule(trx, { kind: 'alert', ownerId: '9', rule, timeZone: 'UTC' }, time.clock()),
    );
    await holdDeliveries(db().kysely, 'A restore.');
    time.set('2026-03-02T09:00:00Z');
    await beat(true, 'worker:1');
    expect(await only('deliveries-held')).toMatchObject({
      severity: 'critical',
      what: 'A restore. No alert, report, mail or webhook message is sent, nor a link to log in.',
    });
    const [job] = (await api().call('GET /api/operations/jobs', { token })).body.data as object[];
    expect(job).toMatchObject({ kind: 'alert', held: 'Deliveries are held.' });
    await releaseDeliveries(db().kysely);
    await only('late-slots');
  });

  it('say that no worker sends mails once some are planned, unless the embedded database shows them', async () => {
    const expectAlarm = async (expected: Partial<Alarm>) => {
      const found = [{ condition: 'mail-not-set-up', ...expected }];
      expect(await alarms()).toMatchObject(db().engine === 'pglite' ? [] : found);
    };
    await db().kysely.deleteFrom('process_heartbeat').execute();
    await beat(true, 'worker:2', 0, false);
    await beat(false, 'web:1');
    const cleanup = {
      kind: 'cleanup',
      ownerId: 'system',
      rule: { every: 'interval', seconds: 3600 },
    } as const;
    const alert = { kind: 'alert', ownerId: '9', rule: { every: 'day', at: '06:00' } } as const;
    const schedule = (input: typeof alert | typeof cleanup) =>
      db().transaction((trx) => saveSchedule(trx, { ...input, timeZone: 'UTC' }, time.clock()));
    await schedule(cleanup);
    expect(await alarms()).toEqual([]);
    await schedule(alert);
    await expectAlarm({
      severity: 'warning',
      since: null,
      what: 'No process with background work has SMTP_URL, so none sends mails. Alerts or reports are scheduled, and their mails will wait.',
    });
    await enqueueRun(
      db().kysely,
      { kind: 'mail', ownerId: '1', slotKey: 'send', at: time.clock() },
      time.clock(),
    );
    await expectAlarm({
      severity: 'critical',
      since: '2026-03-02T05:00:00.000Z',
      what: 'No process with background work has SMTP_URL, so none sends mails. 1 mail waits.',
      kinds: ['mail'],
    });
    await beat(true, 'worker:3');
    expect(await alarms()).toEqual([]);
    // As a process of the version before, which does not say it.
    await db()
      .kysely.updateTable('process_heartbeat')
      .where('name', '=', 'worker:3')
      .set({ sends_mails: null })
      .execute();
    expect(await alarms()).toEqual([]);
  });

  it('say that the mail server takes nothing, until it takes a mail; one refused mail among others is none', async () => {
    let isDown = true;
    const send = async () => {
      if (isDown) throw new Error('connect ECONNREFUSED');
      return { refused: [], response: '250 OK' };
    };
    const runner = createRunner({
      db: db(),
      clock: time.clock,
      kinds: [mailKind({ send, close() {} })],
      logger,
    });
    for (const to of ['a@users.example', 'b@users.example']) {
      await api().services.outbox.queue({
        kind: 'password',
        sender: null,
        clientId: null,
        to,
        subject: 's',
        text: 't',
        html: 'h',
      });
      await db()
        .kysely.updateTable('job_run')
        .set({ slot_at: time.clock(), next_at: time.clock() })
        .execute();
    }
    expect(await alarms()).toEqual([]);
    time.pass(5);
    await runner.runDue();
    expect(await only('mails-refused')).toMatchObject({
      severity: 'warning',
      since: '2026-03-02T05:00:00.000Z',
      what: 'The last 2 mails could not be handed to the mail server.',
      kinds: ['mail'],
    });
    time.pass(16 * 60);
    await beat(true, 'worker:1');
    expect((await only('mails-refused')).severity).toBe('critical');
    isDown = false;
    await db()
      .kysely.updateTable('job_run')
      .where('owner_id', '=', '1')
      .set({ next_at: secondsAfter(time.clock(), 600) })
      .execute();
    await runner.runDue();
    expect(await alarms()).toEqual([]);
  });

  it('say that the area store cannot be read', async () => {
    state.store = { since: new Date(start), target: '/mnt/areas', reason: 'The folder is missing.' };
    expect(await only('area-store-unreadable')).toMatchObject({
      severity: 'critical',
      since: '2026-03-02T05:00:00.000Z',
      what: 'The area store /mnt/areas cannot be read. The folder is missing.',
    });
  });

  it('say that nobody can sign in with the identity provider, and why', async () => {
    const reason = 'The certificate of the server has expired.';
    state.provider = { since: new Date(start), issuer: 'https://login.example', reason };
    expect(await only('identity-provider-unusable')).toMatchObject({
      severity: 'critical',
      since: '2026-03-02T05:00:00.000Z',
      what: `Nobody can sign in with the identity provider https://login.example. ${reason}`,
    });
  });

  it('say whose clock is wrong, and by how much', async () => {
    await beat(false, 'web:1', -7200);
    await beat(false, 'web:2', 90);
    expect(await only('clock-moved')).toMatchObject({
      severity: 'warning',
      since: '2026-03-02T05:00:00.000Z',
      what: 'The clock of web:1 is 2 hours behind that of the database; 2 clocks are wrong.',
    });
    time.pass(50);
    await beat(true, 'worker:1');
    expect(await alarms()).toEqual([]);
  });

  it('say how much space is left, and when it becomes critical', async () => {
    state.free = 511 * megabyte;
    const { filesStore, dataDir } = api().services.config;
    const directory = db().engine === 'pglite' ? dataDir : filesStore;
    expect(await only('disk-nearly-full')).toMatchObject({
      severity: 'warning',
      what: `The disk of ${directory} has 511 MB left.`,
    });
    state.free = 99 * megabyte;
    expect((await only('disk-nearly-full')).severity).toBe('critical');
  });

  it('put what is critical first', async () => {
    await beat(false, 'web:1', 60);
    time.pass(46);
    await enqueueRun(db().kysely, { kind: 'mail', ownerId: '1', slotKey: 'send' }, time.clock());
    await beat(false, 'web:2', 60);
    expect((await alarms()).map(({ condition }) => condition)).toEqual(['worker-stopped', 'clock-moved']);
  });
});
