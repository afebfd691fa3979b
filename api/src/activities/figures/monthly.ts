import type { DashboardCall } from '@readerlens/contract';
import { stages } from '@readerlens/contract/vocabulary';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { decodeStage } from '../codes.ts';
import type { Condition } from '../filter-sql.ts';
import type { CountedMonth } from '../packed/packed-rows.ts';
import { selectionWhere } from '../selection.ts';
import { readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [nextYear, next] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(nextYear).padStart(4, '0')}-${String(next).padStart(2, '0')}`;
};

/** 'YYYY-MM' of every month in a range, in order. */
export const listMonths = ({ from, to }: ResolvedRange): string[] => {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = monthAfter(month)) months.push(month);
  return months;
};

/** The first instants of months. */
const listStarts = (months: readonly string[]): string[] =>
  months.map((month) => `${month}-01T00:00:00.000Z`);

/** The number of the month of `engagement AS e` among months. */
const monthNumber = (months: readonly string[]) =>
  sql`width_bucket(e.occurred_at, ${listStarts(months)}::timestamptz[]) - 1`;

/** `month` is the index of the month in the range. */
type MonthCount<Row> = Row & { readonly month: number; readonly count: number };

interface Parts<Part extends string, Row> {
  readonly parts: readonly Part[];
  readonly choosePart: (row: Row) => Part;
}

interface PartsQuery<Part extends string, Row> extends Parts<Part, Row> {
  readonly query: (month: RawBuilder<unknown>, where: Condition) => RawBuilder<MonthCount<Row>>;
}

/** The counts of the parts of each month. A month without rows has an entry, too. */
const fillMonths = <Part extends string, Row>(
  months: readonly string[],
  rows: readonly MonthCount<Row>[],
  { parts, choosePart }: Parts<Part, Row>,
) => {
  const metrics = months.map((key) => ({
    key,
    value: Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>,
  }));
  for (const row of rows) {
    const metric = metrics[row.month];
    if (metric) metric.value[choosePart(row)] += row.count;
  }
  return metrics;
};

/** Counts the parts of each month of the range. */
const readMonths = async <Part extends string, Row>(
  { kysely, selection }: Selected,
  { query, ...parts }: PartsQuery<Part, Row>,
) => {
  const months = listMonths(selection.range);
  const rows = await readRows(kysely, query(monthNumber(months), selectionWhere(selection)));
  return fillMonths(months, rows, parts);
};

/** Initial activities are primary, subsequent ones secondary. */
const bySequence = {
  parts: ['primary', 'secondary'],
  choosePart: ({ sequence }: { sequence: number }) => (sequence === 1 ? 'primary' : 'secondary'),
} as const;

const countByMonth = (selected: Selected) =>
  readMonths(selected, {
    ...bySequence,
    query: (month, where) => sql`
      SELECT ${month} AS month, e.sequence, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`,
  });

const countReadersByMonth = (selected: Selected) =>
  readMonths(selected, {
    ...bySequence,
    query: (month, where) => sql`
      SELECT month, sequence, count(*) AS count
      FROM (SELECT DISTINCT ${month} AS month, e.sequence, e.reader_id FROM engagement AS e WHERE ${where}) AS pair
      GROUP BY 1, 2`,
  });

/** The same from shared rows. */
const fillSequences = (
  { selection }: Selected,
  count: (starts: readonly string[]) => readonly CountedMonth[],
) => {
  const months = listMonths(selection.range);
  return { data: fillMonths(months, count(listStarts(months)), bySequence) };
};

const countStagesByMonth = (selected: Selected) =>
  readMonths(selected, {
    parts: stages,
    choosePart: ({ stage }: { stage: number }) => decodeStage(stage),
    query: (month, where) => sql`
      SELECT ${month} AS month, e.stage, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`,
  });

const hasOnlyZeros = ({ data }: { readonly data: readonly { readonly value: object }[] }): boolean =>
  data.every(({ value }) => Object.values(value).every((count) => count === 0));

export const monthlyFigures = {
  'POST /api/client-dashboard/by-month': {
    read: async (question) => ({ data: await countByMonth(question) }),
    count: (rows, question) => fillSequences(question, rows.countByMonth),
  },
  'POST /api/client-dashboard/unique-by-month': {
    read: async (question) => ({ data: await countReadersByMonth(question) }),
    count: (rows, question) => fillSequences(question, rows.countReadersByMonth),
  },
  'POST /api/reader-co-dashboard/engagements-over-time': {
    read: async (question) => ({ data: await countByMonth(question) }),
    count: (rows, question) => fillSequences(question, rows.countByMonth),
    isEmpty: hasOnlyZeros,
  },
  'POST /api/reader-dashboard/share-by-buyersjourney': {
    read: async (question) => ({ data: await countStagesByMonth(question) }),
    isEmpty: hasOnlyZeros,
  },
} satisfies Partial<Figures<DashboardCall>>;
