import { sql } from 'kysely';
import { describeOnEachEngine } from '../testing/index.ts';
import { PermanentError } from './job-kind.ts';
import { enqueueRun, pruneRuns, retryRun } from './runs.ts';
import { jobWorld } from './testing/job-world.ts';
import { testKind } from './testing/test-runner.ts';

describeOnEachEngine('a run', (db) => {
  const { start, time, clock, pass, runs, ledger, add, runner } = jobWorld(db);

  it('is executed once per slot and owner', async () => {
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

  it('is not executed before its time, or by a process without its kind', async () => {
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

  it('is retried after the pauses of its kind, and fails after the last attempt', async () => {
    await add('a');
    const failures: string[] = [];
    const kind = testKind(
      async () => {
        throw new Error('the service is down');
      },
      { onFailed: async (_trx, { ownerId }, error) => void failures.push(`${ownerId}: ${error}`) },
    );
    const worker = runner(kind);
    for (const seconds of [60, 300]) {
      await worker.runDue();
      pass(seconds - 1);
      await worker.runDue();
      expect(await runs()).toMatchObject([{ state: 'queued', error: 'the service is down' }]);
      pass(1);
    }
    expect(failures).toEqual([]);
    await worker.runDue();
    expect(worker.ends).toEqual(['queued', 'queued', 'failed']);
    expect(failures).toEqual(['a: the service is down']);
    const [run] = await runs();
    expect(run).toMatchObject({ state: 'failed', attempts: 3, finished_at: clock() });

    expect(await retryRun(db().kysely, run!.id, clock())).toBe(true);
    expect(await retryRun(db().kysely, run!.id, clock())).toBe(false);
    await runner().runDue();
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 1, error: null }]);
  });

  it('is retried at once while it waits after a failed attempt, and not before its first one', async () => {
    const failing = testKind(async () => {
      throw new Error('the server is away');
    });
    await add('a');
    const id = (await runs())[0]!.id;
    expect(await retryRun(db().kysely, id, clock())).toBe(false);
    await runner(failing).runDue();
    expect(await runs()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    await runner().runDue();
    expect(await ledger()).toEqual([]);
    expect(await retryRun(db().kysely, id, clock())).toBe(true);
    expect(await retryRun(db().kysely, id, clock())).toBe(false);
    await runner().runDue();
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 1, error: null }]);
    await enqueueRun(
      db().kysely,
      { kind: 'test', ownerId: 'later', slotKey: 'x', at: new Date('2026-03-02T13:00:00Z') },
      clock(),
    );
    const later = (await runs()).find(({ owner_id }) => owner_id === 'later')!.id;
    expect(await retryRun(db().kysely, later, clock())).toBe(false);
  });

  it('is not retried after a permanent error', async () => {
    await add('a');
    const worker = runner(
      testKind(async () => {
        throw new PermanentError('no such mailbox');
      }),
    );
    await worker.runDue();
    expect(worker.ends).toEqual(['failed']);
  });

  it('is retried if its effects fail, and none of them are kept', async () => {
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

  it('is skipped with a reason', async () => {
    await add('a');
    await runner(testKind(async () => ({ skipped: 'The alert is off.' }))).runDue();
    expect(await runs()).toMatchObject([{ state: 'skipped', error: 'The alert is off.' }]);
  });

  it('is deleted after the retention of its kind, once it is finished', async () => {
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
    const keptAfter = async (days: number) => {
      time.set(start);
      pass(days * 86_400);
      await pruneRuns(db(), kinds, clock());
      return (await runs()).map(({ kind, owner_id }) => `${kind} ${owner_id}`);
    };
    expect(await keptAfter(30)).toHaveLength(4);
    expect(await keptAfter(31)).toEqual(expect.arrayContaining(['long done', 'long open', 'test open']));
    expect(await keptAfter(91)).toHaveLength(2);
  });
});
