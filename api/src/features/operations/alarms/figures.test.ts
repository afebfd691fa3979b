import { createHeartbeat, createRunner, enqueueRun, saveSchedule } from '../../../platform/jobs/index.ts';
import { createTestClock, testKind } from '../../../platform/jobs/testing/test-runner.ts';
import { secondsAfter } from '../../../platform/time.ts';
import { describeOnOneEngine, testApi } from '../../../platform/testing/index.ts';

const start = '2026-03-02T12:00:00Z';

describeOnOneEngine('the metrics of what was promised', (db) => {
  const databaseClock = createTestClock(start);
  const api = testApi({}, { instead: { databaseTime: async () => databaseClock.clock() } }, db);
  const ago = (seconds: number) => secondsAfter(databaseClock.clock(), -seconds);

  afterEach(async () => {
    databaseClock.set(start);
    for (const table of ['job_run', 'schedule', 'process_heartbeat'] as const)
      await db().kysely.deleteFrom(table).execute();
  });

  /** The lines of a metric, with its labels. */
  const metric = async (name: string): Promise<string[]> => {
    const { payload } = await api().app.inject('/metrics');
    return payload.split('\n').filter((line) => line.startsWith(name));
  };

  const heartbeat = (isWorker: boolean, name: string, clock = databaseClock.clock) => {
    const lines: string[] = [];
    const log = (_: object, line: string) => void lines.push(line);
    const beat = createHeartbeat({
      db: db(),
      clock,
      readTime: async () => databaseClock.clock(),
      isWorker,
      version: '1.2.3',
      sendsMails: isWorker,
      logger: { warn: log, info: log },
      name,
      everySeconds: 0,
    });
    return { beat, lines };
  };

  it('say when a worker was last seen, however many processes answer requests', async () => {
    expect(await metric('worker_last_seen_seconds')).toEqual([]);
    await heartbeat(true, 'worker:1').beat();
    databaseClock.pass(100);
    await heartbeat(false, 'web:1').beat();
    expect(await metric('worker_last_seen_seconds')).toEqual(['worker_last_seen_seconds 100']);
    await heartbeat(true, 'worker:2').beat();
    expect(await metric('worker_last_seen_seconds')).toEqual(['worker_last_seen_seconds 0']);
  });

  it('see a worker as long as it polls, and not one that cannot', async () => {
    const { beat } = heartbeat(true, 'worker:1');
    const polls = { count: 0, isBroken: false, polled: () => {} };
    const runner = createRunner({
      db: db(),
      clock: () => {
        if (polls.isBroken) throw new Error('The loop is broken.');
        return databaseClock.clock();
      },
      kinds: [testKind(async () => {})],
      logger: { warn() {}, error: () => polls.polled() },
      onPoll: async () => {
        await beat();
        polls.polled();
      },
      pollMs: 1,
    });
    const poll = () => new Promise<void>((resolve) => (polls.polled = resolve));
    const first = poll();
    await runner.start();
    await first;
    databaseClock.pass(60);
    await poll();
    await poll();
    expect(await metric('worker_last_seen_seconds')).toEqual(['worker_last_seen_seconds 0']);
    polls.isBroken = true;
    await poll();
    databaseClock.pass(60);
    await poll();
    expect(await metric('worker_last_seen_seconds')).toEqual(['worker_last_seen_seconds 60']);
    polls.isBroken = false;
    await runner.stop();
  });

  it('have the difference of the clock of each running process, which its log says once', async () => {
    let ahead = 0;
    const clock = () => secondsAfter(databaseClock.clock(), ahead);
    const { beat, lines } = heartbeat(true, 'worker:1', clock);
    await heartbeat(false, 'gone:1').beat();
    databaseClock.pass(120);
    await beat();
    const read = async () => {
      const [line, ...others] = await metric('clock_skew_seconds');
      expect([line?.split(' ')[0], others]).toEqual(['clock_skew_seconds{process="worker:1"}', []]);
      return Number(line?.split(' ')[1]);
    };
    expect(await read()).toBeCloseTo(0, 0);
    expect(lines).toEqual([]);
    ahead = -3600;
    await beat();
    await beat();
    expect(await read()).toBeCloseTo(-3600, 0);
    ahead = 0;
    await beat();
    expect(lines).toEqual([
      'the clock of this process differs from that of the database; set both by NTP',
      'the clock of this process agrees with that of the database again',
    ]);
  });

  it('count a late slot from when it was promised: unplanned, tried again later, or left by a dead worker', async () => {
    const late = () => metric('job_oldest_late_slot_seconds');
    const rule = { every: 'day', at: '06:00' } as const;
    databaseClock.set('2026-03-02T05:00:00Z');
    await db().transaction((trx) =>
      saveSchedule(trx, { kind: 'test', ownerId: '9', rule, timeZone: 'UTC' }, databaseClock.clock()),
    );
    expect(await late()).toEqual([]);
    databaseClock.set('2026-03-02T09:00:00Z');
    expect(await late()).toEqual(['job_oldest_late_slot_seconds{kind="test"} 10800']);

    const failing = createRunner({
      db: db(),
      clock: databaseClock.clock,
      kinds: [
        testKind(async () => {
          throw new Error('The disk is full.');
        }),
      ],
      logger: { warn() {}, error() {} },
    });
    await failing.runDue();
    const [run] = await db().kysely.selectFrom('job_run').select(['state', 'next_at']).execute();
    expect(run).toEqual({ state: 'queued', next_at: ago(-60) });
    expect(await late()).toEqual(['job_oldest_late_slot_seconds{kind="test"} 10800']);

    await db()
      .kysely.updateTable('job_run')
      .set({ state: 'running', lease_token: '0b6a1f0e-5a0f-4f6f-9d53-0d8c6a1b2c3d', leased_until: ago(-60) })
      .execute();
    expect(await late()).toEqual([]);
    await db()
      .kysely.updateTable('job_run')
      .set({ leased_until: ago(1) })
      .execute();
    expect(await late()).toHaveLength(1);
  });

  it('have the age of the oldest mail and webhook message, without those of a later time', async () => {
    const ages = async () => [
      ...(await metric('mail_oldest_waiting_seconds')),
      ...(await metric('webhook_oldest_waiting_seconds')),
    ];
    expect(await ages()).toEqual(['mail_oldest_waiting_seconds 0', 'webhook_oldest_waiting_seconds 0']);
    const add = (kind: string, ownerId: string, at: Date) =>
      enqueueRun(db().kysely, { kind, ownerId, slotKey: 'send', at }, databaseClock.clock());
    await add('mail', '1', ago(-3600));
    await add('mail', '2', ago(90));
    await add('webhook', '1', ago(200));
    expect(await ages()).toEqual(['mail_oldest_waiting_seconds 90', 'webhook_oldest_waiting_seconds 200']);
    expect(await metric('job_oldest_late_slot_seconds')).toEqual([]);
  });
});

describe('the metrics without a database', () => {
  const down = testApi();

  it('say so, and leave out what only the database knows', async () => {
    const lines = async () =>
      (await down().app.inject('/metrics')).payload
        .split('\n')
        .filter((line) => /^(database_reachable|mail_oldest)/.test(line));
    expect(await lines()).toEqual(['database_reachable 1', 'mail_oldest_waiting_seconds 0']);
    await down().db.close();
    expect(await lines()).toEqual(['database_reachable 0']);
  });
});
