import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { linkLifetimeHours } from '../deadlines.ts';
import type { Database, Schema } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import { badRequest } from '../platform/http/errors.ts';

export type LinkPurpose = 'registration' | 'password';

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

const badLink = () => badRequest('This link is not valid, or it has expired.', 'invalid_token');

/** Creates the token of a mailed link. Only its hash is stored. */
export const createLinkToken = async (
  trx: Transaction<Schema>,
  userId: number,
  purpose: LinkPurpose,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('user_token')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      expires_at: sql<Date>`now() + make_interval(hours => ${linkLifetimeHours[purpose]})`,
    })
    .execute();
  return token;
};

/** The user of a valid link. Throws 400 `invalid_token`. */
export const userOfLink = async ({ kysely }: Database, token: string): Promise<UserRow> => {
  const user = await kysely
    .selectFrom('user_token')
    .innerJoin('app_user', 'app_user.id', 'user_token.user_id')
    .selectAll('app_user')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!user) throw badLink();
  return user;
};

/** Consumes a link: of two concurrent requests, one succeeds. Throws 400 `invalid_token`. */
export const redeemLinkToken = async (
  trx: Transaction<Schema>,
  token: string,
): Promise<{ userId: number; purpose: LinkPurpose }> => {
  const used = await trx
    .updateTable('user_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'purpose'])
    .executeTakeFirst();
  if (!used) throw badLink();
  return { userId: used.user_id, purpose: used.purpose };
};

/** Revokes all other links of a user. */
export const revokeLinks = async (trx: Transaction<Schema>, userId: number): Promise<void> => {
  await trx
    .updateTable('user_token')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
};
