import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/index.ts';

/** What waits of a kind. */
export interface WaitingKind {
  readonly kind: string;
  /** When the oldest slot or run was promised. */
  readonly since: Date;
  readonly runs: number;
  /** Whether the kind has schedules. */
  readonly isScheduled: boolean;
}

/**
 * What was promised by now and has not been done, by kind: slots that nobody has planned, runs that wait for their first or
 * next attempt, and runs of dead workers. The time counts that was promised, not that of the next attempt, which moves
 * on with each failure.
 */
export const readWaiting = async (kysely: Kysely<Schema>, now: Date): Promise<WaitingKind[]> => {
  const { rows } = await sql<WaitingKind>`
    SELECT kind, min(promised_at) AS since, count(*)::integer AS runs,
           EXISTS (SELECT FROM schedule WHERE schedule.kind = waiting.kind) AS "isScheduled"
    FROM (
      SELECT kind, next_slot_at AS promised_at FROM schedule WHERE is_active AND next_slot_at <= ${now}
      UNION ALL
      SELECT kind, slot_at FROM job_run WHERE state = 'queued' AND slot_at <= ${now}
      UNION ALL
      SELECT kind, slot_at FROM job_run
      WHERE state = 'running' AND leased_until <= ${now} AND slot_at <= ${now}) AS waiting
    GROUP BY kind ORDER BY kind`.execute(kysely);
  return rows;
};
