import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { nameOfPersonSql } from '../../people/person-name.ts';

/** The author of a decision in words: the user's name, after that of the impersonating administrator. Null if there is none. */
export const reviewerName = (user: string, impersonator: string): RawBuilder<string | null> =>
  sql`coalesce(${nameOfPersonSql(impersonator)} || ' as ', '') || ${nameOfPersonSql(user)}`;
