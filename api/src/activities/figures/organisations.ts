// Organizations by their activities: always the organization of the reader at the time of the activity.
import type { DashboardCall } from '@readerlens/contract';
import { maxOrgRows } from '@readerlens/contract/most-active';
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
import { compareWith, direction, parseRankOrder } from './rank-order.ts';
import type { Place, RankOrder } from './rank-order.ts';

type Expression = RawBuilder<unknown>;
type Rows = Pick<Selected, 'kysely' | 'selection'>;

/** `rank` is by engagements, then by readers and id. */
interface OrganisationRank extends Place, StoredOrganisation {
  readonly id: number;
  readonly readers: number;
}

/** Grouped twice instead of COUNT(DISTINCT), as in `counts.ts`. */
const ranked = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS readers,
    row_number() OVER (ORDER BY sum(n) DESC, count(*) DESC, id) AS rank
  FROM (SELECT e.organisation_id AS id, e.reader_id, count(*) AS n FROM engagement AS e
    WHERE ${where} AND e.organisation_id IS NOT NULL GROUP BY 1, 2) AS pair
  GROUP BY id`;

const nameSql = organisationNameSql('o', sql`ranked.id`);

const orderSql = (order: RankOrder<OrgSortField>): Expression => {
  if (order.field === 'activitiesCount')
    return order.descending ? sql`ranked.rank` : sql`ranked.engagements, ranked.rank`;
  const name = order.blinded
    ? pseudonymNumber(sql`ranked.id`, numberings.organisation)
    : sql`fold_text(${nameSql})`;
  const by = order.field === 'orgName' ? name : sql`ranked.readers`;
  return sql`${by} ${direction(order)} NULLS LAST, ranked.rank`;
};

/** The first organizations in order; `limit` null for all. */
export const rankOrganisations = async (
  { kysely, selection }: Rows,
  order: RankOrder<OrgSortField>,
  limit: number | null,
): Promise<{ ranks: OrganisationRank[]; total: number }> => {
  const query = sql<OrganisationRank & { total: number }>`
    SELECT ranked.id, ranked.engagements, ranked.readers, ranked.rank, ${nameSql} AS name, o.website,
      o.org_type AS "orgTypes", count(*) OVER () AS total
    FROM (${ranked(selectionWhere(selection))}) AS ranked LEFT JOIN organisation AS o ON o.id = ranked.id
    ORDER BY ${orderSql(order)} LIMIT ${limit}::integer`;
  const ranks = await readRows(kysely, query);
  return { ranks, total: ranks[0]?.total ?? 0 };
};

/** The places of all organizations, without their names. */
const readPlaces = ({ kysely, selection }: Rows): Promise<Place[]> =>
  readRows(kysely, sql`SELECT id, engagements, rank FROM (${ranked(selectionWhere(selection))}) AS ranked`);

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

const byEngagements = { field: 'activitiesCount' } as const;

export const organisationFigures = {
  'POST /api/most-active-cos': {
    read: async (question) => {
      const { sort = byEngagements, comparePrevious = false } = question.body;
      const { kysely, selection, session } = question;
      const order = parseRankOrder<OrgSortField>(sort, session);
      const previous = { kysely, selection: { ...selection, range: previousRange(selection.range) } };
      const [{ ranks, total }, before] = await Promise.all([
        rankOrganisations(question, order, maxOrgRows),
        comparePrevious ? readPlaces(previous) : undefined,
      ]);
      const compare = compareWith(before);
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
          ...compare(row.id),
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
      const order = parseRankOrder(byEngagements, question.session);
      const [first] = (await rankOrganisations(question, order, 1)).ranks;
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
