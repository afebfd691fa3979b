import type { RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import * as queries from './engagement-queries.ts';
import type { EngagementStore } from './engagement-store.ts';
import { ownDocumentsWhere, selectionWhere } from './selection.ts';

/** Counts in the database with index-only scans of the covering index. */
export const createPostgresEngagementStore = ({ kysely }: Pick<Database, 'kysely'>): EngagementStore => {
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(kysely)).rows;
  const singleRow = async <Row>(query: RawBuilder<Row>): Promise<Row> => {
    const [row] = await rows(query);
    if (!row) throw new Error('An aggregate query returned no row.');
    return row;
  };
  return {
    stats: (selection) => singleRow(queries.stats(selectionWhere(selection))),
    byMonth: (selection, months) => rows(queries.byMonth(selectionWhere(selection), months)),
    readersByMonth: (selection, months) => rows(queries.readersByMonth(selectionWhere(selection), months)),
    stagesByMonth: (selection, months) => rows(queries.stagesByMonth(selectionWhere(selection), months)),
    byColumn: (selection, column) => rows(queries.byColumn(selectionWhere(selection), column)),
    readersByColumn: (selection, column) => rows(queries.readersByColumn(selectionWhere(selection), column)),
    topDocuments: (selection, by, size) => rows(queries.topDocuments(selectionWhere(selection), by, size)),
    engagedDocuments: async (selection) =>
      (await singleRow(queries.engagedDocuments(selectionWhere(selection)))).count,
    documentsBy: (selection, attribute) => rows(queries.documentsBy(selectionWhere(selection), attribute)),
    documentsByStageAndAge: (selection) =>
      rows(queries.documentsByStageAndAge(selectionWhere(selection), selection.range.to)),
    availableDocuments: async (selection) => {
      const query = queries.availableDocuments(ownDocumentsWhere(selection), selectionWhere(selection));
      return (await singleRow(query)).count;
    },
  };
};
