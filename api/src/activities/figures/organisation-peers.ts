// One organization among all that were active with the same clients: its place, and those that read the same.
import type { DashboardCall } from '@readerlens/contract';
import { companySizes } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PackedRows } from '../packed/packed-rows.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { countedTable } from './counted-table.ts';
import { readRows } from './figure.ts';
import type { FigureRequest, Figures, Selected } from './figure.ts';
import { countOrganisations, ranked } from './organisation-ranking.ts';
import { organisationView, seesTypes, typesSql } from './organisation-view.ts';

type Expression = RawBuilder<unknown>;

/** The organization of a request among all organizations, with which it is compared. */
const amongAll = ({ selection }: Pick<Selected, 'selection'>): { id: number; all: EngagementSelection } => {
  const { organisationIds: [id = 0] = [], ...all } = selection;
  return { id, all };
};

const findAll = (question: Pick<Selected, 'selection'>) => amongAll(question).all;

/** The place of an organization among all, with a null type, and among those of each of its types. */
const rankAmongTypes = async (selected: Selected) => {
  const { id, all } = amongAll(selected);
  const counted = await countOrganisations({ ...selected, selection: all });
  const query = sql<{ type: string | null; rank: number; size: number }>`
    WITH ranked AS MATERIALIZED (${ranked(counted)}),
      own AS (SELECT id, rank FROM ranked WHERE id = ${id}::integer)
    SELECT NULL AS type, own.rank AS rank, (SELECT count(*) FROM ranked) AS size FROM own
    UNION ALL
    SELECT types.type, count(*) FILTER (WHERE ranked.rank <= own.rank) AS rank, count(*) AS size
    FROM own JOIN organisation AS o ON o.id = own.id CROSS JOIN LATERAL ${typesSql}
      JOIN organisation AS same ON same.org_type @> ARRAY[types.type] JOIN ranked ON ranked.id = same.id
    GROUP BY 1`;
  const ranks = await readRows(selected.kysely, query);
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

/** Rows ("ownDocuments", id, engagements, documents, shared), one without an id if nothing is shared. */
const sharedBySql = ({ id, all }: ReturnType<typeof amongAll>): Expression => sql`
  WITH pair AS MATERIALIZED (
      SELECT e.organisation_id AS id, e.document_id, count(*) AS n FROM engagement AS e
      WHERE ${selectionWhere(all)} AND e.organisation_id IS NOT NULL GROUP BY 1, 2),
    own AS MATERIALIZED (SELECT document_id FROM pair WHERE id = ${id}::integer)
  SELECT counted."ownDocuments", sharing.* FROM (SELECT count(*) AS "ownDocuments" FROM own) AS counted LEFT JOIN (
      SELECT pair.id, sum(pair.n) AS engagements, count(*) AS documents, count(own.document_id) AS shared
      FROM pair LEFT JOIN own ON own.document_id = pair.document_id WHERE pair.id <> ${id}::integer
      GROUP BY 1 HAVING count(own.document_id) > 0) AS sharing ON true`;

/** The same from shared rows. */
const sharedInRows = (rows: PackedRows, { id }: ReturnType<typeof amongAll>): Expression => {
  const { own, others } = rows.countSharedDocuments(id);
  const sharing = countedTable(others, {
    id: 'integer',
    engagements: 'integer',
    documents: 'integer',
    shared: 'integer',
  });
  return sql`SELECT counted."ownDocuments", sharing.* FROM (SELECT ${own}::integer AS "ownDocuments") AS counted
    LEFT JOIN (${sharing}) AS sharing ON true`;
};

/**
 * Organizations that share documents with one, by the cosine of both sets: neither a large organization that read
 * everything comes first, nor one with a single document.
 */
const readSimilar = async (
  selected: Selected & FigureRequest<'POST /api/reader-co-dashboard/similar-orgs'>,
  sharing: Expression,
) => {
  const { size = companySizes.similar } = selected.body;
  const query = sql<SimilarRow>`
    SELECT near.*, ${organisationNameSql('o', sql`near.id`)} AS name
    FROM (SELECT sharing.*, row_number() OVER (ORDER BY shared / sqrt(documents) DESC, shared DESC, id) AS place
        FROM (${sharing}) AS sharing ORDER BY place LIMIT ${size}::integer) AS near
      LEFT JOIN organisation AS o ON o.id = near.id
    ORDER BY near.place`;
  const rows = await readRows(selected.kysely, query);
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

export const organisationPeerFigures = {
  'POST /api/reader-co-dashboard/rank': {
    read: async (question) => ({ data: await rankAmongTypes(question) }),
    isEmpty: ({ data }) => data.rank === null,
  },
  'POST /api/reader-co-dashboard/similar-orgs': {
    read: (question) => readSimilar(question, sharedBySql(amongAll(question))),
    count: (rows, question) => readSimilar(question, sharedInRows(rows, amongAll(question))),
    counted: ['organisation_id'],
    findCounted: findAll,
    joinsOnly: true,
    isEmpty: ({ ownDocuments }) => ownDocuments === 0,
  },
} satisfies Partial<Figures<DashboardCall>>;
