import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const nameOf = (column: string) => sql`(SELECT trim(u.first_name || ' ' || u.last_name) FROM app_user AS u
  WHERE u.id = ${sql.ref(column)})`;

/** The author of a decision in words: the user's name, after that of the impersonating administrator. Null if there is none. */
export const reviewerName = (user: string, impersonator: string): RawBuilder<string | null> =>
  sql`coalesce(${nameOf(impersonator)} || ' as ', '') || ${nameOf(user)}`;
