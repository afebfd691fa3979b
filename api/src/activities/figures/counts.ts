// One lean statement per count. Distinct counts group twice instead of using COUNT(DISTINCT): hashing is faster than
// sorting, especially in the embedded engine. Names are looked up after counting, never during the scan.
import type { DashboardCall } from '@readerlens/contract';
import { sql } from 'kysely';
import { selectionWhere } from '../selection.ts';
import { countAnswer, readRow } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

export interface ActivityCounts {
  readonly engagements: number;
  readonly readers: number;
  readonly documents: number;
}

/** grouping() distinguishes the two sets: 1 is by reader, 2 by document. Each scans the rows once. */
export const countActivities = ({
  kysely,
  selection,
}: Pick<Selected, 'kysely' | 'selection'>): Promise<ActivityCounts> =>
  readRow(
    kysely,
    sql<ActivityCounts>`
      SELECT coalesce(sum(n) FILTER (WHERE by = 1), 0) AS engagements,
        count(*) FILTER (WHERE by = 1) AS readers, count(*) FILTER (WHERE by = 2) AS documents
      FROM (SELECT grouping(e.reader_id, e.document_id) AS by, count(*) AS n
        FROM engagement AS e WHERE ${selectionWhere(selection)}
        GROUP BY GROUPING SETS ((e.reader_id), (e.document_id))) AS counted`,
  );

const listCounts = ({ engagements, readers, documents }: ActivityCounts) => ({
  data: { totalLeads: engagements, uniquePeople: readers, uniqueDocs: documents },
});

const isZero = ({ total }: { readonly total: number }): boolean => total === 0;

export const countFigures = {
  'POST /api/client-dashboard/stats': {
    read: async (question) => listCounts(await countActivities(question)),
    count: (rows) =>
      listCounts({
        engagements: rows.size,
        readers: rows.countReaders(),
        documents: rows.countDocuments(),
      }),
  },
  'POST /api/reader-co-dashboard/total-engagements-count': {
    read: async (question) => countAnswer((await countActivities(question)).engagements),
    count: (rows) => countAnswer(rows.size),
    isEmpty: isZero,
  },
  'POST /api/reader-co-dashboard/total-unique-user-engagements-count': {
    read: async (question) => countAnswer((await countActivities(question)).readers),
    count: (rows) => countAnswer(rows.countReaders()),
    isEmpty: isZero,
  },
} satisfies Partial<Figures<DashboardCall>>;
