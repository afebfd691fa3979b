import { accountFields, mayDo, newAccountSettings, rolesOffered, rolesToCreate } from '@readerlens/contract';
import type {
  AccountAction,
  AccountChange,
  AccountField,
  AccountHolder,
  NewAccount,
  Role,
} from '@readerlens/contract';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { Transaction } from 'kysely';
import { readAreaClaims } from '../../people/area-claims.ts';
import { shownAddress } from '../../people/blinding/written-texts.ts';
import { revokeLinks } from '../../people/link-tokens.ts';
import { createPasswordLinks } from '../../people/password-links.ts';
import { formatFullName } from '../../people/person-name.ts';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { UserRow } from '../../people/tables.ts';
import { conflict, forbidden, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import {
  insertAccount,
  lockAccount,
  lockSystemAdmins,
  markDeleted,
  updateAccount,
} from '../../people/accounts/account.store.ts';
import type { StoredAccount } from '../../people/accounts/account.store.ts';
import { changedValues, differingFields } from '../../people/accounts/account-values.ts';
import type { AccountValues } from '../../people/accounts/account-values.ts';
import { checkedAccount, pickValues, refuseProblems } from '../../people/accounts/checked-account.ts';
import type { CheckedAccount, KnownValues } from '../../people/accounts/checked-account.ts';
import { isRegistered } from '../../people/registered.ts';

type Trx = Transaction<Schema>;

export type InviteUser = (
  trx: Transaction<Schema>,
  user: UserRow,
  options: { readonly sendsMail: boolean },
) => Promise<string>;

/** The transaction of a caller who makes more than one change. */
export interface OpenTransaction {
  readonly trx: Trx;
  /** Read before it began: on the embedded engine, nothing else can be read until it ends. */
  readonly fields: FieldCatalogue;
  /** What caused the change, for the audit log. */
  readonly cause: Readonly<Record<string, unknown>>;
}

export interface CreateOptions {
  /** Mail the link to register to the caller instead of the user. */
  readonly linkToCaller: boolean;
  /**
   * Invites the new user instead of the mail about the account, in the transaction that creates it; with `linkToCaller`,
   * without a mail of its own. Returns the path to open after the registration.
   */
  readonly invite?: InviteUser;
  /** Take everything back at the end. */
  readonly dryRun?: boolean;
  readonly within?: OpenTransaction;
}

/**
 * Creates, changes and deletes accounts. All methods audit what they change, with both identities while impersonating, and
 * throw 429 if the mail that they cause is over its limit.
 */
export interface AccountChanges {
  /** @throws AppError 400 for invalid values or a role that is not offered, 409 for an address that is taken */
  create(session: Session, account: NewAccount, options: CreateOptions): Promise<UserRow>;
  /**
   * @throws AppError 400 for invalid values, 403 for a field that the caller may not change, 404 for an account that they
   * do not see, 409 if it has changed since the given version, for a taken address, or for the last SystemAdmin
   */
  change(session: Session, id: string, change: AccountChange, within?: OpenTransaction): Promise<UserRow>;
  remove(session: Session, id: string): Promise<void>;
  /** Mails a new link to register; former ones end. Throws 409 if the user has registered. */
  resendRegistration(session: Session, id: string): Promise<UserRow>;
}

const noSuchUser = () => noSuchThing('user');

const refuseRole = (role: Role, offered: readonly Role[]) => {
  if (!offered.includes(role))
    refuseProblems([{ path: 'role', message: `You cannot give the role ${role}.` }]);
};

const refuseForbidden = (actor: AccountHolder, target: AccountHolder, fields: readonly AccountField[]) => {
  for (const field of fields) {
    if (!mayDo(accountFields[field], actor, target)) throw forbidden();
  }
};

/** Fields that give no rights: their change ends no session. */
const harmless: readonly AccountField[] = ['firstName', 'lastName'];

/** What an account has beyond an empty one. */
const withoutDefaults = (values: AccountValues) =>
  pickValues(values, [
    'role',
    ...differingFields(values, { ...newAccountSettings, firstName: '', lastName: '', email: '' }),
  ]);

const findActor = ({ user, impersonator }: Session) =>
  impersonator
    ? { name: impersonator.name, email: impersonator.email }
    : { name: formatFullName(user), email: user.email };

export const createAccountChanges = (services: Services): AccountChanges => {
  const { db, audit, catalogue } = services;
  const links = createPasswordLinks(services);

  /** Without claims in the request, an unreadable registry does not matter. */
  const readKnown = async (
    { areaClaims = [] }: Pick<AccountChange, 'areaClaims'>,
    within: OpenTransaction | undefined,
  ): Promise<KnownValues> => {
    const areas = areaClaims.length > 0 ? await readAreaClaims(services) : [];
    return {
      fields: within?.fields ?? (await catalogue()),
      declaredClaims: new Set(areas.flatMap(({ claims }) => claims.map(({ claim }) => claim))),
    };
  };

  const inTransaction = async <T>(
    { dryRun = false, within }: Pick<CreateOptions, 'dryRun' | 'within'>,
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> => {
    if (within) return work(within.trx);
    if (!dryRun) return db.transaction(work);
    const takenBack = new Error('Take back a dry run.');
    let results: T[] = [];
    const run = db.transaction(async (trx) => {
      results = [await work(trx)];
      throw takenBack;
    });
    await run.catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
    const [result] = results as [T];
    return result;
  };

  /** Runs work on the locked account. Throws 404 if the caller does not see it, and 403 if they may not do the action. */
  const onAccount = <T>(
    session: Session,
    idText: string,
    action: AccountAction,
    work: (trx: Trx, account: StoredAccount, systemAdmins: readonly number[]) => Promise<T>,
    within?: OpenTransaction,
  ): Promise<T> => {
    const id = parseId(idText);
    if (id === undefined) throw noSuchUser();
    return inTransaction(within ? { within } : {}, async (trx) => {
      const systemAdmins = await lockSystemAdmins(trx);
      const account = await lockAccount(trx, id);
      if (!account || !mayDo('view', session.user, account.user)) throw noSuchUser();
      if (!mayDo(action, session.user, account.user)) throw forbidden();
      return work(trx, account, systemAdmins);
    });
  };

  const keepLastSystemAdmin = (user: UserRow, systemAdmins: readonly number[]) => {
    if (systemAdmins.includes(user.id) && systemAdmins.length === 1)
      throw conflict('The last system administrator can neither be deleted nor get another role.');
  };

  const storeChange = async (
    session: Session,
    trx: Trx,
    { user, values: before }: StoredAccount,
    { values, changed }: CheckedAccount,
    cause: OpenTransaction['cause'],
  ) => {
    const endsSessions = changed.some((field) => !harmless.includes(field));
    const stored = await updateAccount(trx, user.id, values, endsSessions);
    // Neither a link that went to the former address nor who is known by it may open the account.
    if (changed.includes('email')) {
      await trx.deleteFrom('user_identity').where('user_id', '=', user.id).execute();
      await revokeLinks(trx, user.id);
      if (!isRegistered(user)) await links.inviteToRegister(stored, trx, { sender: findActorId(session) });
    }
    await audit.record(
      {
        action: 'user.update',
        ...auditedIdentities(session),
        accountId: user.id,
        detail: { ...cause, before: pickValues(before, changed), after: pickValues(values, changed) },
      },
      trx,
    );
    return stored;
  };

  return {
    async create(session, account, { linkToCaller, invite, ...options }) {
      const requested = { ...newAccountSettings, ...account };
      refuseRole(requested.role, rolesToCreate(session.user));
      const target = { id: '', role: requested.role };
      const granted = (Object.keys(newAccountSettings) as (keyof typeof newAccountSettings)[]).filter(
        (field) => JSON.stringify(requested[field]) !== JSON.stringify(newAccountSettings[field]),
      );
      refuseForbidden(
        session.user,
        target,
        granted.filter((field) => field !== 'role'),
      );
      const known = await readKnown(requested, options.within);
      const wanted = changedValues(requested, requested, known.fields);
      return inTransaction(options, async (trx) => {
        const { values } = await checkedAccount(trx, undefined, wanted, known);
        const user = await insertAccount(trx, values);
        const redirect = await invite?.(trx, user, { sendsMail: !linkToCaller });
        if (redirect === undefined || linkToCaller)
          await links.inviteToRegister(user, trx, {
            sender: findActorId(session),
            ...(linkToCaller ? { forwardedBy: findActor(session) } : {}),
            ...(redirect === undefined ? {} : { redirect }),
          });
        await audit.record(
          {
            action: 'user.create',
            ...auditedIdentities(session),
            accountId: user.id,
            detail: {
              ...options.within?.cause,
              after: withoutDefaults(values),
              ...(linkToCaller ? { linkTo: findActor(session).email } : {}),
            },
          },
          trx,
        );
        return user;
      });
    },

    async change(session, id, { version, ...sent }, within) {
      const known = await readKnown(sent, within);
      const store = async (trx: Trx, account: StoredAccount, systemAdmins: readonly number[]) => {
        const { user, values: before } = account;
        // What was shown and comes back stays as it was.
        const isUnchanged = sent.email === shownAddress(before.email, session);
        const change = isUnchanged ? { ...sent, email: before.email } : sent;
        const requested = differingFields(before, { ...before, ...change });
        refuseForbidden(session.user, user, requested);
        if (version !== undefined && version !== user.version) {
          throw conflict('Someone else has changed this account since you opened it.');
        }
        const wanted = changedValues(before, change, known.fields);
        if (wanted.role !== before.role) {
          refuseRole(wanted.role, rolesOffered(session.user, user));
          keepLastSystemAdmin(user, systemAdmins);
        }
        const result = await checkedAccount(trx, before, wanted, known);
        if (result.changed.length === 0) return user;
        return storeChange(session, trx, account, result, within?.cause ?? {});
      };
      return onAccount(session, id, 'view', store, within);
    },

    remove: (session, id) =>
      onAccount(session, id, 'delete', async (trx, { user, values }, systemAdmins) => {
        keepLastSystemAdmin(user, systemAdmins);
        await markDeleted(trx, user.id);
        await revokeLinks(trx, user.id);
        await audit.record(
          {
            action: 'user.delete',
            ...auditedIdentities(session),
            accountId: user.id,
            detail: { before: withoutDefaults(values) },
          },
          trx,
        );
      }),

    resendRegistration: (session, id) =>
      onAccount(session, id, 'resendRegistration', async (trx, { user }) => {
        if (isRegistered(user)) throw conflict('This user has registered already.');
        await revokeLinks(trx, user.id);
        await links.inviteToRegister(user, trx, { sender: findActorId(session) });
        await audit.record(
          { action: 'user.resend-registration', ...auditedIdentities(session), accountId: user.id },
          trx,
        );
        return user;
      }),
  };
};
