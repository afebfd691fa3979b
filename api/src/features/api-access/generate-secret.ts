import { mayDo } from '@readerlens/contract';
import { sql } from 'kysely';
import { apiSecretHash, newApiSecret } from '../../people/api-secrets.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { conflict, forbidden, noSuchThing } from '../../platform/http/errors.ts';

/**
 * Replaces the API secret of a user and returns the new one, which is not stored.
 * @throws AppError 403 while impersonating and for a user whose secret the caller may not generate, 404 for a user whom
 * the caller does not see, 409 without API access
 */
export const generateSecret = async (
  { db, audit }: Pick<Services, 'db' | 'audit'>,
  { user: actor, impersonator }: Session,
  apiClientId: string,
): Promise<string> => {
  if (impersonator) throw forbidden('You cannot generate an API secret while you act as another user.');
  return db.transaction(async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .select(['id', 'role', 'enable_api_access'])
      .where('api_client_id', '=', apiClientId)
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user || !mayDo('view', actor, user)) throw noSuchThing('API client');
    if (!mayDo('generateSecret', actor, user)) throw forbidden();
    if (!user.enable_api_access) throw conflict('API access is not enabled for this user.');
    const secret = newApiSecret();
    await trx
      .updateTable('app_user')
      .set({ api_secret_hash: apiSecretHash(secret), api_secret_created_at: sql<Date>`now()` })
      .where('id', '=', user.id)
      .execute();
    await audit.record({ action: 'secret.generate', actorId: actor.id, accountId: user.id }, trx);
    return secret;
  });
};
