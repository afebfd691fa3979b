import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The names of the clients whose ids a column has, in their order; null for null, which means all clients. */
export const nameClientsSql = (
  ids: string,
): RawBuilder<string[] | null> => sql`CASE WHEN ${sql.ref(ids)} IS NOT NULL THEN to_jsonb(ARRAY(
  SELECT c.name FROM client AS c WHERE c.id = ANY(${sql.ref(ids)}) ORDER BY c.name, c.id)) END`;
