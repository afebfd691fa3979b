// Who is new in a period. The activities of a selection of any date are its history: filters apply to the history as well, so
// that new + returning is everybody who is active in the period. Days are UTC.
import type { Lookback, NewnessKind, NewnessSubject } from '@readerlens/contract/marketing';
import { toInstants } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { undatedWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';

/** The codes of the kinds in SQL. */
export const kindCode: Record<NewnessKind, number> = { netNew: 1, reactivated: 2, returning: 3 };
export const decodeKind = (code: number): NewnessKind =>
  code === 1 ? 'netNew' : code === 2 ? 'reactivated' : 'returning';

const subjectColumn = { readers: 'e.reader_id', organizations: 'e.organisation_id' } as const;

/** Column of `engagement AS e` with the id of a reader, or of the organization at the time. */
export const refSubject = (subject: NewnessSubject) => sql.ref(subjectColumn[subject]);

export const utcDay = (at: RawBuilder<unknown>) => sql`(${at} AT TIME ZONE 'UTC')::date`;

export interface Classification {
  readonly subject: NewnessSubject;
  readonly lookback: Lookback;
  /** The first instant of each bucket, in order; the last bucket ends with the range. */
  readonly starts: readonly string[];
}

/** A bucket for the whole range. */
export const wholeRange = (range: ResolvedRange): readonly string[] => [toInstants(range).from];

/** A bucket for each month ('YYYY-MM') of a range. The first one begins with the range. */
export const monthStarts = (months: readonly string[], range: ResolvedRange): readonly string[] =>
  months.map((month, at) => (at === 0 ? toInstants(range).from : `${month}-01T00:00:00.000Z`));

const classify = (lookback: Lookback) =>
  lookback === 'ever'
    ? sql`CASE WHEN previous_at IS NULL THEN 1 ELSE 3 END`
    : sql`CASE WHEN previous_at IS NULL THEN 1
        WHEN ${utcDay(sql`previous_at`)} >= ${utcDay(sql`first_at`)} - ${Number(lookback)}::integer THEN 3 ELSE 2 END`;

/**
 * Rows (id, bucket, first_at, last_at, engagements, previous_at, kind) of each reader or organization and bucket that it is active
 * in. Bucket 0 is what precedes the range. One scan of the covering index; only its groups are ordered.
 */
export const classified = (
  selection: EngagementSelection,
  { subject, lookback, starts }: Classification,
): RawBuilder<unknown> => {
  const before = sql<boolean>`e.occurred_at < ${toInstants(selection.range).before}::timestamptz`;
  const id = refSubject(subject);
  return sql`
    SELECT placed.*, ${classify(lookback)} AS kind FROM (
      SELECT seen.*, lag(last_at) OVER (PARTITION BY id ORDER BY bucket) AS previous_at FROM (
        SELECT ${id} AS id, width_bucket(e.occurred_at, ${starts}::timestamptz[]) AS bucket,
          min(e.occurred_at) AS first_at, max(e.occurred_at) AS last_at, count(*) AS engagements
        FROM engagement AS e WHERE ${undatedWhere(selection, [before])} AND ${id} IS NOT NULL
        GROUP BY 1, 2) AS seen) AS placed`;
};
