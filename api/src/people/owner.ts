import { isStaff, mayDo } from '@readerlens/contract';
import type { UserRow } from './tables.ts';
import { forbidden, noSuchThing } from '../platform/http/errors.ts';
import { parseId } from '../platform/http/ids.ts';
import { createScope, listClaims } from './policy.ts';
import type { DataScope } from './policy.ts';
import type { FieldCatalogueSource } from './field-catalogue.ts';
import type { UserStore } from './users.store.ts';
import type { Session } from './session.ts';

interface Parts {
  readonly users: UserStore;
  readonly catalogue: FieldCatalogueSource;
}

/** The owner of the settings of a call, with their scope. */
export interface Owner {
  readonly user: UserRow;
  readonly scope: DataScope;
}

/**
 * A user, active or not, with their scope: for work without a session, such as an alert or a delivery.
 * Undefined if the user does not exist.
 */
export const scopeOfUser = async (
  userId: number,
  { users, catalogue }: Parts,
): Promise<Owner | undefined> => {
  const record = await users.find(userId);
  if (!record) return undefined;
  return { user: record.user, scope: createScope(record.user, record.entitlements, await catalogue()) };
};

/** The owner as the caller of a read, for work that answers as a call would; not in Blinded Mode. */
export const buildOwnerSession = ({ user, scope }: Owner): Session => ({
  user,
  role: user.role,
  claims: listClaims(user),
  notificationLevel: user.notification_claim_level,
  blinded: false,
  scope,
  sessionId: undefined,
});

/** As `scopeOfUser`, of several users by their ids. */
export const scopesOfUsers = async (
  userIds: readonly number[],
  { users, catalogue }: Parts,
): Promise<ReadonlyMap<number, Owner>> => {
  const [records, known] = await Promise.all([users.findAll(userIds), catalogue()]);
  return new Map(
    records.flatMap((record) =>
      record
        ? [
            [
              record.user.id,
              { user: record.user, scope: createScope(record.user, record.entitlements, known) },
            ],
          ]
        : [],
    ),
  );
};

/**
 * Resolves the owner of settings: the caller, or for staff any user whose account they may see.
 * @throws AppError 403 for another user's settings, and 404 for staff if they see no such user
 */
export const findOwner = async (userId: string, session: Session, parts: Parts): Promise<Owner> => {
  const id = parseId(userId);
  if (id === session.user.id) return session;
  if (!isStaff(session.role)) throw forbidden();
  const owner = id === undefined ? undefined : await scopeOfUser(id, parts);
  // The settings of a deleted account are gone with it.
  if (!owner?.user.is_active || !mayDo('view', session.user, owner.user)) throw noSuchThing('user');
  return owner;
};

/**
 * Resolves the owner of settings that the call changes.
 * @throws AppError as `findOwner`, and 403 for staff who may only see the account
 */
export const ownerToChange = async (userId: string, session: Session, parts: Parts): Promise<Owner> => {
  const owner = await findOwner(userId, session, parts);
  if (!mayDo('changeSearches', session.user, owner.user)) throw forbidden();
  return owner;
};
