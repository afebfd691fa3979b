import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ActivityKey } from './activity-key.ts';

/** `given` with the columns client_id, id and place. */
export const keysTable = (keys: readonly ActivityKey[]): RawBuilder<unknown> =>
  sql`unnest(${keys.map(({ clientId }) => clientId)}::integer[], ${keys.map(({ id }) => id)}::bigint[])
    WITH ORDINALITY AS given (client_id, id, place)`;
