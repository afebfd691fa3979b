import { sql } from 'kysely';

/** The last activity of a session is written when it is older than this: not on every call. */
export const seenSince = sql<Date>`now() - interval '5 minutes'`;
