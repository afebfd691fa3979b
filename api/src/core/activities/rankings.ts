import type { RawBuilder } from 'kysely';
import type { OrgSortField, ReaderSortField } from '@readerlens/contract/most-active';
import type { Database } from '../../platform/db/index.ts';
import type { ActivityKey } from './activity-key.ts';
import type {
  OrganisationSummary,
  RankOrder,
  RankPage,
  ReaderRank,
  TypeCount,
  TypeRank,
} from './rank-types.ts';
import * as queries from './ranking-queries.ts';
import type { EngagementSelection } from './selection.ts';
import { selectionWhere } from './selection.ts';

/** What the figures of a previous period are compared by. */
export type Figures = Pick<ReaderRank, 'engagements' | 'rank'>;

/** Rows that each repeat the total. */
const withTotal = <Row extends { readonly total: number }>(rows: readonly Row[]) => ({
  rows,
  total: rows[0]?.total ?? 0,
});

/** Whether a row of an outer join has its right side. */
const hasId = <Row extends { id: number }, More>(row: Partial<Row> & More): row is Row & More =>
  typeof row.id === 'number';

const byId = (rows: readonly (Figures & { id: number })[]): ReadonlyMap<number, Figures> =>
  new Map(rows.map(({ id, ...figures }) => [id, figures]));

export type LatestByReader = ReadonlyMap<number, ActivityKey>;

const latestByReader = (rows: readonly (ActivityKey & { readerId: number })[]): LatestByReader =>
  new Map(rows.map(({ readerId, clientId, id }) => [readerId, { clientId, id }]));

/** Ranks the readers and organizations of a selection. Counts are exact, and the same as those of `EngagementStore`. */
export const createRankings = ({ kysely }: Pick<Database, 'kysely'>) => {
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(kysely)).rows;
  return {
    /** The first organizations in order; `limit` null for all. */
    organisations: async (
      selection: EngagementSelection,
      order: RankOrder<OrgSortField>,
      limit: number | null,
    ) => withTotal(await rows(queries.rankedOrganisations(selectionWhere(selection), order, limit))),

    /** The figures of all organizations by id. */
    organisationFigures: async (selection: EngagementSelection) =>
      byId(await rows(queries.organisationRanks(selectionWhere(selection)))),

    summary: async (selection: EngagementSelection): Promise<OrganisationSummary> => {
      const [row] = await rows(queries.organisationSummary(selectionWhere(selection)));
      if (!row) throw new Error('An aggregate query returned no row.');
      return row;
    },

    byType: async (selection: EngagementSelection): Promise<{ rows: readonly TypeCount[]; total: number }> =>
      withTotal(await rows(queries.byOrganisationType(selectionWhere(selection)))),

    typeRanks: (selection: EngagementSelection, id: number): Promise<TypeRank[]> =>
      rows(queries.typeRanks(selectionWhere(selection), id)),

    /** Organizations with the same documents, and the number of documents of this one. */
    similar: async (selection: EngagementSelection, id: number, size: number) => {
      const found = await rows(queries.similarOrganisations(selectionWhere(selection), id, size));
      return { rows: found.filter(hasId), ownDocuments: found[0]?.ownDocuments ?? 0 };
    },

    readers: async (selection: EngagementSelection, order: RankOrder<ReaderSortField>, page: RankPage) => {
      const found = await rows(queries.rankedReaders(selectionWhere(selection), order, page));
      const { total } = withTotal(found);
      return { rows: found.filter(hasId), total };
    },

    /** The figures of these readers by id. */
    readerFigures: async (selection: EngagementSelection, ids: readonly number[]) =>
      byId(await rows(queries.ranksOfReaders(selectionWhere(selection), ids))),

    /** The latest activity of each reader by id. Reads no further back than needed, which for the most active is little. */
    latest: async (
      selection: EngagementSelection,
      ranks: readonly Pick<ReaderRank, 'id' | 'lastAt'>[],
    ): Promise<LatestByReader> => {
      if (ranks.length === 0) return new Map();
      const since = new Date(Math.min(...ranks.map(({ lastAt }) => lastAt.getTime())));
      const ids = ranks.map(({ id }) => id);
      return latestByReader(await rows(queries.latestOfReaders(selectionWhere(selection), { ids, since })));
    },

    /** The same for all readers of a selection at once. */
    latestOfAll: async (selection: EngagementSelection): Promise<LatestByReader> =>
      latestByReader(await rows(queries.latestOfReaders(selectionWhere(selection)))),
  };
};
export type Rankings = ReturnType<typeof createRankings>;
