import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/index.ts';

/**
 * When the oldest slot or run of each kind should have started, of those that have not. Slots count before they are
 * planned: while no worker runs, nobody plans them.
 */
export const readOldestDue = async (
  kysely: Kysely<Schema>,
  now: Date,
): Promise<ReadonlyMap<string, Date>> => {
  const { rows } = await sql<{ kind: string; since: Date }>`
    SELECT kind, min(due_at) AS since
    FROM (
      SELECT kind, next_slot_at AS due_at FROM schedule WHERE is_active AND next_slot_at <= ${now}
      UNION ALL
      SELECT kind, next_at FROM job_run WHERE state = 'queued' AND next_at <= ${now}) AS due
    GROUP BY kind`.execute(kysely);
  return new Map(rows.map(({ kind, since }) => [kind, since]));
};
