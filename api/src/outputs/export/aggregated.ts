import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Schema } from '../../platform/db/index.ts';

/**
 * `e`: for each reader and document of a client the initial activity if it matches, else the first that does, with the
 * number of other matches (`others`) and the date of the last one (`last_at`). `columns` are read of it.
 */
export const aggregatedActivities = (where: Condition, columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT * FROM (
    SELECT ${columns}, count(*) OVER same - 1 AS others, max(e.occurred_at) OVER same AS last_at,
      row_number() OVER (same ORDER BY e.sequence, e.occurred_at, e.id) AS place
    FROM engagement AS e WHERE ${where} WINDOW same AS (PARTITION BY e.client_id, e.reader_id, e.document_id)
  ) AS e WHERE e.place = 1) AS e`;

/** Counts the rows of `aggregatedActivities`. */
export const countAggregated = async (kysely: Kysely<Schema>, where: Condition): Promise<number> => {
  const query = sql<{ count: number }>`SELECT count(*) AS count FROM (
    SELECT FROM engagement AS e WHERE ${where} GROUP BY e.client_id, e.reader_id, e.document_id) AS e`;
  return (await query.execute(kysely)).rows[0]?.count ?? 0;
};

/** The date of the last one, in milliseconds since 1970. */
export const lastMilliseconds = sql`(extract(epoch FROM e.last_at) * 1000)::bigint`;
