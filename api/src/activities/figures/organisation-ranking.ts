// Organizations in order: always the organization of the reader at the time of the activity.
import type { EngagementScore } from '@readerlens/contract';
import type { OrgProperty, OrgSortField } from '@readerlens/contract/most-active';
import { previousRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { numberings } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';
import { pseudonymNumber } from '../activity-order.ts';
import type { Condition } from '../filter-sql.ts';
import { packInt32s } from '../packed/counted-selections.ts';
import type { Counts } from '../packed/counted-selections.ts';
import { readInt32s } from '../packed/fields.ts';
import type { CountedOrganisation } from '../packed/packed-rows.ts';
import { missingOrganisation } from '../packed/packed-statement.ts';
import { selectionWhere } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { countedTable } from './counted-table.ts';
import { readRows } from './figure.ts';
import { propertySql } from './organisation-properties.ts';
import type { StoredProperties } from './organisation-properties.ts';
import { readScores } from './organisation-scores.ts';
import type { Scores } from './organisation-scores.ts';
import type { Selected } from './figure.ts';
import type { StoredOrganisation } from './organisation-view.ts';
import { changeSql, findSort, isOfChange, trendWhere } from './rank-trends.ts';
import type { TrendChoice } from './rank-trends.ts';
import { direction, parseRankOrder } from './rank-order.ts';
import type { RankOrder, RankSort } from './rank-order.ts';

type Expression = RawBuilder<unknown>;

/** `rank` is by engagements, then by readers and id; null without any. */
export interface OrganisationRank extends StoredOrganisation, StoredProperties {
  readonly engagements: number;
  readonly readers: number;
  readonly rank: number | null;
  /** In the period before; missing without a comparison. */
  readonly previousActivities?: number;
  readonly previousRank?: number | null;
  /** Missing unless asked for; null with too few engagements. */
  readonly score?: EngagementScore | null;
}

/** Rows (id, engagements, readers) with an id that may be missing. Grouped twice instead of COUNT(DISTINCT), as in `counts.ts`. */
const countedWith = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS readers
  FROM (SELECT e.organisation_id AS id, e.reader_id, count(*) AS n FROM engagement AS e
    WHERE ${where} GROUP BY 1, 2) AS pair
  GROUP BY id`;

interface CountedOrganisations {
  /** Rows (id, engagements, readers). */
  readonly table: Expression;
  /** The engagements without an organization. */
  readonly engagementsWithout: number;
}

const hasId = (row: CountedOrganisation): row is CountedOrganisation & { readonly id: number } =>
  row.id !== null;

const tabulate = (rows: readonly CountedOrganisation[]): CountedOrganisations => ({
  table: countedTable(rows.filter(hasId), { id: 'integer', engagements: 'integer', readers: 'integer' }),
  engagementsWithout: rows.find(({ id }) => id === null)?.engagements ?? 0,
});

const organisationCounts: Counts<CountedOrganisations> = {
  select(where) {
    const organisation = sql`coalesce(counted.id, ${sql.raw(`(${missingOrganisation})`)})`;
    const fields = [organisation, sql`counted.engagements::integer`, sql`counted.readers::integer`];
    return { fields: fields.map(packInt32s), from: countedWith(where) };
  },
  unpack(fields) {
    const [ids, engagements, readers] = fields.map(readInt32s);
    const rows = Array.from(ids ?? [], (id, place) => ({
      id: id === missingOrganisation ? null : id,
      engagements: engagements?.[place] ?? 0,
      readers: readers?.[place] ?? 0,
    }));
    return tabulate(rows);
  },
  count: (rows) => tabulate(rows.countByOrganisation()),
  counted: ['organisation_id'],
};

type Counted = Pick<Selected, 'selection' | 'readCounts'>;

/** The organizations of a selection: rows (id, engagements, readers). */
export const countOrganisations = async ({ selection, readCounts }: Counted): Promise<Expression> => {
  const counted = await readCounts?.(organisationCounts, selection);
  return counted?.table ?? countedWith(sql`${selectionWhere(selection)} AND e.organisation_id IS NOT NULL`);
};

/** The engagements of each organization: rows (id, engagements), with a missing id for those without. */
export const countEngagementsByOrganisation = async ({
  selection,
  readCounts,
}: Counted): Promise<Expression> => {
  const counted = await readCounts?.(organisationCounts, selection);
  if (!counted)
    return sql`SELECT e.organisation_id AS id, count(*) AS engagements FROM engagement AS e
      WHERE ${selectionWhere(selection)} GROUP BY 1`;
  const without = counted.engagementsWithout;
  const withId = sql`SELECT id, engagements FROM (${counted.table}) AS counted`;
  return without === 0 ? withId : sql`${withId} UNION ALL SELECT NULL, ${without}::integer`;
};

export const ranked = (counted: Expression): Expression => sql`
  SELECT id, engagements, readers, row_number() OVER (ORDER BY engagements DESC, readers DESC, id) AS rank
  FROM (${counted}) AS counted`;

const nameSql = organisationNameSql('o', sql`ranked.id`);

/** The organizations of both periods. Each has a place in at least one of them. */
const rankedInBoth = (now: Expression, before: Expression): Expression => sql`
    SELECT coalesce(now.id, before.id) AS id, coalesce(now.engagements, 0) AS engagements,
      coalesce(now.readers, 0) AS readers, now.rank, coalesce(before.engagements, 0) AS "previousActivities",
      before.rank AS "previousRank"
    FROM (${ranked(now)}) AS now FULL JOIN (${ranked(before)}) AS before ON before.id = now.id`;

/** The expression of a score is NULL for organizations without one. */
const scoreSql = sql`scored.score`;

const orderSql = (order: RankOrder<OrgSortField>, places: Expression): Expression => {
  if (order.field === 'activitiesCount')
    return order.descending ? places : sql`ranked.engagements, ${places}`;
  const name = order.blinded
    ? pseudonymNumber(sql`ranked.id`, numberings.organisation)
    : sql`fold_text(${nameSql})`;
  const by = {
    orgName: name,
    uniqueReaders: sql`ranked.readers`,
    engagementsChange: changeSql,
    engagementScore: scoreSql,
  }[order.field];
  return sql`${by} ${direction(order)} NULLS LAST, ${places}`;
};

export interface OrganisationsRequest {
  /** By default engagements; for a trend the largest change first. */
  readonly sort?: RankSort<OrgSortField>;
  readonly trend?: TrendChoice;
  /** A trend and an order by the change are always compared. */
  readonly comparePrevious?: boolean;
  /** Adds scores; an order by them does so too. */
  readonly withScore?: boolean;
  /** Adds those of these that are stored with each organization. */
  readonly properties?: readonly OrgProperty[];
}

export const findOrganisationSort = (
  request: Pick<OrganisationsRequest, 'sort' | 'trend'>,
): RankSort<OrgSortField> => findSort(request, { field: 'activitiesCount' });

const comparesPeriods = (request: OrganisationsRequest): boolean =>
  request.comparePrevious === true || isOfChange(request.trend, findOrganisationSort(request));

const joinScores = (scores: Scores): Expression => {
  const rows = Array.from(scores, ([id, { total }]) => ({ id, score: total }));
  return sql`LEFT JOIN (${countedTable(rows, { id: 'integer', score: 'integer' })}) AS scored ON scored.id = ranked.id`;
};

const addScores = (
  ranks: readonly OrganisationRank[],
  scores: Scores | undefined,
): readonly OrganisationRank[] =>
  scores ? ranks.map((row) => ({ ...row, score: scores.get(row.id) ?? null })) : ranks;

/** The first organizations in order; `limit` null for all. */
export const rankOrganisations = async (
  {
    kysely,
    session,
    ...rows
  }: Counted & Pick<Selected, 'kysely'> & { readonly session: Pick<Viewer, 'blinded'> },
  request: OrganisationsRequest,
  limit: number | null,
): Promise<{ ranks: readonly OrganisationRank[]; total: number }> => {
  const { trend, properties = [] } = request;
  const order = parseRankOrder(findOrganisationSort(request), session);
  const isCompared = comparesPeriods(request);
  const earlier = { ...rows.selection, range: previousRange(rows.selection.range) };
  const isByScore = order.field === 'engagementScore';
  const [counted, before, scores] = await Promise.all([
    countOrganisations(rows),
    isCompared ? countOrganisations({ ...rows, selection: earlier }) : undefined,
    isByScore || request.withScore === true ? readScores({ kysely, ...rows }) : undefined,
  ]);
  const source = before ? rankedInBoth(counted, before) : ranked(counted);
  const places = isCompared ? sql`ranked.rank, ranked."previousRank"` : sql`ranked.rank`;
  const known = [
    sql`o.website`,
    sql`o.org_type AS "orgTypes"`,
    ...properties.flatMap((one) => (one === 'countries' ? [] : propertySql[one])),
  ];
  const query = sql<OrganisationRank & { total: number }>`
    SELECT ranked.*, ${nameSql} AS name, ${sql.join(known)}, count(*) OVER () AS total
    FROM (${source}) AS ranked LEFT JOIN organisation AS o ON o.id = ranked.id
    ${scores && isByScore ? joinScores(scores) : sql``}
    ${isCompared ? sql`WHERE ${trendWhere(trend)}` : sql``}
    ORDER BY ${orderSql(order, places)} LIMIT ${limit}::integer`;
  const ranks = await readRows(kysely, query);
  return { ranks: addScores(ranks, scores), total: ranks[0]?.total ?? 0 };
};
