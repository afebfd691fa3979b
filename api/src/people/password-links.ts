import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Config } from '../platform/config.ts';
import { passwordMail, registrationMail, registrationMailToForward } from './account-mails.ts';
import { createLinkToken, redeemLinkToken, revokeLinks, userOfLink } from './link-tokens.ts';
import { isRegistered } from './registered.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { formatFullName } from './person-name.ts';

interface Parts {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly config: Pick<Config, 'publicUrl' | 'passwordPolicy' | 'public'>;
}

interface InviteOptions {
  /** Path of the product to open after the registration. */
  readonly redirect?: string;
  /** Whose action it is; without one, the user asked for it. */
  readonly sender?: number;
  /** A colleague who gets the mail and forwards the link. */
  readonly forwardedBy?: { readonly name: string; readonly email: string };
}

export interface PasswordLinks {
  /** Mails a link to complete the registration. Returns the link. */
  inviteToRegister(user: UserRow, trx?: Transaction<Schema>, options?: InviteOptions): Promise<string>;
  /** Mails a link to set a new password, because the user or `sender` asked for it. */
  sendPasswordLink(user: UserRow, sender?: number): Promise<void>;
  /** The user of a valid link. Throws 400 `invalid_token`. */
  check(token: string): Promise<UserRow>;
  /** Sets the password and ends every session and link of the user. Throws 400. */
  setPassword(token: string, password: string): Promise<UserRow>;
}

export const createPasswordLinks = ({ db, outbox, config }: Parts): PasswordLinks => {
  const addressed = (user: UserRow, link: string) => ({
    to: user.email,
    firstName: user.first_name,
    link,
    supportEmail: config.public.support.email,
  });

  const invite = async (
    trx: Transaction<Schema>,
    user: UserRow,
    { redirect, sender, forwardedBy }: InviteOptions = {},
  ) => {
    const token = await createLinkToken(trx, user.id, 'registration');
    const search = redirect ? `?${new URLSearchParams({ redirect }).toString()}` : '';
    const link = `${config.publicUrl}/register/${token}${search}`;
    const mail = { ...addressed(user, link), signIn: config.public.signIn };
    const content = forwardedBy
      ? registrationMailToForward({
          ...mail,
          for: `${formatFullName(user)} (${user.email})`,
          to: forwardedBy,
        })
      : registrationMail(mail);
    const kind = forwardedBy ? 'registrationToForward' : 'registration';
    await outbox.queue(
      {
        ...content,
        kind: sender === undefined ? 'registrationAsked' : kind,
        sender: sender ?? null,
        clientId: null,
      },
      trx,
    );
    return link;
  };

  const store = (trx: Transaction<Schema>, userId: number, passwordHash: string) =>
    trx
      .updateTable('app_user')
      .set((set) => ({
        password_hash: passwordHash,
        registered_at: sql<Date>`coalesce(registered_at, now())`,
        token_version: set('token_version', '+', 1),
        updated_at: sql<Date>`now()`,
      }))
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .returningAll()
      .executeTakeFirst();

  return {
    inviteToRegister: (user, trx, options) =>
      trx ? invite(trx, user, options) : db.transaction((own) => invite(own, user, options)),

    sendPasswordLink: (user, sender) =>
      db.transaction(async (trx) => {
        const link = `${config.publicUrl}/set-password/${await createLinkToken(trx, user.id, 'password')}`;
        const mail = passwordMail(addressed(user, link));
        await outbox.queue({ ...mail, kind: 'password', sender: sender ?? null, clientId: null }, trx);
      }),

    check: (token) => userOfLink(db, token),

    async setPassword(token, password) {
      checkPassword(config.passwordPolicy, password);
      // Checked before hashing: a hash is too expensive for a made-up token.
      await userOfLink(db, token);
      const passwordHash = await hashPassword(password);
      return db.transaction(async (trx) => {
        const { userId, purpose } = await redeemLinkToken(trx, token);
        const current = await trx
          .selectFrom('app_user')
          .selectAll()
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        if (purpose === 'registration' && current && isRegistered(current)) {
          throw badRequest('Your registration is already complete. Please log in.', 'invalid_token');
        }
        const user = await store(trx, userId, passwordHash);
        if (!user) throw badRequest('This account is not active.', 'invalid_token');
        await revokeLinks(trx, userId);
        return user;
      });
    },
  };
};
