import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { nameOfPersonSql } from '../../people/person-name.ts';

/** Names the author of a decision: the user, after the impersonating administrator. Null if there is none. */
export const reviewerName = (user: string, impersonator: string): RawBuilder<string | null> =>
  sql`coalesce(${nameOfPersonSql(impersonator)} || ' as ', '') || ${nameOfPersonSql(user)}`;
