import type { CallInput, Calls, DeployToken } from '@readerlens/contract';
import { sql } from 'kysely';
import { deploySecretHash, newDeploySecret } from '../../people/api-secrets.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { forbidden, noSuchThing, unauthenticated } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';

/** The token of a request. */
export interface UsedToken {
  readonly id: number;
  readonly area: string;
  readonly name: string;
}

type NewToken = CallInput<Calls['POST /api/deploy-tokens']>['body'];

const refuseImpersonation = ({ impersonator }: Session) => {
  if (impersonator) throw forbidden('You cannot change deploy tokens while you act as another user.');
};

export const createDeployTokens = ({ db, audit }: Pick<Services, 'db' | 'audit'>) => {
  const { kysely } = db;

  const selectTokens = () =>
    kysely
      .selectFrom('area_deploy_token as token')
      .innerJoin('app_user as creator', 'creator.id', 'token.created_by')
      .select(['token.id', 'token.area', 'token.name', 'token.created_at', 'token.last_used_at'])
      .select(['token.expires_at', 'token.revoked_at'])
      .select(sql<string>`concat_ws(' ', creator.first_name, creator.last_name)`.as('created_by'));

  type Row = Awaited<ReturnType<ReturnType<typeof selectTokens>['executeTakeFirstOrThrow']>>;

  const buildToken = (row: Row): DeployToken => ({
    id: String(row.id),
    area: row.area,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  });

  const read = async (id: number): Promise<DeployToken> =>
    buildToken(await selectTokens().where('token.id', '=', id).executeTakeFirstOrThrow());

  return {
    list: async (): Promise<DeployToken[]> =>
      (await selectTokens().orderBy('token.id', 'desc').execute()).map(buildToken),

    /** Returns the secret, which is not stored. Throws 403 while impersonating. */
    async create(session: Session, { area, name, expiresInDays }: NewToken) {
      refuseImpersonation(session);
      const secret = newDeploySecret();
      const expiry =
        expiresInDays === undefined ? null : sql<Date>`now() + make_interval(days => ${expiresInDays})`;
      const id = await db.transaction(async (trx) => {
        const row = await trx
          .insertInto('area_deploy_token')
          .values({
            area,
            name: name.trim(),
            secret_hash: deploySecretHash(secret),
            created_by: session.user.id,
            expires_at: expiry,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const detail = { area, token: name.trim(), tokenId: row.id };
        await audit.record({ action: 'area.token-create', actorId: session.user.id, detail }, trx);
        return row.id;
      });
      return { token: await read(id), secret };
    },

    /** Throws 404 for an unknown token. A second time, nothing happens. */
    async revoke(session: Session, tokenId: string): Promise<DeployToken> {
      refuseImpersonation(session);
      const id = parseId(tokenId);
      if (id === undefined) throw noSuchThing('deploy token');
      await db.transaction(async (trx) => {
        const revoked = await trx
          .updateTable('area_deploy_token')
          .set({ revoked_at: sql<Date>`now()`, revoked_by: session.user.id })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning(['area', 'name'])
          .executeTakeFirst();
        if (!revoked) return;
        const detail = { area: revoked.area, token: revoked.name, tokenId: id };
        await audit.record({ action: 'area.token-revoke', actorId: session.user.id, detail }, trx);
      });
      const known = await selectTokens().where('token.id', '=', id).executeTakeFirst();
      if (!known) throw noSuchThing('deploy token');
      return buildToken(known);
    },

    /**
     * The token in an Authorization header, for an area. Throws 401 for an unknown, revoked or expired one, and 403 for one of
     * another area.
     */
    async authenticate(authorization: string | undefined, area: string): Promise<UsedToken> {
      const [, secret] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      if (secret === undefined) throw unauthenticated('Send a deploy token as bearer token.');
      const token = await kysely
        .selectFrom('area_deploy_token')
        .select(['id', 'area', 'name', 'revoked_at'])
        .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'))
        .select(sql<boolean>`last_used_at > now() - interval '1 minute'`.as('was_just_used'))
        .where('secret_hash', '=', deploySecretHash(secret))
        .executeTakeFirst();
      if (!token) throw unauthenticated('This deploy token is not valid.');
      if (token.revoked_at) throw unauthenticated('This deploy token was revoked.');
      if (token.is_expired) throw unauthenticated('This deploy token has expired.');
      if (token.area !== area)
        throw forbidden(`This deploy token is for the area '${token.area}', not for '${area}'.`);
      if (!token.was_just_used)
        await kysely
          .updateTable('area_deploy_token')
          .set({ last_used_at: sql<Date>`now()` })
          .where('id', '=', token.id)
          .execute();
      return token;
    },
  };
};
