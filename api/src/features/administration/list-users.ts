import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Role, UserListRow } from '@readerlens/contract';
import { sqlLikePattern } from '@readerlens/filters/model';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { searchedAddressSql, shownAddress } from '../../people/blinding/written-texts.ts';
import { named } from '../../people/named.ts';
import { isRegistered } from '../../people/registered.ts';
import type { Session } from '../../people/session.ts';
import { visibleClients } from '../../people/visible-clients.ts';
import type { Database, NamedRow } from '../../platform/db/index.ts';

export interface UserSearch {
  /** Part of an e-mail or a name; '' for any. */
  readonly text: string;
  /** Users of any of these clients; of any or none if undefined. */
  readonly clientIds: readonly number[] | undefined;
  readonly roles: readonly Role[];
  readonly page: number;
  readonly size: number;
}

const contains = (text: string, session: Pick<Session, 'blinded'>): Condition => {
  const pattern = sqlLikePattern('Contains', text);
  return sql<SqlBool>`(fold_text(${searchedAddressSql('u.email', session)}) LIKE ${pattern} OR fold_text(u.first_name || ' ' || u.last_name) LIKE ${pattern})`;
};

const ofClients = (ids: readonly number[]): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM user_client AS c WHERE c.user_id = u.id AND c.client_id = ANY(${ids}::integer[]))`;

/** The condition on `app_user AS u`. */
const usersWhere = ({ text, clientIds, roles }: UserSearch, session: Pick<Session, 'blinded'>): Condition =>
  joinWithAnd([
    sql<SqlBool>`u.is_active AND u.role = ANY(${roles}::text[])`,
    ...(text === '' ? [] : [contains(text, session)]),
    ...(clientIds === undefined ? [] : [ofClients(clientIds)]),
  ]);

interface FoundUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly registered_at: Date | null;
  readonly clients: readonly NamedRow[];
}

const byName = sql`fold_text(u.first_name) AS by_first, fold_text(u.last_name) AS by_last`;

/** A page of the active users, by first and last name. */
export const listUsers = async (
  { kysely }: Pick<Database, 'kysely'>,
  search: UserSearch,
  session: Pick<Session, 'blinded'>,
): Promise<{ items: UserListRow[]; total: number }> => {
  const where = usersWhere(search, session);
  const found = sql<FoundUser>`
    SELECT u.id, u.first_name, u.last_name, u.email, u.role, u.registered_at,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name)
                FROM user_client AS of_user JOIN client AS c ON c.id = of_user.client_id
                WHERE of_user.user_id = u.id), '[]') AS clients
    FROM (
      SELECT u.id, ${byName} FROM app_user AS u WHERE ${where}
      ORDER BY by_first, by_last, u.id
      LIMIT ${search.size}::integer OFFSET ${(search.page - 1) * search.size}::integer) AS page
      JOIN app_user AS u USING (id)
    ORDER BY by_first, by_last, u.id`;
  const counted = sql<{ total: number }>`SELECT count(*)::integer AS total FROM app_user AS u WHERE ${where}`;
  const [
    { rows: users },
    {
      rows: [count],
    },
  ] = await Promise.all([found.execute(kysely), counted.execute(kysely)]);
  return {
    items: users.map((user) => ({
      id: String(user.id),
      firstName: user.first_name,
      lastName: user.last_name,
      email: shownAddress(user.email, session),
      role: user.role,
      isRegistered: isRegistered(user),
      companies: named(visibleClients(session, user.clients)),
    })),
    total: count?.total ?? 0,
  };
};
