// The documents that brought readers of an organization, and what these readers engaged with next.
import type { DashboardCall, FirstContent } from '@readerlens/contract';
import { companySizes } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import { selectionWhere } from '../selection.ts';
import { documentNameSql } from '../subject-names.ts';
import { readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

interface FirstRow {
  readonly id: number;
  readonly title: string;
  readonly readers: number;
  readonly onlyThis: number;
  readonly nextId: number | null;
  readonly nextTitle: string | null;
  readonly nextReaders: number | null;
  /** Of all documents. */
  readonly documents: number;
  readonly allReaders: number;
}

/**
 * Each reader has the documents of the selection in the order in which they first engaged with them; of two at the same time, the
 * one that was stored first.
 */
const readFirst = async (
  { kysely, selection, session: { blinded } }: Selected,
  size: number,
): Promise<FirstContent> => {
  const query = sql<FirstRow>`
    WITH touched AS (
      SELECT e.reader_id, e.document_id, min(e.occurred_at) AS at, min(e.id) AS id FROM engagement AS e
      WHERE ${selectionWhere(selection)} GROUP BY 1, 2),
    step AS (
      SELECT reader_id, document_id, row_number() OVER in_order AS place,
        lead(document_id) OVER in_order AS next_id
      FROM touched WINDOW in_order AS (PARTITION BY reader_id ORDER BY at, id)),
    pair AS (SELECT document_id AS id, next_id, count(*) AS readers FROM step WHERE place = 1 GROUP BY 1, 2),
    first AS (
      SELECT id, sum(readers)::integer AS readers,
        coalesce(sum(readers) FILTER (WHERE next_id IS NULL), 0)::integer AS only_this,
        (array_agg(next_id ORDER BY readers DESC, next_id) FILTER (WHERE next_id IS NOT NULL))[1] AS next_id,
        max(readers) FILTER (WHERE next_id IS NOT NULL)::integer AS next_readers
      FROM pair GROUP BY 1),
    top AS (
      SELECT *, count(*) OVER ()::integer AS documents, (sum(readers) OVER ())::integer AS all_readers
      FROM first ORDER BY readers DESC, id LIMIT ${size}::integer)
    SELECT top.id, ${documentNameSql('d', { id: sql`top.id`, blinded })} AS title, top.readers,
      top.only_this AS "onlyThis", top.next_id AS "nextId",
      CASE WHEN top.next_id IS NOT NULL THEN ${documentNameSql('n', { id: sql`top.next_id`, blinded })} END AS "nextTitle",
      top.next_readers AS "nextReaders", top.documents, top.all_readers AS "allReaders"
    FROM top LEFT JOIN document AS d ON d.id = top.id LEFT JOIN document AS n ON n.id = top.next_id
    ORDER BY top.readers DESC, top.id`;
  const rows = await readRows(kysely, query);
  const [whole] = rows;
  return {
    readers: whole?.allReaders ?? 0,
    allDocuments: whole?.documents ?? 0,
    documents: rows.map(({ id, title, readers, onlyThis, nextId, nextTitle, nextReaders }) => ({
      id: String(id),
      title,
      readers,
      onlyThis,
      next:
        nextId === null ? null : { id: String(nextId), title: nextTitle ?? '', readers: nextReaders ?? 0 },
    })),
  };
};

export const firstContentFigures = {
  'POST /api/reader-co-dashboard/first-content': {
    read: async (question) => ({
      data: await readFirst(question, question.body.size ?? companySizes.firstContent),
    }),
    isEmpty: ({ data }) => data.readers === 0,
  },
} satisfies Partial<Figures<DashboardCall>>;
