import type { KyselyPlugin } from 'kysely';
import { describeOnEachEngine, describeOnOneEngine } from '../testing/index.ts';
import { secondsAfter } from '../time.ts';
import { createRunner } from './runner.ts';
import { completeRuns, leaseRuns, reclaimRuns } from './runs.ts';
import { jobWorld } from './testing/job-world.ts';
import { createTestRunner, testKind } from './testing/test-runner.ts';

/** A promise that a test resolves. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describeOnEachEngine('the lease of a run', (db) => {
  const { clock, pass, runs, ledger, add, writing, batching, runner } = jobWorld(db);

  it('starts with the other ones of its kind, if they form a batch', async () => {
    for (let index = 0; index < 4; index += 1) await add(`owner ${index}`);
    const endedAtStart: number[] = [];
    const all = gate();
    let ended = 0;
    const kind = batching(
      async () => {
        // Time for the runner to lease another run when the first one of the batch has ended.
        for (let reads = ended % 2 === 1 ? 0 : 19; reads < 20; reads += 1) await runs();
        ended += 1;
        if (ended === 4) all.open();
      },
      { concurrency: 2 },
    );
    const started = runner({
      ...kind,
      handleAll(batch, context) {
        endedAtStart.push(...batch.map(() => ended));
        return kind.handleAll(batch, context);
      },
    });
    await started.start();
    await all.opened;
    await started.stop();
    expect(endedAtStart).toEqual([0, 0, 2, 2]);
  });

  it.each(['single run', 'batch'])(
    'is kept while the run is in progress, if its kind asks for that: %s',
    async (of) => {
      await add('a');
      const slow = gate();
      const started = gate();
      const work = async () => {
        started.open();
        await slow.opened;
      };
      const kind = of === 'batch' ? batching(work) : writing(work, { keepsLease: true });
      const keeping = runner(kind, { pollMs: 1 });
      await keeping.start();
      await started.opened;
      for (let minutes = 0; minutes < 3; minutes += 1) {
        pass(45);
        const until = async () => (await runs())[0]?.leased_until ?? clock();
        while ((await until()) < secondsAfter(clock(), 60)) keeping.wake();
      }
      const second = runner();
      await second.runDue();
      expect(second.ends).toEqual([]);
      slow.open();
      await keeping.stop();
      expect([keeping.ends, await ledger()]).toEqual([['done'], ['a']]);
    },
  );

  it('starts before the statement that takes it, however long that waits', async () => {
    await add('a');
    const slow = gate();
    const started = gate();
    const leasedAt = clock();
    const work = async () => {
      started.open();
      await slow.opened;
    };
    const waiting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'leaseToken' in row)) pass(45);
        return result;
      },
    };
    const { kysely, ...rest } = db();
    const slowDb = { ...rest, kysely: kysely.withPlugin(waiting) };
    const kind = writing(work, { keepsLease: true });
    const keeping = createTestRunner(slowDb, clock, [kind], { pollMs: 1 });
    await keeping.start();
    await started.opened;
    const until = async () => (await runs())[0]?.leased_until ?? clock();
    while ((await until()) <= secondsAfter(leasedAt, 60)) keeping.wake();
    slow.open();
    await keeping.stop();
    expect([keeping.ends, await ledger()]).toEqual([['done'], ['a']]);
  });

  it('ends with the maximum time of its kind, also for a run that never ends, and others go on', async () => {
    const alone = { leaseSeconds: 3600, maxSeconds: 600, concurrency: 1, pauses: [60] };
    const startedOwners: string[] = [];
    const first = gate();
    const kind = batching(async ({ ownerId }) => {
      startedOwners.push(ownerId);
      first.open();
      if (ownerId === 'a') await new Promise(() => {});
    }, alone);
    await add('a');
    const working = runner(kind, { pollMs: 1, stopMs: 1 });
    await working.start();
    await first.opened;
    await add('b');
    pass(599);
    working.wake();
    await runs();
    expect(startedOwners).toEqual(['a']);
    pass(1);
    while (!(await ledger()).includes('b')) working.wake();
    expect(await runs()).toMatchObject([
      { owner_id: 'a', state: 'queued', attempts: 1, error: 'The run took too long.' },
      { owner_id: 'b', state: 'done' },
    ]);
    pass(60);
    while (startedOwners.length < 3) await runs();
    pass(600);
    while ((await runs())[0]?.state !== 'failed') working.wake();
    await working.stop();
    expect(startedOwners).toEqual(['a', 'b', 'a']);
    expect(working.ends).toEqual(['queued', 'done', 'failed']);
  });

  it('goes to one of several workers, up to the concurrency of each', async () => {
    for (let index = 0; index < 30; index += 1) await add(`owner ${index}`);
    let running = 0;
    let most = 0;
    const kind = writing(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
      { concurrency: 2 },
    );
    await Promise.all([runner(kind), runner(kind), runner(kind)].map((each) => each.runDue()));
    expect(new Set(await ledger()).size).toBe(30);
    expect(await ledger()).toHaveLength(30);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('is fenced: an attempt that lost it writes neither result nor effects', async () => {
    await add('a');
    const slow = gate();
    const started = gate();
    const first = runner(
      writing(async () => {
        started.open();
        await slow.opened;
      }),
    );
    const late = first.runDue();
    await started.opened;
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

  it('can be renewed, unless it is lost', async () => {
    await add('a');
    const steps: string[] = [];
    const other = runner();
    const long = createTestRunner(db(), clock, [
      testKind(async (_run, { renew, signal }) => {
        pass(50);
        await renew();
        pass(50);
        await other.runDue();
        steps.push(signal.aborted ? 'lost' : 'held');
        pass(50);
        await other.runDue();
        await renew().catch(() => steps.push(signal.aborted ? 'lost' : 'held'));
        throw new Error('failed');
      }),
    ]);
    await long.runDue();
    expect(steps).toEqual(['held', 'lost']);
    expect(await ledger()).toEqual(['a']);
    expect(await runs()).toMatchObject([{ state: 'done' }]);
  });

  it('expires if the worker dies; after the last attempt, the run fails', async () => {
    await add('a');
    const kind = testKind(() => new Promise(() => {}));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const isLeased = ([run]: { state: string; attempts: number }[]) =>
        run?.state === 'running' && run.attempts === attempt;
      void runner(kind).runDue();
      while (!isLeased(await runs())) await new Promise((resolve) => setImmediate(resolve));
      pass(60);
    }
    const worker = runner();
    await worker.runDue();
    expect(worker.ends).toEqual([]);
    expect(await runs()).toMatchObject([
      { state: 'failed', attempts: 3, error: 'The worker stopped before the run ended.' },
    ]);
  });

  it('ends for those of a dead worker, of which only the one that kills its workers fails', async () => {
    for (let index = 0; index < 40; index += 1) await add(`owner ${index}`);
    const kind = batching(async () => {}, { concurrency: 64, pauses: [60, 300, 600, 900] });
    const killer = 'owner 17';
    const leased: number[] = [];
    // A worker that leases the killer does nothing more, and its leases expire.
    for (let left = true; left;) {
      await reclaimRuns(db(), new Map([[kind.name, kind]]), clock());
      const held = await leaseRuns(db(), [{ kind, limit: kind.concurrency }], clock());
      left = held.length > 0;
      if (held.some(({ ownerId }) => ownerId === killer)) leased.push(held.length);
      else
        await db().transaction((trx) =>
          completeRuns(
            trx,
            held.map((run) => ({ run, outcome: {} })),
            clock(),
          ),
        );
      pass(60);
    }
    expect(leased).toEqual([40, 16, 4, 1, 1]);
    const unfinished = (await runs()).filter(({ state }) => state !== 'done');
    expect(unfinished).toMatchObject([{ owner_id: killer, state: 'failed', attempts: 5 }]);
  });

  it('is released if the process stops before the run ends', async () => {
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

  it('is released if the run ends on the abort signal of a stopping process', async () => {
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
});

describeOnEachEngine('a batch', (db) => {
  const { runs, ledger, add, batching, runner } = jobWorld(db);
  const fail = (message: string) => {
    throw new Error(message);
  };
  const states = async () => (await runs()).map(({ owner_id, state, error }) => [owner_id, state, error]);

  it('has runs that end each in their own way', async () => {
    for (const owner of ['a', 'b', 'c', 'd', 'e']) await add(owner);
    const kind = batching(async ({ ownerId }) => (ownerId === 'd' ? fail('no disk') : undefined));
    const failing = runner({
      ...kind,
      async *handleAll(batch, context) {
        const [first, second, ...others] = batch.toSorted((one, other) =>
          one.ownerId < other.ownerId ? -1 : 1,
        );
        yield [
          { run: first!, error: new Error('no filter') },
          { run: second!, outcome: { skipped: 'idle' } },
        ];
        yield* kind.handleAll(others, context);
      },
    });
    await failing.runDue();
    expect(failing.ends).toEqual(['skipped', 'queued', 'done', 'queued', 'queued']);
    expect(await ledger()).toEqual(['c']);
    expect(await states()).toEqual([
      ['a', 'queued', 'no filter'],
      ['b', 'skipped', 'idle'],
      ['c', 'done', null],
      ['d', 'queued', 'no disk'],
      ['e', 'queued', 'no disk'],
    ]);
  });

  it('is stored at once or, if that fails, each run in its own transaction', async () => {
    for (const owner of ['a', 'b', 'c']) await add(owner);
    const stored: Set<unknown>[] = [];
    const kind = runner({
      ...batching(async () => {}),
      async *handleAll(batch) {
        yield batch.map((run) => ({ run, outcome: { changes: run.ownerId } }));
      },
      async storeAll(_trx, changes) {
        stored.push(new Set(changes));
        if (changes.includes('b')) fail('no room');
      },
    });
    await kind.runDue();
    expect(stored[0]).toEqual(new Set(['a', 'b', 'c']));
    expect(new Set(stored.slice(1).flatMap((some) => [...some]))).toEqual(new Set(['a', 'b', 'c']));
    expect(stored).toHaveLength(4);
    expect(await states()).toEqual([
      ['a', 'done', null],
      ['b', 'queued', 'no room'],
      ['c', 'done', null],
    ]);
  });

  it('goes on without a run that lost its lease', async () => {
    for (const owner of ['a', 'b']) await add(owner);
    const kind = batching(async () => {});
    const lease_token = '00000000-0000-4000-8000-000000000000';
    const losing = runner({
      ...kind,
      async *handleAll(batch, context) {
        await db().kysely.updateTable('job_run').set({ lease_token }).where('owner_id', '=', 'a').execute();
        yield* kind.handleAll(batch, context);
      },
    });
    await losing.runDue();
    expect(losing.ends.toSorted()).toEqual(['done', 'lost']);
    expect(await ledger()).toEqual(['b']);
  });

  it('fails the runs that its kind does not handle', async () => {
    await add('a');
    await runner({ ...batching(async () => {}), async *handleAll() {} }).runDue();
    expect(await states()).toEqual([['a', 'queued', 'The run was not handled.']]);
  });
});

let hours = 0;
/** After the minute of what another test, or this one on another engine, has logged. */
const passLoggedMinute = () => {
  hours += 1;
  jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2040, 0, 1, hours));
};
const reason = 'connect ECONNREFUSED 192.0.2.1:5432';
const refuseConnection = async (): Promise<never> => {
  throw Object.assign(new Error(reason), { code: 'ECONNREFUSED' });
};

describeOnOneEngine('a runner whose database cannot be reached', (db) => {
  const { add } = jobWorld(db);
  const lines: unknown[] = [];
  const logger = { warn() {}, error: (...line: unknown[]) => void lines.push(line) };
  beforeEach(() => {
    lines.length = 0;
    passLoggedMinute();
  });
  afterEach(() => jest.restoreAllMocks());
  const said = [[{ reason, unlogged: expect.any(Number) }, 'the database cannot be reached']];

  it('says so in one line a minute, without stack traces', async () => {
    const failed = gate();
    let attempts = 0;
    const transaction = () => {
      attempts += 1;
      if (attempts === 5) failed.open();
      return refuseConnection();
    };
    const runner = createRunner({
      db: { ...db(), transaction },
      kinds: [testKind(async () => {})],
      logger,
      pollMs: 1,
    });
    await runner.start();
    await failed.opened;
    await runner.stop();
    expect(lines).toEqual(said);
  });

  it('says no more of the runs that it cannot end', async () => {
    for (let index = 0; index < 3; index += 1) await add(`owner ${index}`);
    let isAway = false;
    const runner = createRunner({
      db: { ...db(), transaction: (...args) => (isAway ? refuseConnection() : db().transaction(...args)) },
      kinds: [
        testKind(async () => {
          isAway = true;
        }),
      ],
      logger,
    });
    await runner.runDue();
    expect(lines).toEqual(said);
  });
});
