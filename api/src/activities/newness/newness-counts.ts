import { cohortWindowDays, cohortWindows } from '@readerlens/contract/marketing';
import type { Lookback, NewnessKind, NewnessSubject } from '@readerlens/contract/marketing';
import { addDays, findLastDay, formatDay } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Selected } from '../figures/figure.ts';
import { readRow, readRows } from '../figures/figure.ts';
import { listMonths } from '../figures/monthly.ts';
import type { CodeCount } from '../figures/fields.ts';
import { selectionWhere, undatedWhere } from '../selection.ts';
import {
  classified,
  decodeKind,
  kindCode,
  monthStarts,
  refSubject,
  utcDay,
  wholeRange,
} from './classified.ts';

export type NewnessCounts = Record<NewnessKind, number>;
type Rows = Pick<Selected, 'kysely' | 'selection'>;

export interface NewnessQuestion {
  readonly subject: NewnessSubject;
  readonly lookback: Lookback;
}

const zeros = (): NewnessCounts => ({ netNew: 0, reactivated: 0, returning: 0 });

interface BucketCount {
  readonly bucket: number;
  readonly kind: number;
  readonly count: number;
  readonly firstAt: Date;
}

const countBuckets = (
  { kysely, selection }: Rows,
  question: NewnessQuestion,
  starts: readonly string[],
): Promise<BucketCount[]> =>
  readRows(
    kysely,
    sql<BucketCount>`
      SELECT bucket, kind, count(*) AS count, min(first_at) AS "firstAt"
      FROM (${classified(selection, { ...question, starts })}) AS classified GROUP BY 1, 2`,
  );

/** The counts of each bucket from 1. */
const sumKinds = (counts: readonly BucketCount[], buckets: number): NewnessCounts[] => {
  const sums = Array.from({ length: buckets }, zeros);
  for (const { bucket, kind, count } of counts) {
    const sum = sums[bucket - 1];
    if (sum) sum[decodeKind(kind)] += count;
  }
  return sums;
};

/** How many are net new, reactivated and returning in the whole range, and when the history begins. */
export const countNewness = async (rows: Rows, question: NewnessQuestion) => {
  const counts = await countBuckets(rows, question, wholeRange(rows.selection.range));
  const firsts = counts.map(({ firstAt }) => firstAt.getTime());
  return {
    counts: sumKinds(counts, 1)[0] ?? zeros(),
    historyFrom: firsts.length === 0 ? null : formatDay(new Date(Math.min(...firsts))),
  };
};

/** The same by month. A month without activities has an entry, too. */
export const countNewnessByMonth = async (rows: Rows, question: NewnessQuestion) => {
  const { range } = rows.selection;
  const months = listMonths(range);
  const counts = await countBuckets(rows, question, monthStarts(months, range));
  const sums = sumKinds(counts, months.length);
  return months.map((key, at) => ({ key, value: sums[at] ?? zeros() }));
};

/**
 * Rows (id, source) of the new ones and the source of their first activity in the range. Of several activities at the same time,
 * the one with the lowest id counts.
 */
export const firstTouches = (
  selection: Rows['selection'],
  question: NewnessQuestion,
): RawBuilder<{ id: number; source: number }> => {
  const starts = wholeRange(selection.range);
  return sql`
    SELECT DISTINCT ON (first.id) first.id, e.source
    FROM (${classified(selection, { ...question, starts })}) AS first
    JOIN engagement AS e ON ${refSubject(question.subject)} = first.id AND e.occurred_at = first.first_at
    WHERE first.bucket = 1 AND first.kind <> ${kindCode.returning} AND ${selectionWhere(selection)}
    ORDER BY first.id, e.client_id, e.id`;
};

export const countFirstSources = (
  { kysely, selection }: Rows,
  question: NewnessQuestion,
): Promise<CodeCount[]> =>
  readRows(
    kysely,
    sql<CodeCount>`
      SELECT source AS code, count(*) AS count FROM (${firstTouches(selection, question)}) AS touch GROUP BY 1`,
  );

/** How many readers the new organizations have in the range. */
export const countReadersOfNew = async (
  { kysely, selection }: Rows,
  lookback: NewnessQuestion['lookback'],
): Promise<number> => {
  const starts = wholeRange(selection.range);
  const query = sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT DISTINCT e.reader_id FROM engagement AS e
      WHERE ${selectionWhere(selection)} AND e.organisation_id IN (
        SELECT id FROM (${classified(selection, { subject: 'organizations', lookback, starts })}) AS classified
        WHERE bucket = 1 AND kind <> ${kindCode.returning})) AS reader`;
  return (await readRow(kysely, query)).count;
};

/** Days after the first one: 1 to 29, 30 to 59 and so on. */
const lastDay = (window: number): number => (window + 1) * cohortWindowDays - 1;

/** The last day of a month that is in the range, 'YYYY-MM-DD'. */
const endMonth = (month: string, to: string): string => {
  const last = findLastDay(month);
  return last < to ? last : to;
};

/** Whether everybody who is new in a month of a range has had all days of a window by today. */
const hasHadWindow = (month: string, window: number, { to }: ResolvedRange, today: string): boolean =>
  addDays(endMonth(month, to), lastDay(window)) < today;

/** The months of a range as buckets, and the numbers of those whose new ones have had the first window. */
export const listFullMonths = (range: ResolvedRange, today: string) => {
  const months = listMonths(range);
  const buckets = months.flatMap((month, at) => (hasHadWindow(month, 0, range, today) ? [at + 1] : []));
  return { starts: monthStarts(months, range), buckets };
};

interface CohortCount {
  readonly bucket: number;
  /** The number of the window; null for the size of the cohort. */
  readonly nth: number | null;
  readonly count: number;
}

/**
 * How many of the new ones of each month were active in each window of days after their first day. A window has no number until
 * the whole cohort has had all its days: one that today cuts short would look like a decline.
 */
export const countCohorts = async (rows: Rows, question: NewnessQuestion, today: string) => {
  const { kysely, selection } = rows;
  const { range } = selection;
  const months = listMonths(range);
  const starts = monthStarts(months, range);
  const since = sql<boolean>`e.occurred_at >= ${starts[0]}::timestamptz`;
  const id = refSubject(question.subject);
  const query = sql<CohortCount>`
    WITH cohort AS MATERIALIZED (
        SELECT id, bucket, ${utcDay(sql`first_at`)} AS day
        FROM (${classified(selection, { ...question, starts })}) AS classified
        WHERE bucket > 0 AND kind <> ${kindCode.returning}),
      active AS MATERIALIZED (
        SELECT DISTINCT ${id} AS id, ${utcDay(sql`e.occurred_at`)} AS day
        FROM engagement AS e WHERE ${undatedWhere(selection, [since])} AND ${id} IS NOT NULL)
    SELECT bucket, NULL::integer AS nth, count(*) AS count FROM cohort GROUP BY 1
    UNION ALL
    SELECT bucket, nth, count(*) AS count FROM (
      SELECT DISTINCT cohort.bucket, cohort.id, (active.day - cohort.day) / ${cohortWindowDays}::integer AS nth
      FROM cohort JOIN active ON active.id = cohort.id AND active.day > cohort.day
        AND active.day <= cohort.day + ${lastDay(cohortWindows - 1)}::integer) AS returned
    GROUP BY 1, 2`;
  const counts = await readRows(kysely, query);
  const find = (at: number, window: number | null) =>
    counts.find((count) => count.bucket === at + 1 && count.nth === window)?.count ?? 0;
  const windows = Array.from({ length: cohortWindows }, (_, window) => window);
  const cohorts = months.map((key, at) => ({
    key,
    size: find(at, null),
    active: windows.map((window) => (hasHadWindow(key, window, range, today) ? find(at, window) : null)),
  }));
  return { cohorts, mean: windows.map((window) => sumWindow(cohorts, window)) };
};

interface Cohort {
  readonly size: number;
  readonly active: readonly (number | null)[];
}

/** The active ones of all cohorts that have had the window; null without any. */
const sumWindow = (cohorts: readonly Cohort[], window: number) => {
  const full = cohorts.flatMap(({ size, active }) => {
    const count = active[window] ?? null;
    return count === null || size === 0 ? [] : [{ active: count, of: size }];
  });
  if (full.length === 0) return null;
  return full.reduce((sum, one) => ({ active: sum.active + one.active, of: sum.of + one.of }));
};
