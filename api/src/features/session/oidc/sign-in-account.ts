import { sql } from 'kysely';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { Transaction } from 'kysely';
import { changedValues } from '../../../people/accounts/account-values.ts';
import { lockAccount, updateAccount } from '../../../people/accounts/account.store.ts';
import type { StoredAccount } from '../../../people/accounts/account.store.ts';
import { checkedAccount, pickValues } from '../../../people/accounts/checked-account.ts';
import { revokeLinks } from '../../../people/link-tokens.ts';
import { isRegistered } from '../../../people/registered.ts';
import type { Services } from '../../../people/services.ts';
import type { GroupRole } from '../../../platform/config.ts';
import type { Schema } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { groupRole } from './group-role.ts';
import type { Identity } from './identity-provider.ts';
import { SignInRefused } from './refused.ts';
import { createSignInCode } from './sign-in-codes.ts';

type Trx = Transaction<Schema>;

const linkedUser = (trx: Trx, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  trx
    .selectFrom('user_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Of two first sign-ins at once, the second finds the link of the first. */
const link = async (trx: Trx, user: UserRow, { issuer, subject, email }: Identity) => {
  await trx
    .insertInto('user_identity')
    .values({ issuer, subject, user_id: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const linked = await linkedUser(trx, { issuer, subject });
  // The provider may give the address of a person who has left to another one.
  if (linked?.user_id !== user.id)
    throw new SignInRefused('account', { reason: 'account of another identity', email, accountId: user.id });
};

const register = async (trx: Trx, user: UserRow) => {
  await revokeLinks(trx, user.id);
  await trx
    .updateTable('app_user')
    .set({ registered_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute();
};

export const createSignIn = ({ db, users, catalogue, audit }: Services, groupRoles: readonly GroupRole[]) => {
  const findUserId = async (trx: Trx, identity: Identity): Promise<number> => {
    const linked = await linkedUser(trx, identity);
    if (linked) return linked.user_id;
    const { email } = identity;
    if (email === undefined) throw new SignInRefused('email', { reason: 'unverified e-mail' });
    const found = await users.findByEmail(email, trx);
    if (!found) throw new SignInRefused('account', { reason: 'unknown user', email });
    return found.id;
  };

  /** Changes the role as an administrator could, and ends the older sessions. */
  const applyGroups = async (
    trx: Trx,
    { user, values: before }: StoredAccount,
    { groups, email }: Identity,
    fields: FieldCatalogue,
  ): Promise<UserRow> => {
    const role = groupRole(user.role, groups, groupRoles);
    if (role === user.role) return user;
    const { values, changed } = await checkedAccount(trx, before, changedValues(before, { role }, fields), {
      fields,
      declaredClaims: new Set(),
    }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new SignInRefused('role', {
        reason: `cannot become ${role}: ${error.message}`,
        email,
        accountId: user.id,
      });
    });
    const stored = await updateAccount(trx, user.id, values, true);
    await audit.record(
      {
        action: 'user.update',
        actorId: user.id,
        accountId: user.id,
        detail: { before: pickValues(before, changed), after: pickValues(values, changed), by: 'groups' },
      },
      trx,
    );
    return stored;
  };

  const signIn = async (trx: Trx, identity: Identity, fields: FieldCatalogue): Promise<UserRow> => {
    const id = await findUserId(trx, identity);
    const account = await lockAccount(trx, id);
    const { email } = identity;
    if (!account) throw new SignInRefused('account', { reason: 'inactive user', email, accountId: id });
    const { user } = account;
    await link(trx, user, identity);
    if (!isRegistered(user)) await register(trx, user);
    const { issuer, groups } = identity;
    const current = await applyGroups(trx, account, identity, fields);
    await audit.record(
      {
        action: 'login.oidc',
        actorId: user.id,
        accountId: user.id,
        detail: {
          provider: issuer,
          ...(groups.length > 0 && groupRoles.length > 0 ? { role: current.role } : {}),
        },
      },
      trx,
    );
    return current;
  };

  /**
   * The code with which the browser gets the session. The account is linked with the identity from the first time on.
   * @throws SignInRefused
   */
  return async (identity: Identity, returnTo: string): Promise<string> => {
    const fields = await catalogue();
    return db.transaction(async (trx) =>
      createSignInCode(trx, await signIn(trx, identity, fields), returnTo),
    );
  };
};
