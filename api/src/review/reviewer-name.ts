import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const nameOf = (column: string) => sql`(SELECT trim(u.first_name || ' ' || u.last_name) FROM app_user AS u
  WHERE u.id = ${sql.ref(column)})`;

/** Who decided, in words: the user's name, behind that of the administrator who acted as them. Null for nobody. */
export const reviewerName = (user: string, impersonator: string): RawBuilder<string | null> =>
  sql`coalesce(${nameOf(impersonator)} || ' as ', '') || ${nameOf(user)}`;
