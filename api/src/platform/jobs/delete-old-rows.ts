import { sql } from 'kysely';
import { cleanupLeaseSeconds, cleanupPauseSeconds } from '../../deadlines.ts';
import type { Database } from '../db/index.ts';
import { daySeconds, secondsAfter } from '../time.ts';
import type { JobKind } from './job-kind.ts';

/** A run has up to tens of thousands of rows. */
const batch = 200;

/** The tables of a feature that runs something. */
export interface RunTables {
  /** With `run_at`. */
  readonly runs: string;
  /** What people define and delete, with `deleted_at`. */
  readonly definitions: string;
  /** The column of runs that has the id of their definition. */
  readonly reference: string;
}

/** Deletes what people deleted before a time, once no run of it is left that says what it was. Returns the number. */
const deleteDefinitions = async (
  { kysely }: Database,
  { runs, definitions, reference }: RunTables,
  before: Date,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${sql.table(definitions)} WHERE id IN (
      SELECT d.id FROM ${sql.table(definitions)} AS d
      WHERE d.deleted_at < ${before} AND NOT EXISTS (SELECT FROM ${sql.table(runs)} AS r WHERE r.${sql.ref(reference)} = d.id)
      ORDER BY d.id LIMIT ${batch}::integer)`.execute(kysely);
  return Number(numAffectedRows);
};

/**
 * A daily job that deletes the runs of a feature, with what depends on them, so many days after they ran, and what was deleted so long
 * ago.
 */
export const oldRunsCleanup = (name: string, tables: RunTables, keepDays: number): JobKind => ({
  name,
  goesOnWhileHeld: true,
  concurrency: 1,
  leaseSeconds: cleanupLeaseSeconds,
  pauses: cleanupPauseSeconds,
  everySeconds: daySeconds,
  async handle(_run, { db, clock, renew }) {
    const before = secondsAfter(clock(), -keepDays * daySeconds);
    const table = sql.table(tables.runs);
    const deleteRuns = async () => {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE run_at < ${before}
          ORDER BY run_at LIMIT ${batch}::integer)`.execute(db.kysely);
      return Number(numAffectedRows);
    };
    const inBatches = async (deleteSome: () => Promise<number>): Promise<number> => {
      let total = 0;
      for (;;) {
        const count = await deleteSome();
        total += count;
        if (count < batch) return total;
        await renew();
      }
    };
    return {
      result: {
        runs: await inBatches(deleteRuns),
        deleted: await inBatches(() => deleteDefinitions(db, tables, before)),
      },
    };
  },
});
