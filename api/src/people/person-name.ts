// What people are called where something names them: as the author of a note, the owner of an alert, the reviewer of a decision.
// One expression in the database, so that lists show the text by which they are sorted.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The name of the account in the row `table` of `app_user`, or 'User 123' without one; of a deleted one 'Jane Doe (deleted)'. */
export const personNameSql = (table: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql<string>`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), 'User ' || ${of('id')})
    || CASE WHEN ${of('deleted_at')} IS NULL THEN '' ELSE ' (deleted)' END`;
};

/** The name of the account whose id is in a column such as 'alert.created_by'; null without an account. */
export const nameOfPersonSql = (column: string): RawBuilder<string | null> =>
  sql`(SELECT ${personNameSql('person')} FROM app_user AS person WHERE person.id = ${sql.ref(column)})`;

/** The first and the last name; '' without one. */
export const formatFullName = ({
  first_name,
  last_name,
}: {
  readonly first_name: string;
  readonly last_name: string;
}): string => `${first_name} ${last_name}`.trim();
