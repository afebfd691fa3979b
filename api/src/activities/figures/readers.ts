import type { DashboardCall, ReaderRow } from '@readerlens/contract';
import type { ReaderSortField } from '@readerlens/contract/most-active';
import { companySizes } from '@readerlens/contract/readers';
import { previousRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '../../people/session.ts';
import { numberings } from '../../people/blinding/pseudonyms.ts';
import type { ActivityKey } from '../activity-key.ts';
import { pseudonymNumber } from '../activity-order.ts';
import { joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import { selectionWhere } from '../selection.ts';
import { readerNameSql } from '../subject-names.ts';
import { readerTextWhere } from '../text-where.ts';
import { packInt32s } from '../packed/counted-selections.ts';
import type { Counts } from '../packed/counted-selections.ts';
import { readInt32s, readInt64s } from '../packed/fields.ts';
import type { CountedReaders } from '../packed/packed-rows.ts';
import { packValues } from '../packed/packed-statement.ts';
import type { Bytes } from '../packed/packed-statement.ts';
import { countedTable } from './counted-table.ts';
import { hasNoRows, readRows } from './figure.ts';
import type { FigureRequest, Figures, Selected } from './figure.ts';
import { compareWith, direction, parseRankOrder } from './rank-order.ts';
import type { Place, RankOrder, RankSort } from './rank-order.ts';
import { changeSql, findSort, isOfChange, trendWhere } from './rank-trends.ts';
import type { TrendChoice } from './rank-trends.ts';
import { readReaderRows } from './reader-rows.ts';
import type { LatestByReader, ReaderRank } from './reader-rows.ts';

type Expression = RawBuilder<unknown>;
type Rows = Pick<Selected, 'kysely' | 'readCounts' | 'selection'>;

/** Rows (id, engagements, documents, "lastAt"). */
const countedWith = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS documents, max(last_at) AS "lastAt"
  FROM (SELECT e.reader_id AS id, e.document_id, count(*) AS n, max(e.occurred_at) AS last_at FROM engagement AS e
    WHERE ${where} GROUP BY 1, 2) AS pair
  GROUP BY id`;

/** Those with at least so many engagements. */
const tabulate = (counts: CountedReaders, least = 0): Expression => {
  const { ids, engagements, documents, lastMicros } = counts;
  const rows: Record<'id' | 'engagements' | 'documents' | 'lastMicros', number>[] = [];
  for (let place = 0; place < ids.length; place += 1)
    if ((engagements[place] as number) >= least)
      rows.push({
        id: ids[place] as number,
        engagements: engagements[place] as number,
        documents: documents[place] as number,
        lastMicros: lastMicros[place] as number,
      });
  const counted = countedTable(rows, {
    id: 'integer',
    engagements: 'integer',
    documents: 'integer',
    lastMicros: 'bigint',
  });
  return sql`SELECT id, engagements, documents,
    TIMESTAMPTZ '2000-01-01 00:00:00+00' + "lastMicros" * INTERVAL '1 microsecond' AS "lastAt" FROM (${counted}) AS counted`;
};

const noBytes: Bytes = new Uint8Array();

const readerCounts: Counts<CountedReaders> = {
  select(where) {
    const numbers = [sql`counted.id`, sql`counted.engagements::integer`, sql`counted.documents::integer`];
    const fields = [...numbers.map(packInt32s), packValues(sql`timestamptz_send(counted."lastAt")`)];
    return { fields, from: countedWith(where) };
  },
  unpack([ids = noBytes, engagements = noBytes, documents = noBytes, instants = noBytes]) {
    return {
      ids: readInt32s(ids),
      engagements: readInt32s(engagements),
      documents: readInt32s(documents),
      lastMicros: Float64Array.from(readInt64s(instants)),
    };
  },
  count: (rows) => rows.countByReader(),
  counted: ['occurred_at'],
};

interface ReaderTable {
  /** Rows (id, engagements, documents, "lastAt"). */
  readonly rows: Expression;
  /** The number of readers, if only some of them are in the table. */
  readonly total?: number;
}

/** The readers of a selection; `findLeast` tells how many engagements are enough if not all of them are needed. */
const countReaders = async (
  { selection, readCounts }: Rows,
  findLeast: (counts: CountedReaders) => number = () => 0,
): Promise<ReaderTable> => {
  const counts = await readCounts?.(readerCounts, selection);
  return counts
    ? { rows: tabulate(counts, findLeast(counts)), total: counts.ids.length }
    : { rows: countedWith(selectionWhere(selection)) };
};

/** How many engagements the reader in a place has. All with as many and more include those who are in the places before. */
const findLeastAt =
  (place: number) =>
  ({ engagements }: CountedReaders): number =>
    engagements.slice().sort()[Math.max(engagements.length - place, 0)] ?? 0;

/** How many engagements the last of these readers has: all others before them have as many or more. */
const findLeastAmong =
  (ids: readonly number[]) =>
  (counts: CountedReaders): number => {
    const given = new Set(ids);
    let least = Infinity;
    for (let place = 0; place < counts.ids.length; place += 1)
      if (given.has(counts.ids[place] as number))
        least = Math.min(least, counts.engagements[place] as number);
    return least;
  };

const ranked = (counted: Expression): Expression => sql`
  SELECT counted.*, row_number() OVER (ORDER BY engagements DESC, documents DESC, id) AS rank FROM (${counted}) AS counted`;

const sortings: Record<ReaderSortField, Expression> = {
  totalEngagements: sql`ranked.engagements`,
  totalDocuments: sql`ranked.documents`,
  mostRecent: sql`ranked."lastAt"`,
  name: sql`fold_text(${readerNameSql('r', sql`ranked.id`)})`,
  jobTitle: sql`nullif(fold_text(r.title), '')`,
  engagementsChange: changeSql,
};

/** The readers of both periods. Each has a place in at least one of them. */
const rankedInBoth = (now: Expression, before: Expression): Expression => sql`
  SELECT coalesce(now.id, before.id) AS id, coalesce(now.engagements, 0) AS engagements,
    coalesce(now.documents, 0) AS documents, coalesce(now."lastAt", before."lastAt") AS "lastAt", now.rank,
    coalesce(before.engagements, 0) AS "previousActivities", before.rank AS "previousRank"
  FROM (${ranked(now)}) AS now FULL JOIN (${ranked(before)}) AS before ON before.id = now.id`;

const isByRank = ({ field, descending }: RankOrder<ReaderSortField>): boolean =>
  field === 'totalEngagements' && descending;

const orderSql = (order: RankOrder<ReaderSortField>, places: Expression): Expression => {
  if (isByRank(order)) return places;
  const isHidden = order.field === 'name' && order.blinded;
  const by = isHidden ? pseudonymNumber(sql`ranked.id`, numberings.reader) : sortings[order.field];
  return sql`${by} ${direction(order)} NULLS LAST, ${places}`;
};

const joinSql = ({ field }: RankOrder<ReaderSortField>): Expression =>
  field === 'name' || field === 'jobTitle' ? sql`LEFT JOIN reader AS r ON r.id = ranked.id` : sql``;

interface Page {
  /** null for all. */
  readonly size: number | null;
  readonly offset: number;
}

const isRank = (row: Partial<ReaderRank> & { total: number }): row is ReaderRank & { total: number } =>
  typeof row.id === 'number';

/** What readers are listed, and in which order. */
export interface ReadersRequest {
  /** By default engagements; for a trend the largest change first. */
  readonly sort?: RankSort<ReaderSortField>;
  readonly trend?: TrendChoice;
  /** Only those whom the session sees called so. */
  readonly text?: string;
}

export const findReaderSort = (request: ReadersRequest): RankSort<ReaderSortField> =>
  findSort<ReaderSortField>(request, { field: 'totalEngagements' });

const selectBefore = <Selection extends Rows>(rows: Selection): Selection => ({
  ...rows,
  selection: { ...rows.selection, range: previousRange(rows.selection.range) },
});

const comparesPeriods = (request: ReadersRequest): boolean =>
  isOfChange(request.trend, findReaderSort(request));

/** A page of the readers in order. The statement has a row without an id if the page is empty. */
export const rankReaders = async (
  { session, ...rows }: Rows & { readonly session: Pick<Viewer, 'blinded'> },
  request: ReadersRequest,
  { size, offset }: Page,
): Promise<{ ranks: ReaderRank[]; total: number }> => {
  const order = parseRankOrder(findReaderSort(request), session);
  const isCompared = comparesPeriods(request);
  const wheres = [
    ...(isCompared ? [trendWhere(request.trend)] : []),
    ...readerTextWhere({ text: request.text, blinded: session.blinded }, sql`ranked.id`),
  ];
  const needsAll = isCompared || wheres.length > 0 || !isByRank(order) || size === null;
  const [counted, before] = await Promise.all([
    countReaders(rows, needsAll ? undefined : findLeastAt(offset + size)),
    isCompared ? countReaders(selectBefore(rows)) : undefined,
  ]);
  const all = before ? rankedInBoth(counted.rows, before.rows) : ranked(counted.rows);
  // Chosen after they are ranked, so that each has its place among all.
  const source = wheres.length > 0 ? sql`SELECT * FROM (${all}) AS ranked WHERE ${joinWithAnd(wheres)}` : all;
  const places = before ? sql`ranked.rank, ranked."previousRank"` : sql`ranked.rank`;
  const query = sql<Partial<ReaderRank> & { total: number }>`
    WITH ranked AS MATERIALIZED (${source})
    SELECT whole.total, page.* FROM (SELECT count(*) AS total FROM ranked) AS whole LEFT JOIN (
      SELECT ranked.*, row_number() OVER (ORDER BY ${orderSql(order, places)}) AS place
      FROM ranked ${joinSql(order)} ORDER BY place LIMIT ${size}::integer OFFSET ${offset}::bigint) AS page ON true
    ORDER BY page.place`;
  const found = await readRows(rows.kysely, query);
  const total = needsAll ? undefined : counted.total;
  return { ranks: found.filter(isRank), total: total ?? found[0]?.total ?? 0 };
};

/** The places of readers among all; `ids` null for all of them. */
export const readPlaces = async (rows: Rows, ids: readonly number[] | null = null): Promise<Place[]> => {
  const counted = await countReaders(rows, ids ? findLeastAmong(ids) : undefined);
  return readRows(
    rows.kysely,
    sql`SELECT id, engagements, rank FROM (${ranked(counted.rows)}) AS ranked
      ${ids ? sql`WHERE id = ANY(${ids}::integer[])` : sql``}`,
  );
};

const readLatest = async (kysely: Rows['kysely'], where: Condition): Promise<LatestByReader> => {
  const query = sql<ActivityKey & { readerId: number }>`
    SELECT DISTINCT ON (e.reader_id) e.reader_id AS "readerId", e.client_id AS "clientId", e.id FROM engagement AS e
    WHERE ${where}
    ORDER BY e.reader_id, e.occurred_at DESC, e.client_id DESC, e.id DESC`;
  const rows = await readRows(kysely, query);
  return new Map(rows.map(({ readerId, clientId, id }) => [readerId, { clientId, id }]));
};

/** The activities that listed readers are described by: those of a trend may have some in the period before only. */
const describingWhere = ({ selection }: Rows, request: ReadersRequest): Condition => {
  const { range } = selection;
  const from = comparesPeriods(request) ? previousRange(range).from : range.from;
  return selectionWhere({ ...selection, range: { ...range, from } });
};

/** The latest activity of all readers that are listed. */
export const readLatestOfAll = (rows: Rows, request: ReadersRequest): Promise<LatestByReader> =>
  readLatest(rows.kysely, describingWhere(rows, request));

/** The same for some readers. Reads no further back than needed, which for the most active readers is little. */
export const readLatestOfReaders = (
  kysely: Rows['kysely'],
  where: Condition,
  ranks: readonly Pick<ReaderRank, 'id' | 'lastAt'>[],
): Promise<LatestByReader> => {
  const since = new Date(Math.min(...ranks.map(({ lastAt }) => lastAt.getTime())));
  const ids = ranks.map(({ id }) => id);
  return readLatest(
    kysely,
    sql`${where} AND e.reader_id = ANY(${ids}::integer[]) AND e.occurred_at >= ${since}::timestamptz`,
  );
};

const readRanked = async (
  selected: Selected,
  request: ReadersRequest,
  ranks: readonly ReaderRank[],
): Promise<ReaderRow[]> => {
  if (ranks.length === 0) return [];
  const { kysely, session } = selected;
  const latest = await readLatestOfReaders(kysely, describingWhere(selected, request), ranks);
  return readReaderRows(kysely, ranks, latest, session);
};

/** The readers with most engagements. */
const readTopReaders = async (selected: Selected, size: number): Promise<ReaderRow[]> => {
  const { ranks } = await rankReaders(selected, {}, { size, offset: 0 });
  return readRanked(selected, {}, ranks);
};

const findMostActive = async (selected: Selected) => {
  const [row = null] = await readTopReaders(selected, 1);
  return { data: row };
};

type CompanyReaders = Selected & FigureRequest<'POST /api/reader-co-dashboard/most-active-readers'>;

const listOfCompany = async (question: CompanyReaders) => ({
  data: await readTopReaders(question, question.body.size ?? companySizes.readers),
});

const listRanked = async (question: Selected & FigureRequest<'POST /api/most-active-readers'>) => {
  const { page = 1, size = 10, ...request } = question.body;
  const { ranks, total } = await rankReaders(question, request, { size, offset: (page - 1) * size });
  const isCompared = request.comparePrevious === true || comparesPeriods(request);
  const [rows, places] = await Promise.all([
    readRanked(question, request, ranks),
    isCompared
      ? readPlaces(
          selectBefore(question),
          ranks.map(({ id }) => id),
        )
      : undefined,
  ]);
  const compare = compareWith(places);
  const data = rows.map((row) => ({ ...row, ...compare(Number(row.readerId)) }));
  return { data, total, page, pageSize: size };
};

export const readerFigures = {
  'POST /api/most-active-readers': { read: listRanked },
  'POST /api/reader-dashboard/most-active-reader': { read: findMostActive },
  'POST /api/reader-co-dashboard/most-active-readers': { read: listOfCompany, isEmpty: hasNoRows },
} satisfies Partial<Figures<DashboardCall>>;
