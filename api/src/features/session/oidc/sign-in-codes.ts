import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { signInCodeSeconds } from '../../../deadlines.ts';
import type { Database, Schema } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex');

/** Creates the code for which the browser gets the session of a confirmed sign-in. Only its hash is stored. */
export const createSignInCode = async (
  trx: Transaction<Schema>,
  user: Pick<UserRow, 'id' | 'token_version'>,
  returnTo: string,
): Promise<string> => {
  const code = randomBytes(32).toString('base64url');
  await trx
    .insertInto('sign_in_code')
    .values({
      code_hash: hashCode(code),
      user_id: user.id,
      token_version: user.token_version,
      return_to: returnTo,
      expires_at: sql<Date>`now() + make_interval(secs => ${signInCodeSeconds})`,
    })
    .execute();
  return code;
};

/** Consumes a code: of two concurrent requests, one succeeds. Undefined if it is not valid. */
export const redeemSignInCode = async (
  { kysely }: Database,
  code: string,
): Promise<{ user: UserRow; returnTo: string } | undefined> => {
  const used = await kysely
    .deleteFrom('sign_in_code')
    .where('code_hash', '=', hashCode(code))
    .returning(['user_id', 'token_version', 'return_to', sql<boolean>`expires_at > now()`.as('isValid')])
    .executeTakeFirst();
  if (!used?.isValid) return undefined;
  const user = await kysely
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', used.user_id)
    .where('is_active', '=', true)
    // A change of rights since then ends the sign-in like a session.
    .where('token_version', '=', used.token_version)
    .executeTakeFirst();
  return user && { user, returnTo: used.return_to };
};
