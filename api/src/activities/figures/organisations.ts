// Organizations by their activities: always the organization of the reader at the time of the activity.
import type { DashboardCall } from '@readerlens/contract';
import { maxOrgRows, orgTrendOrders } from '@readerlens/contract/most-active';
import type { OrgSortField } from '@readerlens/contract/most-active';
import { companySizes } from '@readerlens/contract/readers';
import { previousRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { numberings } from '../../people/blinding/pseudonyms.ts';
import { pseudonymNumber } from '../activity-order.ts';
import type { Condition } from '../filter-sql.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { readRow, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { organisationView, toReaderOrg, seesTypes } from './organisation-view.ts';
import type { StoredOrganisation } from './organisation-view.ts';
import { changeSql, trendWhere } from './organisation-trends.ts';
import type { TrendChoice } from './organisation-trends.ts';
import { direction, parseRankOrder } from './rank-order.ts';
import type { RankOrder, RankSort } from './rank-order.ts';

type Expression = RawBuilder<unknown>;
type Rows = Pick<Selected, 'kysely' | 'selection'>;

/** `rank` is by engagements, then by readers and id; null without any. */
export interface OrganisationRank extends StoredOrganisation {
  readonly engagements: number;
  readonly readers: number;
  readonly rank: number | null;
  /** In the period before; missing without a comparison. */
  readonly previousActivities?: number;
  readonly previousRank?: number | null;
}

/** Grouped twice instead of COUNT(DISTINCT), as in `counts.ts`. */
const ranked = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS readers,
    row_number() OVER (ORDER BY sum(n) DESC, count(*) DESC, id) AS rank
  FROM (SELECT e.organisation_id AS id, e.reader_id, count(*) AS n FROM engagement AS e
    WHERE ${where} AND e.organisation_id IS NOT NULL GROUP BY 1, 2) AS pair
  GROUP BY id`;

const nameSql = organisationNameSql('o', sql`ranked.id`);

/** The organizations of both periods. Each has a place in at least one of them. */
const rankedInBoth = (selection: EngagementSelection): Expression => {
  const before = { ...selection, range: previousRange(selection.range) };
  return sql`
    SELECT coalesce(now.id, before.id) AS id, coalesce(now.engagements, 0) AS engagements,
      coalesce(now.readers, 0) AS readers, now.rank, coalesce(before.engagements, 0) AS "previousActivities",
      before.rank AS "previousRank"
    FROM (${ranked(selectionWhere(selection))}) AS now
      FULL JOIN (${ranked(selectionWhere(before))}) AS before ON before.id = now.id`;
};

const orderSql = (order: RankOrder<OrgSortField>, places: Expression): Expression => {
  if (order.field === 'activitiesCount')
    return order.descending ? places : sql`ranked.engagements, ${places}`;
  const name = order.blinded
    ? pseudonymNumber(sql`ranked.id`, numberings.organisation)
    : sql`fold_text(${nameSql})`;
  const by = { orgName: name, uniqueReaders: sql`ranked.readers`, engagementsChange: changeSql }[order.field];
  return sql`${by} ${direction(order)} NULLS LAST, ${places}`;
};

export interface OrganisationsRequest {
  /** By default engagements; for a trend the largest change first. */
  readonly sort?: RankSort<OrgSortField>;
  readonly trend?: TrendChoice;
  /** A trend and an order by the change are always compared. */
  readonly comparePrevious?: boolean;
}

const findSort = ({ sort, trend }: OrganisationsRequest): RankSort<OrgSortField> =>
  sort ??
  (trend ? { field: 'engagementsChange', order: orgTrendOrders[trend.kind] } : { field: 'activitiesCount' });

/** The first organizations in order; `limit` null for all. */
export const rankOrganisations = async (
  { kysely, selection, session }: Rows & Pick<Selected, 'session'>,
  request: OrganisationsRequest,
  limit: number | null,
): Promise<{ ranks: OrganisationRank[]; total: number }> => {
  const { trend, comparePrevious = false } = request;
  const order = parseRankOrder(findSort(request), session);
  const isCompared = comparePrevious || trend !== undefined || order.field === 'engagementsChange';
  const source = isCompared ? rankedInBoth(selection) : ranked(selectionWhere(selection));
  const places = isCompared ? sql`ranked.rank, ranked."previousRank"` : sql`ranked.rank`;
  const query = sql<OrganisationRank & { total: number }>`
    SELECT ranked.*, ${nameSql} AS name, o.website, o.org_type AS "orgTypes", count(*) OVER () AS total
    FROM (${source}) AS ranked LEFT JOIN organisation AS o ON o.id = ranked.id
    ${isCompared ? sql`WHERE ${trendWhere(trend)}` : sql``}
    ORDER BY ${orderSql(order, places)} LIMIT ${limit}::integer`;
  const ranks = await readRows(kysely, query);
  return { ranks, total: ranks[0]?.total ?? 0 };
};

/** The figures of the previous period of a row; none without a comparison. */
const listPrevious = ({ previousActivities, previousRank = null }: OrganisationRank) =>
  previousActivities === undefined
    ? {}
    : { previousRank, previousActivities, isNew: previousActivities === 0 };

interface Summary {
  readonly orgsCount: number;
  readonly usersCount: number;
  readonly initialActivitiesCount: number;
  readonly subsequentActivitiesCount: number;
  readonly activitiesWithoutOrgCount: number;
}

/** grouping() tells the sets apart: 3 is by organization, 5 by reader, 6 by sequence. */
const summarize = ({ kysely, selection }: Rows): Promise<Summary> =>
  readRow(
    kysely,
    sql`
      SELECT count(*) FILTER (WHERE by = 3 AND organisation_id IS NOT NULL) AS "orgsCount",
        count(*) FILTER (WHERE by = 5) AS "usersCount",
        coalesce(sum(n) FILTER (WHERE by = 6 AND sequence = 1), 0) AS "initialActivitiesCount",
        coalesce(sum(n) FILTER (WHERE by = 6 AND sequence <> 1), 0) AS "subsequentActivitiesCount",
        coalesce(sum(n) FILTER (WHERE by = 3 AND organisation_id IS NULL), 0) AS "activitiesWithoutOrgCount"
      FROM (SELECT grouping(e.organisation_id, e.reader_id, e.sequence) AS by, e.organisation_id, e.sequence, count(*) AS n
        FROM engagement AS e WHERE ${selectionWhere(selection)}
        GROUP BY GROUPING SETS ((e.organisation_id), (e.reader_id), (e.sequence))) AS counted`,
  );

/** Types as upstream systems write them, without those that mean 'none'. */
const typesSql = sql`
  (SELECT DISTINCT listed.type FROM unnest(o.org_type) AS listed (type)
    WHERE listed.type NOT IN ('', '-1', 'Unclassified')) AS types`;

/** An organization with several types counts in each. */
const countByType = async ({ kysely, selection }: Rows) => {
  const query = sql<{ type: string | null; count: number; total: number }>`
    WITH counted AS MATERIALIZED (
      SELECT e.organisation_id AS id, count(*) AS n FROM engagement AS e WHERE ${selectionWhere(selection)} GROUP BY 1)
    SELECT types.type, sum(counted.n) AS count, (SELECT sum(n) FROM counted) AS total
    FROM counted LEFT JOIN organisation AS o ON o.id = counted.id LEFT JOIN LATERAL ${typesSql} ON true
    GROUP BY 1`;
  const rows = await readRows(kysely, query);
  const data = rows
    .flatMap(({ type, count }) => (type === null ? [] : [{ companyType: type, activitiesCount: count }]))
    .sort((a, b) => b.activitiesCount - a.activitiesCount || a.companyType.localeCompare(b.companyType));
  const withoutType = rows.find(({ type }) => type === null)?.count ?? 0;
  return { data, total: rows[0]?.total ?? 0, withoutType };
};

/** The organization of a request among all organizations, with which it is compared. */
const amongAll = ({ kysely, selection }: Selected): Rows & { id: number } => {
  const { organisationIds: [id = 0] = [], ...others } = selection;
  return { kysely, selection: others satisfies EngagementSelection, id };
};

/** The place of an organization among all, with a null type, and among those of each of its types. */
const rankAmongTypes = async (selected: Selected) => {
  const { kysely, selection, id } = amongAll(selected);
  const query = sql<{ type: string | null; rank: number; size: number }>`
    WITH ranked AS MATERIALIZED (${ranked(selectionWhere(selection))}),
      own AS (SELECT id, rank FROM ranked WHERE id = ${id}::integer)
    SELECT NULL AS type, own.rank AS rank, (SELECT count(*) FROM ranked) AS size FROM own
    UNION ALL
    SELECT types.type, count(*) FILTER (WHERE ranked.rank <= own.rank) AS rank, count(*) AS size
    FROM own JOIN organisation AS o ON o.id = own.id CROSS JOIN LATERAL ${typesSql}
      JOIN organisation AS same ON same.org_type @> ARRAY[types.type] JOIN ranked ON ranked.id = same.id
    GROUP BY 1`;
  const ranks = await readRows(kysely, query);
  const overall = ranks.find(({ type }) => type === null);
  return {
    rank: overall?.rank ?? null,
    of: overall?.size ?? 0,
    byType: ranks.flatMap(({ type, rank, size }) =>
      type === null || !seesTypes(selected.session) ? [] : [{ companyType: type, rank, of: size }],
    ),
  };
};

interface SimilarOrganisation {
  readonly id: number;
  readonly name: string;
  readonly shared: number;
  readonly documents: number;
  readonly engagements: number;
}
type SimilarRow = Partial<SimilarOrganisation> & { readonly ownDocuments: number };

const isSimilar = (row: SimilarRow): row is SimilarRow & SimilarOrganisation => typeof row.id === 'number';

/**
 * Organizations that share documents with one, by the cosine of both sets: neither a large organization that read
 * everything comes first, nor one with a single document. The statement has a row without an id if there are none.
 */
const readSimilar = async (selected: Selected, size: number) => {
  const { kysely, selection, id } = amongAll(selected);
  const query = sql<SimilarRow>`
    WITH pair AS MATERIALIZED (
        SELECT e.organisation_id AS id, e.document_id, count(*) AS n FROM engagement AS e
        WHERE ${selectionWhere(selection)} AND e.organisation_id IS NOT NULL GROUP BY 1, 2),
      own AS MATERIALIZED (SELECT document_id FROM pair WHERE id = ${id}::integer)
    SELECT counted."ownDocuments", near.*, ${organisationNameSql('o', sql`near.id`)} AS name
    FROM (SELECT count(*) AS "ownDocuments" FROM own) AS counted LEFT JOIN (
        SELECT pair.id, count(own.document_id) AS shared, count(*) AS documents, sum(pair.n) AS engagements,
          row_number() OVER (
            ORDER BY count(own.document_id) / sqrt(count(*)) DESC, count(own.document_id) DESC, pair.id) AS place
        FROM pair LEFT JOIN own ON own.document_id = pair.document_id WHERE pair.id <> ${id}::integer
        GROUP BY 1 HAVING count(own.document_id) > 0 ORDER BY place LIMIT ${size}::integer) AS near ON true
      LEFT JOIN organisation AS o ON o.id = near.id
    ORDER BY near.place`;
  const rows = await readRows(kysely, query);
  const data = rows.filter(isSimilar).map(({ shared, documents, engagements, ...organisation }) => {
    const view = organisationView(organisation, selected.session);
    return {
      orgId: view.id,
      orgName: view.name,
      companyUrl: view.companyUrl,
      sharedDocuments: shared,
      totalDocuments: documents,
      activitiesCount: engagements,
    };
  });
  return { data, ownDocuments: rows[0]?.ownDocuments ?? 0 };
};

export const organisationFigures = {
  'POST /api/most-active-cos': {
    read: async (question) => {
      const { session, body } = question;
      const { ranks, total } = await rankOrganisations(question, body, body.size ?? maxOrgRows);
      const data = ranks.map((row) => {
        const { id, name, companyUrl, companyType } = organisationView(row, session);
        return {
          orgId: id,
          orgName: name,
          companyUrl,
          rank: row.rank,
          usersCount: row.readers,
          uniqueReaders: row.readers,
          activitiesCount: row.engagements,
          companyType,
          ...listPrevious(row),
        };
      });
      return { data, total };
    },
  },
  'POST /api/most-active-cos/summary': {
    read: async (question) => ({ data: await summarize(question) }),
  },
  'POST /api/most-active-cos/orgtypechartdata': {
    read: async (question) =>
      seesTypes(question.session) ? countByType(question) : { data: [], total: 0, withoutType: 0 },
  },
  'POST /api/reader-co-dashboard/most-active-org': {
    read: async (question) => {
      const [first] = (await rankOrganisations(question, {}, 1)).ranks;
      return { data: first ? toReaderOrg(first, question.session) : null };
    },
  },
  'POST /api/reader-co-dashboard/rank': {
    read: async (question) => ({ data: await rankAmongTypes(question) }),
    isEmpty: ({ data }) => data.rank === null,
  },
  'POST /api/reader-co-dashboard/similar-orgs': {
    read: (question) => readSimilar(question, question.body.size ?? companySizes.similar),
    isEmpty: ({ ownDocuments }) => ownDocuments === 0,
  },
} satisfies Partial<Figures<DashboardCall>>;
