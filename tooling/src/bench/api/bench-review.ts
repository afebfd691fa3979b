import type { Database } from '@readerlens/api';
import { activityTypeCode, statusCode } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import { sql } from 'kysely';
import { addDays, formatDay } from '@readerlens/filters/model';
import type { BenchServer } from './bench-server.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { median, timed } from './timing.ts';

export interface ReviewBenchOptions extends BenchOptions {
  /** Number of pending activities that are approved at once. */
  readonly activities?: number;
}

export interface ReviewBenchResult {
  readonly engine: Engine;
  readonly activities: number;
  /** Medians, in milliseconds at the server. */
  readonly bareMs: number;
  readonly searchMs: number;
  readonly approveMs: number;
  readonly reverseMs: number;
  /** Ratios to the bare UPDATE of the same rows. */
  readonly approveRatio: number;
  readonly reverseRatio: number;
}

const { Pending, Approved } = statusCode;
const { Engagement } = activityTypeCode;

interface PendingRange {
  readonly from: string;
  readonly to: string;
}

/** Sets the newest approved initial activities to pending. Returns the days of these activities. */
const setPending = async ({ kysely }: Database, activities: number): Promise<PendingRange> => {
  const { rows } = await sql<{ first: Date; last: Date }>`
    WITH newest AS (
      SELECT client_id, id FROM engagement
      WHERE status = ${Approved}::smallint AND activity_type = ${Engagement}::smallint AND sequence = 1
      ORDER BY occurred_at DESC LIMIT ${activities}::integer),
    changed AS (
      UPDATE engagement AS e SET status = ${Pending}::smallint FROM newest AS n
      WHERE e.client_id = n.client_id AND e.id = n.id RETURNING e.occurred_at)
    SELECT min(occurred_at) AS first, max(occurred_at) AS last FROM changed`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('The benchmark has no data.');
  return { from: formatDay(row.first), to: formatDay(row.last) };
};

/** Restores the kept database, except for the few activities that were pending before. */
const restoreApproved = async ({ kysely }: Database, { from }: PendingRange): Promise<void> => {
  await sql`UPDATE engagement SET status = ${Approved}::smallint
    WHERE status = ${Pending}::smallint AND sequence = 1 AND occurred_at >= ${from}::timestamptz`.execute(
    kysely,
  );
  await sql`DELETE FROM review_decision_activity`.execute(kysely);
  await sql`DELETE FROM review_decision`.execute(kysely);
};

/** Removes the dead rows of a round, which would slow down the next one. */
const vacuum = ({ kysely }: Database) =>
  sql`VACUUM (ANALYZE) engagement, review_decision_activity`.execute(kysely);

class Rollback extends Error {}

/** Runs the bare UPDATE of the filtered rows and rolls it back: without history, lock order or further queries. */
const bareUpdate = async (db: Database, { from, to }: PendingRange): Promise<number> => {
  let ms = 0;
  const work = db.transaction(async (trx) => {
    ms = await timed(() =>
      sql`UPDATE engagement SET status = ${Approved}::smallint, approved_at = now()
        WHERE status = ${Pending}::smallint AND sequence = 1 AND activity_type IN (1, 2)
          AND occurred_at >= ${from}::timestamptz AND occurred_at < ${addDays(to, 1)}::timestamptz`.execute(
        trx,
      ),
    );
    throw new Rollback();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return ms;
};

interface Round {
  readonly bare: number;
  readonly search: number;
  readonly approve: number;
  readonly reverse: number;
  readonly activities: number;
}

interface Decided {
  readonly data: { readonly decisionId: string; readonly activitiesUpdated: number };
}

const measureRound = async (db: Database, server: BenchServer, waiting: PendingRange): Promise<Round> => {
  const filter = { status: 'Pending', ...waiting };
  const week = { ...filter, from: addDays(waiting.to, -7) };
  const post = (url: string, body: object) => server.client.postForBody(url, JSON.stringify(body));
  await vacuum(db);
  const bare = await bareUpdate(db, waiting);
  await vacuum(db);
  const search = await timed(() => post('/api/review-activities-search', week));
  let decided: Decided | undefined;
  const approve = await timed(async () => {
    const body = { engagementIds: [], customerRequestIds: [], status: 'Approved', matching: filter };
    const answer = await post('/api/review-activities', { ...body, startDate: waiting.from });
    decided = JSON.parse(answer) as Decided;
  });
  await vacuum(db);
  const { decisionId = '', activitiesUpdated: activities = 0 } = decided?.data ?? {};
  const reverse = await timed(() => post(`/api/review-activities/decisions/${decisionId}/reverse`, {}));
  return { bare, search, approve, reverse, activities };
};

const benchEngine = async (
  db: Database,
  server: BenchServer,
  { rounds = 5, activities = 10_000 }: ReviewBenchOptions,
): Promise<ReviewBenchResult> => {
  const waiting = await setPending(db, activities);
  try {
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) measured.push(await measureRound(db, server, waiting));
    // The first round is a warm-up.
    const [, ...counted] = measured;
    const of = (part: keyof Round) => median(counted.map((each) => each[part]));
    return {
      engine: db.engine,
      activities: of('activities'),
      bareMs: of('bare'),
      searchMs: of('search'),
      approveMs: of('approve'),
      reverseMs: of('reverse'),
      approveRatio: of('approve') / of('bare'),
      reverseRatio: of('reverse') / of('bare'),
    };
  } finally {
    await restoreApproved(db, waiting);
  }
};

/**
 * Measures the search, the approval of all pending activities at once, and its reversal, over HTTP, compared to the bare
 * UPDATE of the same rows. Unreachable engines are skipped.
 */
export const benchReview = (options: ReviewBenchOptions): Promise<ReviewBenchResult[]> =>
  withEachBenchServer(options, (db, server) => benchEngine(db, server, options));
