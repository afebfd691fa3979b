import { sql } from 'kysely';
import { isStaff, visibleRoles } from '@readerlens/contract';
import type { Role } from '@readerlens/contract';
import { sqlLikePattern } from '@readerlens/filters/model';
import type { Database } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import { searchedAddressSql } from './blinding/written-texts.ts';
import type { Session } from './session.ts';

export interface UserSearch {
  /** Beginning of an e-mail, a name or a last name; '' for any. */
  readonly text: string;
  /** Only users of any of these clients. */
  readonly clientIds?: readonly number[];
  /** Only these users. */
  readonly ids?: readonly number[];
  readonly page: number;
  readonly size: number;
}

/** Clients only find each other, and only those with whom they share a client. */
const findable = ({ user, scope }: Session): { roles: readonly Role[]; clientIds?: readonly number[] } => {
  if (isStaff(user.role) || scope.clientIds === 'all') return { roles: visibleRoles(user) };
  return { roles: ['Client', 'Premium'], clientIds: scope.clientIds };
};

const hasAnyClient = (ids: readonly number[]) =>
  sql<boolean>`EXISTS (SELECT FROM user_client AS c WHERE c.user_id = app_user.id AND c.client_id = ANY(${ids}::integer[]))`;

/** The active users whom a person may find, by name. */
export const findUsers = (
  { kysely }: Pick<Database, 'kysely'>,
  { text, clientIds, ids, page, size }: UserSearch,
  session: Session,
): Promise<UserRow[]> => {
  const { roles, clientIds: shared } = findable(session);
  const pattern = `${sqlLikePattern('Equals', text)}%`;
  const named = [searchedAddressSql('email', session), sql`last_name`, sql`first_name || ' ' || last_name`];
  const limits = [clientIds, shared].filter((each) => each !== undefined);
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where('is_active', '=', true)
    .where('role', 'in', roles)
    .where((where) =>
      where.or(named.map((column) => where(sql<string>`fold_text(${column})`, 'like', pattern))),
    )
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`ANY(${ids}::integer[])`))
    .where((where) => where.and(limits.map(hasAnyClient)))
    .orderBy(sql`fold_text(first_name)`)
    .orderBy(sql`fold_text(last_name)`)
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
};
