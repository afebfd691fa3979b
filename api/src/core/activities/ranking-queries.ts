// Readers and organizations by their activities. An organization is always that of the reader at the time of the activity.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrgSortField, ReaderSortField } from '@readerlens/contract/most-active';
import { numberings } from '../blinding/pseudonyms.ts';
import { pseudonymNumber } from './activity-order.ts';
import type { Condition } from './filter-sql.ts';
import type {
  OrganisationRank,
  OrganisationSummary,
  RankOrder,
  RankPage,
  ReaderRank,
  SimilarOrganisation,
  TypeCount,
  TypeRank,
} from './rank-types.ts';
import { organisationNameSql, readerNameSql } from './subject-names.ts';

type Query<Row> = RawBuilder<Row>;
type Expression = RawBuilder<unknown>;

/** Grouped twice instead of COUNT(DISTINCT), as in `engagement-queries.ts`. */
const organisations = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS readers,
    row_number() OVER (ORDER BY sum(n) DESC, count(*) DESC, id) AS rank
  FROM (SELECT e.organisation_id AS id, e.reader_id, count(*) AS n FROM engagement AS e
    WHERE ${where} AND e.organisation_id IS NOT NULL GROUP BY 1, 2) AS pair
  GROUP BY id`;

const readers = (where: Condition): Expression => sql`
  SELECT id, sum(n) AS engagements, count(*) AS documents, max(last_at) AS "lastAt",
    row_number() OVER (ORDER BY sum(n) DESC, count(*) DESC, id) AS rank
  FROM (SELECT e.reader_id AS id, e.document_id, count(*) AS n, max(e.occurred_at) AS last_at FROM engagement AS e
    WHERE ${where} GROUP BY 1, 2) AS pair
  GROUP BY id`;

const down = ({ descending }: { descending: boolean }): Expression => (descending ? sql`DESC` : sql`ASC`);

const calledOrganisation = organisationNameSql('o', sql`ranked.id`);

/** In Blinded Mode a name is sorted by its pseudonym: the order of the real ones would reveal something about them. */
const organisationName = (blinded: boolean): Expression =>
  blinded ? pseudonymNumber(sql`ranked.id`, numberings.organisation) : sql`fold_text(${calledOrganisation})`;

const organisationOrder = (order: RankOrder<OrgSortField>): Expression => {
  if (order.field === 'activitiesCount')
    return order.descending ? sql`ranked.rank` : sql`ranked.engagements, ranked.rank`;
  const by = order.field === 'orgName' ? organisationName(order.blinded) : sql`ranked.readers`;
  return sql`${by} ${down(order)} NULLS LAST, ranked.rank`;
};

/** The organizations in order; without a limit all of them. */
export const rankedOrganisations = (
  where: Condition,
  order: RankOrder<OrgSortField>,
  limit: number | null,
): Query<OrganisationRank & { total: number }> => sql`
  SELECT ranked.id, ranked.engagements, ranked.readers, ranked.rank, ${calledOrganisation} AS name, o.website, o.org_type AS "orgTypes",
    count(*) OVER () AS total
  FROM (${organisations(where)}) AS ranked LEFT JOIN organisation AS o ON o.id = ranked.id
  ORDER BY ${organisationOrder(order)} LIMIT ${limit}::integer`;

/** The figures of all organizations, without their names. */
export const organisationRanks = (
  where: Condition,
): Query<Pick<OrganisationRank, 'id' | 'engagements' | 'rank'>> =>
  sql`SELECT id, engagements, rank FROM (${organisations(where)}) AS ranked`;

/** grouping() tells the sets apart: 3 is by organization, 5 by reader, 6 by sequence. */
export const organisationSummary = (where: Condition): Query<OrganisationSummary> => sql`
  SELECT count(*) FILTER (WHERE by = 3 AND organisation_id IS NOT NULL) AS organisations,
    count(*) FILTER (WHERE by = 5) AS readers,
    coalesce(sum(n) FILTER (WHERE by = 6 AND sequence = 1), 0) AS initial,
    coalesce(sum(n) FILTER (WHERE by = 6 AND sequence <> 1), 0) AS subsequent,
    coalesce(sum(n) FILTER (WHERE by = 3 AND organisation_id IS NULL), 0) AS "withoutOrganisation"
  FROM (SELECT grouping(e.organisation_id, e.reader_id, e.sequence) AS by, e.organisation_id, e.sequence, count(*) AS n
    FROM engagement AS e WHERE ${where}
    GROUP BY GROUPING SETS ((e.organisation_id), (e.reader_id), (e.sequence))) AS counted`;

/** Types as upstream systems write them, without those that mean 'none'. */
const typesOf = (organisation: string): Expression => sql`
  (SELECT DISTINCT listed.type FROM unnest(${sql.ref(`${organisation}.org_type`)}) AS listed (type)
    WHERE listed.type NOT IN ('', '-1', 'Unclassified')) AS types`;

/** An organization with several types counts in each; `type` is null for activities without any. */
export const byOrganisationType = (where: Condition): Query<TypeCount & { total: number }> => sql`
  WITH counted AS MATERIALIZED (
    SELECT e.organisation_id AS id, count(*) AS n FROM engagement AS e WHERE ${where} GROUP BY 1)
  SELECT types.type, sum(counted.n) AS count, (SELECT sum(n) FROM counted) AS total
  FROM counted LEFT JOIN organisation AS o ON o.id = counted.id LEFT JOIN LATERAL ${typesOf('o')} ON true
  GROUP BY 1`;

/** The place of an organization among all, with a null type, and among those of each of its types. */
export const typeRanks = (where: Condition, id: number): Query<TypeRank> => sql`
  WITH ranked AS MATERIALIZED (${organisations(where)}), own AS (SELECT id, rank FROM ranked WHERE id = ${id}::integer)
  SELECT NULL AS type, own.rank AS rank, (SELECT count(*) FROM ranked) AS size FROM own
  UNION ALL
  SELECT types.type, count(*) FILTER (WHERE ranked.rank <= own.rank) AS rank, count(*) AS size
  FROM own JOIN organisation AS o ON o.id = own.id CROSS JOIN LATERAL ${typesOf('o')}
    JOIN organisation AS same ON same.org_type @> ARRAY[types.type] JOIN ranked ON ranked.id = same.id
  GROUP BY 1`;

/**
 * Organizations that share documents with one, by the cosine of both sets: neither a large organization that read
 * everything comes first, nor one with a single document. There is a row without an id if there are none.
 */
export const similarOrganisations = (
  where: Condition,
  id: number,
  size: number,
): Query<Partial<SimilarOrganisation> & { ownDocuments: number }> => sql`
  WITH pair AS MATERIALIZED (
      SELECT e.organisation_id AS id, e.document_id, count(*) AS n FROM engagement AS e
      WHERE ${where} AND e.organisation_id IS NOT NULL GROUP BY 1, 2),
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

const readerSortings: Record<ReaderSortField, Expression> = {
  totalEngagements: sql`ranked.engagements`,
  totalDocuments: sql`ranked.documents`,
  mostRecent: sql`ranked."lastAt"`,
  name: sql`fold_text(${readerNameSql('r', sql`ranked.id`)})`,
  jobTitle: sql`nullif(fold_text(r.title), '')`,
};

const readerOrder = (order: RankOrder<ReaderSortField>): Expression => {
  if (order.field === 'totalEngagements' && order.descending) return sql`ranked.rank`;
  const isHidden = order.field === 'name' && order.blinded;
  const by = isHidden ? pseudonymNumber(sql`ranked.id`, numberings.reader) : readerSortings[order.field];
  return sql`${by} ${down(order)} NULLS LAST, ranked.rank`;
};

const readerJoin = ({ field }: RankOrder<ReaderSortField>): Expression =>
  field === 'name' || field === 'jobTitle' ? sql`LEFT JOIN reader AS r ON r.id = ranked.id` : sql``;

/** A page of the readers in order. There is a row without an id if the page is empty. */
export const rankedReaders = (
  where: Condition,
  order: RankOrder<ReaderSortField>,
  { size, offset }: RankPage,
): Query<Partial<ReaderRank> & { total: number }> => sql`
  WITH ranked AS MATERIALIZED (${readers(where)})
  SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM ranked) AS counted LEFT JOIN (
    SELECT ranked.*, row_number() OVER (ORDER BY ${readerOrder(order)}) AS place
    FROM ranked ${readerJoin(order)} ORDER BY place LIMIT ${size}::integer OFFSET ${offset}::bigint) AS page ON true
  ORDER BY page.place`;

/** The figures of some readers among all. */
export const ranksOfReaders = (
  where: Condition,
  ids: readonly number[],
): Query<Pick<ReaderRank, 'id' | 'engagements' | 'rank'>> => sql`
  SELECT id, engagements, rank FROM (${readers(where)}) AS ranked WHERE id = ANY(${ids}::integer[])`;

/** The key of the latest activity of each reader; `some` limits it to readers, and to activities from a time on. */
export const latestOfReaders = (
  where: Condition,
  some?: { readonly ids: readonly number[]; readonly since: Date },
): Query<{ readerId: number; clientId: number; id: number }> => sql`
  SELECT DISTINCT ON (e.reader_id) e.reader_id AS "readerId", e.client_id AS "clientId", e.id FROM engagement AS e
  WHERE ${where} ${some ? sql`AND e.reader_id = ANY(${some.ids}::integer[]) AND e.occurred_at >= ${some.since}::timestamptz` : sql``}
  ORDER BY e.reader_id, e.occurred_at DESC, e.client_id DESC, e.id DESC`;
