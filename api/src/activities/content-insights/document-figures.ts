// Figures of each document of a selection. A document is the client's own (available) or has an engagement in the period.
import { ageCurveWeeks, silentDays } from '@readerlens/contract/marketing';
import type { ComparedPeriod, DocumentSet } from '@readerlens/contract/marketing';
import { addDays, addMonths, comparedRange, toInstants } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { availableDocuments } from '../figures/documents.ts';
import { ownDocumentsWhere, selectionWhere, undatedWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';

type Expression = RawBuilder<unknown>;

/** A fall of more than this share within three months is a decline. */
const leastFall = 0.2;
/** The month before the three, and the three. */
const comparedMonths = 4;

const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;

/** The first day of the month after the last one that is over on this day. */
const endOfFullMonths = (lastDay: string): string => {
  const next = addDays(lastDay, 1);
  return `${next.slice(0, 7)}-01`;
};

/**
 * The starts of the last four months that are over at the end of the period, and their end. With `years` 1, those of the year
 * before.
 */
const listMonthStarts = ({ to }: ResolvedRange, years = 0): string[] => {
  const end = addMonths(endOfFullMonths(to), -12 * years);
  return Array.from({ length: comparedMonths + 1 }, (_, at) =>
    startOfDay(addMonths(end, at - comparedMonths)),
  );
};

const countBetween = (from: string, before: string): Expression =>
  sql`count(*) FILTER (WHERE e.occurred_at >= ${from}::timestamptz AND e.occurred_at < ${before}::timestamptz)`;

const countMonths = (starts: readonly string[]): Expression[] =>
  starts.slice(0, -1).map((start, at) => countBetween(start, starts[at + 1] ?? start));

/**
 * Rows (id, engagements, readers, organizations, previous, last_at, declining) of the documents with any engagement before the
 * end of the period. `declining`: each of the last three months that are over has fewer engagements than the one before, the fall
 * is more than 20 %, and if there were any in the same three months last year, there were more.
 */
const documentCounts = (
  selection: EngagementSelection,
  comparedWith: ComparedPeriod = 'previous',
): Expression => {
  const { range } = selection;
  const period = toInstants(range);
  const before = toInstants(comparedRange(range, comparedWith));
  const [first, second, third, fourth] = countMonths(listMonthStarts(range));
  const lastYear = listMonthStarts(range, 1);
  const inPeriod = sql`e.occurred_at >= ${period.from}::timestamptz`;
  const untilEnd = sql<boolean>`e.occurred_at < ${period.before}::timestamptz`;
  return sql`
    SELECT id, engagements, readers, organizations, previous, last_at,
      (m1 > m2 AND m2 > m3 AND m3 > m4 AND m4 < m1 * ${1 - leastFall}::numeric
        AND (earlier = 0 OR earlier > m2 + m3 + m4)) AS declining
    FROM (
      SELECT e.document_id AS id, count(*) FILTER (WHERE ${inPeriod}) AS engagements,
        count(DISTINCT e.reader_id) FILTER (WHERE ${inPeriod}) AS readers,
        count(DISTINCT e.organisation_id) FILTER (WHERE ${inPeriod}) AS organizations,
        ${countBetween(before.from, before.before)} AS previous, max(e.occurred_at) AS last_at,
        ${first} AS m1, ${second} AS m2, ${third} AS m3, ${fourth} AS m4,
        ${countBetween(lastYear[1] ?? '', lastYear[comparedMonths] ?? '')} AS earlier
      FROM engagement AS e WHERE ${undatedWhere(selection, [untilEnd])} GROUP BY 1) AS counted`;
};

/** The client's own documents of the selection, that could have been read on all of the last 90 days. */
const mayBeSilent = ({ to }: ResolvedRange): Expression => {
  const since = addDays(to, -silentDays);
  return sql`(d.published_on IS NULL OR d.published_on <= ${since}::date)
    AND (counted.last_at IS NULL OR counted.last_at < ${startOfDay(addDays(since, 1))}::timestamptz)`;
};

/** Whether a document of the client was published in the period, and has had the whole week at the end of `today`. */
const hasHadWeek = ({ from, to }: ResolvedRange, week: number, today: string): Expression => sql`
  d.published_on BETWEEN ${from}::date AND ${to}::date AND d.published_on + ${(week + 1) * 7}::integer <= ${today}::date`;

export interface DocumentsWanted {
  readonly set: DocumentSet;
  /** For documents that were published in the period: only those that have had this week. */
  readonly week: number;
  readonly today: string;
  /** Default: the period before. */
  readonly comparedWith?: ComparedPeriod | undefined;
}

/** Rows of a set of documents: those of `documentCounts`, which are null without any engagement, with the document `d`. */
export const documentsOfSet = (
  selection: EngagementSelection,
  { set, week, today, comparedWith }: DocumentsWanted,
): Expression => {
  const counts = documentCounts(selection, comparedWith);
  const columns = sql`counted.engagements, counted.readers, counted.organizations, counted.previous, counted.last_at,
    counted.declining`;
  if (set === 'engaged' || set === 'declining') {
    const where = set === 'engaged' ? sql`counted.engagements > 0` : sql`counted.declining`;
    return sql`SELECT counted.id, ${columns} FROM (${counts}) AS counted WHERE ${where}`;
  }
  if (set === 'available')
    return sql`SELECT available.id, ${columns} FROM (${availableDocuments(selection)}) AS available
      LEFT JOIN (${counts}) AS counted ON counted.id = available.id`;
  const where = set === 'silent' ? mayBeSilent(selection.range) : hasHadWeek(selection.range, week, today);
  return sql`
    SELECT d.id, ${columns} FROM document AS d LEFT JOIN (${counts}) AS counted ON counted.id = d.id
    WHERE ${ownDocumentsWhere(selection)} AND d.is_active AND ${where}`;
};

/**
 * Rows (week, engagements, documents) of the age curve. With `onlyEngaged`, of the documents with an engagement of the selection:
 * filters do not apply to the others, which would be the same for every type or theme.
 */
export const ageCurve = (
  selection: EngagementSelection,
  today: string,
  { onlyEngaged = false }: { readonly onlyEngaged?: boolean } = {},
): Expression => {
  const until = sql<boolean>`e.occurred_at < ${startOfDay(addDays(today, 1))}::timestamptz`;
  const since = sql<boolean>`e.occurred_at >= ${startOfDay(selection.range.from)}::timestamptz`;
  const engaged = sql`AND EXISTS (
    SELECT FROM engagement AS e WHERE e.document_id = d.id AND ${undatedWhere(selection, [since, until])}
      AND (e.occurred_at AT TIME ZONE 'UTC')::date >= d.published_on)`;
  return sql`
    WITH published AS MATERIALIZED (
        SELECT d.id, d.published_on FROM document AS d
        WHERE ${ownDocumentsWhere(selection)} AND d.is_active AND ${hasHadWeek(selection.range, 0, today)}
          ${onlyEngaged ? engaged : sql``}),
      read AS MATERIALIZED (
        SELECT published.id, ((e.occurred_at AT TIME ZONE 'UTC')::date - published.published_on) / 7 AS week, count(*) AS n
        FROM engagement AS e JOIN published ON published.id = e.document_id
        WHERE ${undatedWhere(selection, [since, until])}
          AND (e.occurred_at AT TIME ZONE 'UTC')::date >= published.published_on
        GROUP BY 1, 2)
    SELECT week.week, count(published.id) AS documents, coalesce(sum(read.n), 0) AS engagements
    FROM generate_series(0, ${ageCurveWeeks - 1}::integer) AS week (week)
      LEFT JOIN published ON published.published_on + (week.week + 1) * 7 <= ${today}::date
      LEFT JOIN read ON read.id = published.id AND read.week = week.week
    GROUP BY 1 ORDER BY 1`;
};

/** Engagements by theme and stage. */
export const themeStages = (selection: EngagementSelection): Expression => sql`
  SELECT theme, e.stage, count(*) AS count FROM engagement AS e CROSS JOIN LATERAL unnest(e.topics) AS listed (theme)
  WHERE ${selectionWhere(selection)} GROUP BY 1, 2`;
