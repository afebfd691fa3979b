import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { countedStatusCodes } from '../../../activities/codes.ts';
import { matchesAny } from '../../../activities/selection.ts';
import type { Schema } from '../../../platform/db/index.ts';

/**
 * Matches the rows of a client to readers by address: only to readers who have an activity of the client, so that an upload
 * says nothing about readers of other clients. Of several readers with an address, the first. The result follows from what
 * is stored, so the order of uploads makes no difference.
 */
export const matchReaders =
  (table: 'event_registrant' | 'newsletter_recipient' | 'webinar_registrant') =>
  (trx: Transaction<Schema>, clientId: number) =>
    sql`
      UPDATE ${sql.table(table)} AS d SET reader_id = found.reader_id
      FROM (
        SELECT row.email, (SELECT min(r.id) FROM reader AS r WHERE lower(r.email) = row.email
          AND EXISTS (SELECT FROM engagement AS e WHERE e.reader_id = r.id AND e.client_id = ${clientId}::integer
            AND ${matchesAny('e.status', countedStatusCodes, 'smallint')})) AS reader_id
        FROM (SELECT DISTINCT email FROM ${sql.table(table)}
          WHERE client_id = ${clientId}::integer AND email IS NOT NULL) AS row) AS found
      WHERE d.client_id = ${clientId}::integer AND d.email = found.email
        AND d.reader_id IS DISTINCT FROM found.reader_id`.execute(trx);
