import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { BatchKind, JobKind, LeasedRun, SingleKind } from '../job-kind.ts';
import { enqueueRun } from '../runs.ts';
import { createTestClock, createTestRunner, testKind } from './test-runner.ts';

const start = '2026-03-02T12:00:00Z';

/** A test database for jobs with a test clock, emptied after each test. The effects of `writing` runs go to a ledger. */
export const jobWorld = (db: () => Database) => {
  const time = createTestClock(start);
  beforeEach(async () => {
    time.set(start);
    await sql`CREATE TABLE IF NOT EXISTS ledger (run_id uuid NOT NULL, owner text NOT NULL)`.execute(
      db().kysely,
    );
  });
  afterEach(async () => {
    await sql`TRUNCATE schedule, job_run, delivery, ledger CASCADE`.execute(db().kysely);
  });

  const runs = () => db().kysely.selectFrom('job_run').selectAll().orderBy('owner_id').execute();
  const ledger = async () =>
    (await sql<{ owner: string }>`SELECT owner FROM ledger ORDER BY owner`.execute(db().kysely)).rows.map(
      ({ owner }) => owner,
    );
  const add = (ownerId: string, slotKey = 'once') =>
    enqueueRun(db().kysely, { kind: 'test', ownerId, slotKey, clientId: 3 }, time.clock());
  /** A kind that does the given work and adds the owner of the run to the ledger. */
  const writing = (
    work: (run: LeasedRun) => Promise<void> = async () => {},
    more: Partial<SingleKind> = {},
  ) =>
    testKind(async (run) => {
      await work(run);
      return {
        result: { owner: run.ownerId },
        effects: async (trx) => {
          await sql`INSERT INTO ledger VALUES (${run.id}, ${run.ownerId})`.execute(trx);
        },
      };
    }, more);
  /** The same, for batches. */
  const batching = (work: (run: LeasedRun) => Promise<void>, more: Partial<BatchKind> = {}): BatchKind => {
    const single = writing(work);
    return {
      ...single,
      async *handleAll(batch, context) {
        for (const run of batch)
          yield [{ run, outcome: (await single.handle(run, { ...context, renew: async () => {} })) ?? {} }];
      },
      handle: undefined,
      ...more,
    };
  };
  const runner = (kind: JobKind = writing(), options = {}) =>
    createTestRunner(db(), time.clock, [kind], options);
  return { start, time, ...time, runs, ledger, add, writing, batching, runner };
};
