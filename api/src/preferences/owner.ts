import { isAtLeast } from '@readerlens/contract';
import type { UserRow } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import { idOf } from '../platform/ids.ts';
import { scopeOf } from '../platform/policy.ts';
import type { DataScope } from '../platform/policy.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';

/** The user whose settings a call is about, and what this user may see. */
export interface Owner {
  readonly user: UserRow;
  readonly scope: DataScope;
}

/**
 * Whose settings they are: one's own, or as staff anybody's.
 * @throws AppError 403 for somebody else's, and 404 for staff when there is no such user.
 */
export const ownerOf = async (
  userId: string,
  session: Session,
  { users, catalogue }: Services,
): Promise<Owner> => {
  const id = idOf(userId);
  if (id === session.user.id) return session;
  if (!isAtLeast(session.role, 'Internal')) throw forbidden();
  const record = id === undefined ? undefined : await users.find(id);
  if (!record) throw notFound('There is no such user.');
  return { user: record.user, scope: scopeOf(record.user, record.entitlements, await catalogue()) };
};
