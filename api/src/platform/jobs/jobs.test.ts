import { sql } from 'kysely';
import { describeOnEachEngine } from '../testing/index.ts';
import { PermanentError } from './job-kind.ts';
import type { JobKind, LeasedRun } from './job-kind.ts';
import { enqueueRun, pruneRuns, retryRun } from './runs.ts';
import { deleteSchedule, planRuns, saveSchedule } from './schedules.ts';
import type { ScheduleInput } from './schedules.ts';
import { createTestClock, createTestRunner, testKind } from './testing/test-runner.ts';

const start = '2026-03-02T12:00:00Z';

/** A promise that a test ends. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describeOnEachEngine('runs', (db) => {
  const time = createTestClock(start);
  const { clock, pass } = time;
  beforeEach(async () => {
    time.set(start);
    await sql`CREATE TABLE IF NOT EXISTS ledger (run_id uuid NOT NULL, owner text NOT NULL)`.execute(
      db().kysely,
    );
  });
  afterEach(async () => {
    await sql`TRUNCATE schedule, job_run, delivery, ledger`.execute(db().kysely);
  });

  const runs = () => db().kysely.selectFrom('job_run').selectAll().orderBy('owner_id').execute();
  const ledger = async () =>
    (await sql<{ owner: string }>`SELECT owner FROM ledger ORDER BY owner`.execute(db().kysely)).rows.map(
      ({ owner }) => owner,
    );
  const add = (ownerId: string, slotKey = 'once') =>
    enqueueRun(db().kysely, { kind: 'test', ownerId, slotKey, clientId: 3 }, clock());
  /** Runs the given work for an owner and writes to the ledger. */
  const writing = (work: (run: LeasedRun) => Promise<void> = async () => {}, more: Partial<JobKind> = {}) =>
    testKind(async (run) => {
      await work(run);
      return {
        result: { owner: run.ownerId },
        effects: async (trx) => {
          await sql`INSERT INTO ledger VALUES (${run.id}, ${run.ownerId})`.execute(trx);
        },
      };
    }, more);
  const runner = (kind = writing(), options = {}) => createTestRunner(db(), clock, [kind], options);

  it('runs each slot of an owner once', async () => {
    expect(await add('a')).toBeDefined();
    expect(await add('a')).toBeUndefined();
    await add('a', 'another');
    await runner().runDue();
    expect(await add('a')).toBeUndefined();
    await runner().runDue();
    expect(await ledger()).toEqual(['a', 'a']);
    expect(await runs()).toMatchObject(
      [1, 2].map(() => ({
        state: 'done',
        attempts: 1,
        client_id: 3,
        result: { owner: 'a' },
        finished_at: new Date(start),
        lease_token: null,
      })),
    );
  });

  it('is not run before its time, nor for a kind that this process does not know', async () => {
    await enqueueRun(
      db().kysely,
      { kind: 'test', ownerId: 'later', slotKey: 'x', at: new Date('2026-03-02T12:01:00Z') },
      clock(),
    );
    await enqueueRun(db().kysely, { kind: 'unknown', ownerId: 'z', slotKey: 'x' }, clock());
    await runner().runDue();
    expect(await ledger()).toEqual([]);
    pass(60);
    await runner().runDue();
    expect(await ledger()).toEqual(['later']);
    expect((await runs()).map(({ state }) => state)).toEqual(['done', 'queued']);
  });

  it('shares due runs among workers, up to the number at a time', async () => {
    for (let index = 0; index < 30; index += 1) await add(`owner ${index}`);
    let atATime = 0;
    let most = 0;
    const kind = writing(
      async () => {
        atATime += 1;
        most = Math.max(most, atATime);
        await new Promise((resolve) => setImmediate(resolve));
        atATime -= 1;
      },
      { concurrency: 2 },
    );
    await Promise.all([runner(kind), runner(kind), runner(kind)].map((each) => each.runDue()));
    expect(new Set(await ledger()).size).toBe(30);
    expect(await ledger()).toHaveLength(30);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('keeps neither result nor effects of an attempt whose lease went to another worker', async () => {
    await add('a');
    const slow = gate();
    const began = gate();
    const first = runner(
      writing(async () => {
        began.open();
        await slow.opened;
      }),
    );
    const late = first.runDue();
    await began.opened;
    pass(59);
    const second = runner();
    await second.runDue();
    expect(second.ends).toEqual([]);
    pass(1);
    await second.runDue();
    expect(await ledger()).toEqual(['a']);
    slow.open();
    await late;
    expect([first.ends, second.ends]).toEqual([['lost'], ['done']]);
    expect(await ledger()).toEqual(['a']);
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  it('renews its lease, and gets an error when that is too late', async () => {
    await add('a');
    const steps: string[] = [];
    const other = runner();
    const long = createTestRunner(db(), clock, [
      testKind(async (_run, { renew, signal }) => {
        pass(50);
        await renew();
        pass(50);
        await other.runDue();
        steps.push(signal.aborted ? 'lost' : 'still mine');
        pass(50);
        await other.runDue();
        await renew().catch(() => steps.push(signal.aborted ? 'lost' : 'still mine'));
        throw new Error('given up');
      }),
    ]);
    await long.runDue();
    expect(steps).toEqual(['still mine', 'lost']);
    expect(await ledger()).toEqual(['a']);
    expect(await runs()).toMatchObject([{ state: 'done' }]);
  });

  it('waits the pauses of its kind between attempts, and fails after the last', async () => {
    await add('a');
    const failures: string[] = [];
    const kind = testKind(
      async () => {
        throw new Error('the other side is down');
      },
      { onFailed: async (_trx, { ownerId }, error) => void failures.push(`${ownerId}: ${error}`) },
    );
    const worker = runner(kind);
    for (const seconds of [60, 300]) {
      await worker.runDue();
      pass(seconds - 1);
      await worker.runDue();
      expect(await runs()).toMatchObject([{ state: 'queued', error: 'the other side is down' }]);
      pass(1);
    }
    expect(failures).toEqual([]);
    await worker.runDue();
    expect(worker.ends).toEqual(['queued', 'queued', 'failed']);
    expect(failures).toEqual(['a: the other side is down']);
    const [run] = await runs();
    expect(run).toMatchObject({ state: 'failed', attempts: 3, finished_at: clock() });

    expect(await retryRun(db().kysely, run!.id, clock())).toBe(true);
    expect(await retryRun(db().kysely, run!.id, clock())).toBe(false);
    await runner().runDue();
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 1, error: null }]);
  });

  it('makes no further attempt after a permanent error', async () => {
    await add('a');
    const worker = runner(
      testKind(async () => {
        throw new PermanentError('no such mailbox');
      }),
    );
    await worker.runDue();
    expect(worker.ends).toEqual(['failed']);
  });

  it('keeps no effects when they cannot all be written, and tries again', async () => {
    await add('a');
    let attempts = 0;
    const kind = testKind(async (run) => ({
      effects: async (trx) => {
        attempts += 1;
        await sql`INSERT INTO ledger VALUES (${run.id}, 'half')`.execute(trx);
        if (attempts === 1) throw new Error('the disk is full');
      },
    }));
    await runner(kind).runDue();
    expect([await ledger(), (await runs())[0]?.state]).toEqual([[], 'queued']);
    pass(60);
    await runner(kind).runDue();
    expect([await ledger(), (await runs())[0]?.state]).toEqual([['half'], 'done']);
  });

  it('ends as failed when it kills every worker that takes it', async () => {
    await add('a');
    const kind = testKind(() => new Promise(() => {}));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const isTaken = ([run]: { state: string; attempts: number }[]) =>
        run?.state === 'running' && run.attempts === attempt;
      void runner(kind).runDue();
      while (!isTaken(await runs())) await new Promise((resolve) => setImmediate(resolve));
      pass(60);
    }
    const worker = runner();
    await worker.runDue();
    expect(worker.ends).toEqual([]);
    expect(await runs()).toMatchObject([
      { state: 'failed', attempts: 3, error: 'The worker stopped before the run ended.' },
    ]);
  });

  it('says why there was nothing to do', async () => {
    await add('a');
    await runner(testKind(async () => ({ skipped: 'The alert is off.' }))).runDue();
    expect(await runs()).toMatchObject([{ state: 'skipped', error: 'The alert is off.' }]);
  });

  it('is given back when its process stops before it ends', async () => {
    await add('quick');
    await add('endless');
    const kind = writing((run) => (run.ownerId === 'quick' ? Promise.resolve() : new Promise(() => {})));
    const stopping = runner(kind, { stopMs: 1 });
    await stopping.start();
    while ((await ledger()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await stopping.stop();
    expect(await runs()).toMatchObject([
      { owner_id: 'endless', state: 'queued', attempts: 0, lease_token: null },
      { owner_id: 'quick', state: 'done' },
    ]);
    await runner().runDue();
    expect(await ledger()).toEqual(['endless', 'quick']);
  });

  it('ends by itself, and is given back, when it heeds the signal of a process that stops', async () => {
    await add('a');
    const kind = testKind(
      (_run, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const stopping = runner(kind, { stopMs: 60_000 });
    await stopping.start();
    while ((await runs())[0]?.state !== 'running') await new Promise((resolve) => setTimeout(resolve, 1));
    await stopping.stop();
    expect(stopping.ends).toEqual(['released']);
    expect(await runs()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  it('is deleted after the days of its kind, never while it is not finished', async () => {
    for (const kind of ['test', 'long']) {
      for (const ownerId of ['done', 'open']) {
        await enqueueRun(db().kysely, { kind, ownerId, slotKey: kind }, clock());
      }
    }
    await db()
      .kysely.updateTable('job_run')
      .set({ state: 'done', finished_at: clock() })
      .where('owner_id', '=', 'done')
      .execute();
    const kinds = [{ name: 'long', keepDays: 90 }, { name: 'test' }];
    const kept = async (days: number) => {
      time.set(start);
      pass(days * 86_400);
      await pruneRuns(db(), kinds, clock());
      return (await runs()).map(({ kind, owner_id }) => `${kind} ${owner_id}`);
    };
    expect(await kept(30)).toHaveLength(4);
    expect(await kept(31)).toEqual(expect.arrayContaining(['long done', 'long open', 'test open']));
    expect(await kept(91)).toHaveLength(2);
  });

  describe('schedules', () => {
    const daily: ScheduleInput = {
      kind: 'test',
      ownerId: 'a',
      clientId: 3,
      rule: { every: 'day', at: '06:00' },
      timeZone: 'Europe/Berlin',
    };
    const save = (change: Partial<ScheduleInput> = {}) =>
      db().transaction((trx) => saveSchedule(trx, { ...daily, ...change }, clock()));
    const plan = () => planRuns(db(), ['test'], clock());
    const slots = async () => (await runs()).map(({ slot_key }) => slot_key).sort();
    const schedule = () => db().kysely.selectFrom('schedule').selectAll().executeTakeFirstOrThrow();

    it('plan one run for a slot, however many processes plan', async () => {
      for (let index = 0; index < 210; index += 1) await save({ ownerId: `owner ${index}` });
      pass(86_400);
      const added = await Promise.all([plan(), plan(), plan()]);
      expect(added.reduce((sum, each) => sum + each, 0)).toBe(210);
      expect(await plan()).toBe(0);
      expect(await runs()).toHaveLength(210);
      expect((await runs())[0]).toMatchObject({
        slot_key: '2026-03-03',
        slot_at: new Date('2026-03-03T05:00:00Z'),
        client_id: 3,
        missed_slots: 0,
      });
    });

    it('catch up after a week of downtime with one run, for the latest slot', async () => {
      await save();
      pass(7 * 86_400);
      expect(await plan()).toBe(1);
      expect(await runs()).toMatchObject([{ slot_key: '2026-03-09', missed_slots: 6 }]);
      await runner().runDue();
      expect(await ledger()).toEqual(['a']);
      expect(await schedule()).toMatchObject({ next_slot_at: new Date('2026-03-10T05:00:00Z') });
    });

    it('run every date of a year once, through both changes of the clocks', async () => {
      await save({ timeZone: 'America/Santiago', rule: { every: 'day', at: '00:00' } });
      for (let day = 0; day < 366; day += 1) {
        pass(86_400);
        await plan();
      }
      const dates = await slots();
      expect(dates).toHaveLength(366);
      expect(new Set(dates).size).toBe(366);
      expect([dates[0], dates.at(-1)]).toEqual(['2026-03-03', '2027-03-03']);
      expect((await runs()).every(({ missed_slots }) => missed_slots === 0)).toBe(true);
    });

    it('neither repeat nor skip a date when the zone changes', async () => {
      await save({ timeZone: 'America/Los_Angeles' });
      time.set('2026-03-03T13:00:00Z');
      // In Tokyo 06:00 of the 3rd was yesterday: it is due at once.
      await save({ timeZone: 'Asia/Tokyo' });
      expect(await plan()).toBe(1);
      // In Los Angeles 06:00 of the 3rd is still to come; it has had its run.
      await save({ timeZone: 'America/Los_Angeles' });
      pass(26 * 3600);
      await plan();
      expect(await slots()).toEqual(['2026-03-03', '2026-03-04']);
      expect(await schedule()).toMatchObject({ version: 3 });
    });

    it('make up for nothing while they are off, nor for a new rule', async () => {
      await save({ isActive: false });
      pass(3 * 86_400);
      expect(await plan()).toBe(0);
      await save();
      expect(await plan()).toBe(0);
      await save({ rule: { every: 'week', days: [1], at: '06:00' } });
      pass(3 * 86_400);
      expect(await plan()).toBe(0);
      pass(86_400);
      expect(await plan()).toBe(1);
      expect(await slots()).toEqual(['2026-03-09']);
    });

    it('stay as they are when they are saved again', async () => {
      await save();
      const before = await schedule();
      pass(5);
      await save();
      expect(await schedule()).toEqual(before);
      await deleteSchedule(db().kysely, 'test', 'a');
      pass(86_400);
      expect(await plan()).toBe(0);
    });

    it('survive a clock that jumps a year ahead and is set back', async () => {
      await save();
      time.set('2027-03-02T12:00:00Z');
      expect(await plan()).toBe(1);
      time.set(start);
      expect(await plan()).toBe(0);
      pass(86_400);
      expect(await plan()).toBe(1);
      expect(await slots()).toEqual(['2026-03-03', '2027-03-02']);
    });

    it('of the product itself start with a run at once, and have one at each multiple of their time', async () => {
      const kind = writing(undefined, { everySeconds: 6 * 3600 });
      const worker = createTestRunner(db(), clock, [kind], { pollMs: 1 });
      time.set('2026-03-02T13:00:00Z');
      await worker.start();
      while ((await ledger()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      await worker.stop();
      const again = createTestRunner(db(), clock, [kind]);
      await again.start();
      await again.stop();
      await again.runDue();
      expect(await slots()).toEqual(['2026-03-02T12:00:00.000Z']);
      pass(5 * 3600);
      await again.runDue();
      expect(await slots()).toEqual(['2026-03-02T12:00:00.000Z', '2026-03-02T18:00:00.000Z']);
      expect(await ledger()).toEqual(['system', 'system']);
    });
  });
});
