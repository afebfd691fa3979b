import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The ids of all clients that have activities, for a condition on `client_id` beside one on the reader. The index of activities by
 * reader begins with the client: without this condition each statement reads all activities. It looks for the next id from each to
 * the next, in the index, so that no activity of a deleted client is missed.
 * Source: https://wiki.postgresql.org/wiki/Loose_indexscan
 */
export const clientsWithActivities = sql`(WITH RECURSIVE known AS (
    (SELECT min(client_id) AS id FROM engagement)
    UNION ALL SELECT (SELECT min(client_id) FROM engagement WHERE client_id > known.id) FROM known WHERE known.id IS NOT NULL)
  SELECT id FROM known WHERE id IS NOT NULL)`;

/** A row for a client `c` that has an activity of the reader. The limit keeps the planner from reading all activities for it. */
export const hasActivity = (readerId: RawBuilder<unknown>) => sql`LATERAL (
  SELECT FROM engagement AS e WHERE e.client_id = c.id AND e.reader_id = ${readerId} LIMIT 1) AS found`;
