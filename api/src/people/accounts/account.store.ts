import type { AreaClaim } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../platform/http/errors.ts';
import { DatabaseError } from '../../platform/db/index.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { UserRow } from '../tables.ts';
import { parseIds } from '../named.ts';
import type { AccountReferences, AccountValues } from './account-values.ts';

type Trx = Transaction<Schema>;

export interface StoredAccount {
  readonly user: UserRow;
  readonly values: AccountValues;
}

const texts = (ids: readonly number[]) => ids.map(String);

const findActive = (session: Kysely<Schema>, id: number) =>
  session.selectFrom('app_user').selectAll().where('id', '=', id).where('is_active', '=', true);

const withLists = async (session: Kysely<Schema>, user: UserRow): Promise<StoredAccount> => {
  const { id } = user;
  const clients = await session
    .selectFrom('user_client')
    .select('client_id')
    .where('user_id', '=', id)
    .execute();
  const communities = await session
    .selectFrom('user_community')
    .select('community_id')
    .where('user_id', '=', id)
    .execute();
  return {
    user,
    values: {
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      role: user.role,
      companies: clients.map(({ client_id }) => String(client_id)),
      communities: communities.map(({ community_id }) => String(community_id)),
      activityFields: user.activity_fields,
      analystTags: texts(user.analyst_tags),
      notificationClaimLevel: user.notification_claim_level,
      viewNotifications: user.view_notifications,
      enableApiAccess: user.enable_api_access,
      reviewActivities: user.review_activities,
      accessMarketingPerformance: user.access_marketing_performance,
      areaClaims: user.area_claims,
    },
  };
};

/** Reads an active account. */
export const readAccount = async (
  session: Kysely<Schema>,
  id: number,
): Promise<StoredAccount | undefined> => {
  const user = await findActive(session, id).executeTakeFirst();
  return user && withLists(session, user);
};

/** Locks and reads an active account. */
export const lockAccount = async (trx: Trx, id: number): Promise<StoredAccount | undefined> => {
  const user = await findActive(trx, id).forNoKeyUpdate().executeTakeFirst();
  return user && withLists(trx, user);
};

/**
 * Locks the active system administrators, so that two requests do not each remove the other one's last colleague. Taken
 * before the lock of an account, in one order, so that the requests do not wait for each other.
 */
export const lockSystemAdmins = async (trx: Trx): Promise<number[]> => {
  const rows = await trx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'SystemAdmin')
    .where('is_active', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
};

export const readReferences = async (
  session: Kysely<Schema>,
  { companies }: AccountValues,
): Promise<Omit<AccountReferences, 'catalogue' | 'areaClaims'>> => {
  const ids = parseIds(companies);
  const {
    rows: [found],
  } = await sql<{ clients: number[]; communities: number[]; tags: number[] }>`
    SELECT ARRAY(SELECT id FROM client WHERE id = ANY(${ids}::integer[])) AS clients,
      ARRAY(SELECT DISTINCT community_id FROM client_community WHERE client_id = ANY(${ids}::integer[])) AS communities,
      ARRAY(SELECT id FROM analyst_tag WHERE client_id = ANY(${ids}::integer[])) AS tags`.execute(session);
  return {
    clients: new Set(texts(found?.clients ?? [])),
    communities: new Set(texts(found?.communities ?? [])),
    tags: new Set(texts(found?.tags ?? [])),
  };
};

const toColumns = (values: AccountValues) => ({
  first_name: values.firstName,
  last_name: values.lastName,
  email: values.email,
  role: values.role,
  activity_fields: [...new Set(values.activityFields)],
  analyst_tags: [...new Set(parseIds(values.analystTags))],
  notification_claim_level: values.notificationClaimLevel,
  view_notifications: values.viewNotifications,
  enable_api_access: values.enableApiAccess,
  review_activities: values.reviewActivities,
  access_marketing_performance: values.accessMarketingPerformance,
  // Only claims that areas declare, or that the account has, are stored.
  area_claims: [...new Set(values.areaClaims as AreaClaim[])],
});

export const takenMessage = 'A user with this e-mail address already exists.';

/** The index decides whether an address is taken, because two requests may save the same one at once. */
const refusingTakenEmail = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'app_user_email') throw error;
    throw new AppError(409, 'conflict', takenMessage, {
      details: [{ path: 'email', message: takenMessage }],
    });
  }
};

const writeLists = async (trx: Trx, userId: number, { companies, communities }: AccountValues) => {
  await trx.deleteFrom('user_client').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user_community').where('user_id', '=', userId).execute();
  await sql`INSERT INTO user_client (user_id, client_id)
    SELECT ${userId}::integer, unnest(${[...new Set(parseIds(companies))]}::integer[])`.execute(trx);
  await sql`INSERT INTO user_community (user_id, community_id)
    SELECT ${userId}::integer, unnest(${[...new Set(parseIds(communities))]}::smallint[])`.execute(trx);
};

/** An id of API access is issued when it is first enabled. */
const apiClientId = (isEnabled: boolean) =>
  isEnabled ? { api_client_id: sql<string>`coalesce(api_client_id, gen_random_uuid()::text)` } : {};

export const insertAccount = async (trx: Trx, values: AccountValues): Promise<UserRow> => {
  const user = await refusingTakenEmail(() =>
    trx
      .insertInto('app_user')
      .values({
        ...toColumns(values),
        ...(values.enableApiAccess ? { api_client_id: sql<string>`gen_random_uuid()::text` } : {}),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await writeLists(trx, user.id, values);
  return user;
};

/** `endsSessions` ends the tokens given out before. */
export const updateAccount = async (
  trx: Trx,
  userId: number,
  values: AccountValues,
  endsSessions: boolean,
): Promise<UserRow> => {
  const user = await refusingTakenEmail(() =>
    trx
      .updateTable('app_user')
      .set((set) => ({
        ...toColumns(values),
        ...apiClientId(values.enableApiAccess),
        ...(values.enableApiAccess ? {} : { api_secret_hash: null, api_secret_created_at: null }),
        ...(endsSessions ? { token_version: set('token_version', '+', 1) } : {}),
        version: set('version', '+', 1),
        updated_at: sql<Date>`now()`,
      }))
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await writeLists(trx, userId, values);
  return user;
};

/** The person can be invited again, and then links the new account with the same identity. */
export const markDeleted = async (trx: Trx, userId: number): Promise<void> => {
  await trx.deleteFrom('user_identity').where('user_id', '=', userId).execute();
  await trx
    .updateTable('app_user')
    .set((set) => ({
      is_active: false,
      deleted_at: sql<Date>`now()`,
      api_secret_hash: null,
      api_secret_created_at: null,
      token_version: set('token_version', '+', 1),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', userId)
    .execute();
};
