import { sql } from 'kysely';
import { maySeeValue } from '@readerlens/filters/model';
import type { Database, NamedRow } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Viewer } from '../../people/session.ts';

interface TagFilter {
  /** Only tags of these clients. */
  readonly clientIds?: readonly number[];
  readonly ids?: readonly number[];
}

interface TagRow extends NamedRow {
  readonly clientName: string;
  /** Another client visible to the viewer has a tag whose name looks like this. */
  readonly isAmbiguous: boolean;
}

const matchesAny = (column: string, ids: readonly number[] | undefined) =>
  ids === undefined ? sql`true` : sql`${sql.ref(column)} = ANY(${ids}::integer[])`;

const isVisible = (column: string, { clientIds }: DataScope) =>
  matchesAny(column, clientIds === 'all' ? undefined : clientIds);

/** Analysts may enter any text as a tag, including names. */
const pseudonym = (id: number): string => `Tag ${id}`;

/**
 * Analyst tags of clients that the viewer may see, by name, none for a viewer who may not see tags; includes the client's name where several tags share a name.
 * Blinded viewers get pseudonyms.
 */
export const analystTags = async (
  { kysely }: Database,
  { clientIds, ids }: TagFilter,
  { scope, blinded }: Viewer,
): Promise<NamedRow[]> => {
  if (!maySeeValue('analystTags', scope.searchFields)) return [];
  const query = sql<TagRow>`
    SELECT t.id, t.name, c.name AS "clientName", EXISTS (
      SELECT FROM analyst_tag AS o
      WHERE match_text(o.name) = match_text(t.name) AND o.client_id <> t.client_id AND ${isVisible('o.client_id', scope)}) AS "isAmbiguous"
    FROM analyst_tag AS t JOIN client AS c ON c.id = t.client_id
    WHERE ${isVisible('t.client_id', scope)} AND ${matchesAny('t.client_id', clientIds)} AND ${matchesAny('t.id', ids)}
    ORDER BY fold_text(t.name), t.id`;
  const { rows } = await query.execute(kysely);
  if (blinded) return rows.map(({ id }) => ({ id, name: pseudonym(id) })).sort((a, b) => a.id - b.id);
  return rows.map(({ id, name, clientName, isAmbiguous }) => ({
    id,
    name: isAmbiguous ? `${name} (${clientName})` : name,
  }));
};
