import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database, NamedRow, Schema } from '../platform/db/index.ts';
import type { UserRow } from './tables.ts';
import type { Entitlements } from './policy.ts';
import { seenSince } from './seen-since.ts';

/** A user with entitlements. */
export interface UserRecord {
  user: UserRow;
  entitlements: Entitlements;
  /** Communities set for the user; with none, `entitlements` has those of the clients. */
  setCommunityIds: readonly number[];
  /** Whether the last activity of the given session is up to date; null if it has ended or is not the user's. */
  seenLately: boolean | null;
}

export interface ClientRow extends NamedRow {
  readonly early_access: boolean;
  readonly communities: readonly NamedRow[];
}

export interface UserStore {
  find(id: number, sessionId?: string): Promise<UserRecord | undefined>;
  /** In the order of the ids. */
  findAll(ids: readonly number[]): Promise<(UserRecord | undefined)[]>;
  findByEmail(email: string, trx?: Transaction<Schema>): Promise<UserRow | undefined>;
  clients(ids: readonly number[]): Promise<ClientRow[]>;
  communities(ids: 'all' | readonly number[]): Promise<NamedRow[]>;
}

const clientsOfUser = sql<number[]>`
  ARRAY(SELECT client_id FROM user_client WHERE user_id = app_user.id ORDER BY 1)`;
const communitiesOfUser = sql<number[]>`
  CASE WHEN EXISTS (SELECT FROM user_community WHERE user_id = app_user.id)
  THEN ARRAY(SELECT community_id FROM user_community WHERE user_id = app_user.id ORDER BY 1)
  ELSE ARRAY(SELECT DISTINCT community_id FROM client_community
             JOIN user_client USING (client_id) WHERE user_id = app_user.id ORDER BY 1) END`;
const setCommunities = sql<number[]>`
  ARRAY(SELECT community_id FROM user_community WHERE user_id = app_user.id ORDER BY 1)`;
/** In the statement that reads the user, so that a session costs no other. */
const seenLately = (sessionId: string | undefined) => sql<boolean | null>`
  (SELECT last_seen_at >= ${seenSince} FROM user_session
   WHERE id = ${sessionId ?? null}::uuid AND user_id = app_user.id AND ended_at IS NULL)`;
const communitiesOfClient = sql<NamedRow[]>`
  coalesce((SELECT json_agg(json_build_object('id', community.id, 'name', community.name) ORDER BY community.name)
            FROM client_community JOIN community ON community.id = community_id
            WHERE client_id = client.id), '[]')`;

const records = (kysely: Kysely<Schema>, sessionId?: string) =>
  kysely
    .selectFrom('app_user')
    .selectAll()
    .select([
      clientsOfUser.as('clientIds'),
      communitiesOfUser.as('communityIds'),
      setCommunities.as('setCommunityIds'),
      seenLately(sessionId).as('seenLately'),
    ]);
type RecordRow = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;

const toUserRecord = (row: RecordRow): UserRecord => {
  const { clientIds, communityIds, setCommunityIds, seenLately: isSeen, ...user } = row;
  return { user, entitlements: { clientIds, communityIds }, setCommunityIds, seenLately: isSeen };
};

export const createUserStore = ({ kysely }: Database): UserStore => ({
  async find(id, sessionId) {
    const row = await records(kysely, sessionId).where('id', '=', id).executeTakeFirst();
    return row && toUserRecord(row);
  },

  async findAll(ids) {
    const rows = await records(kysely)
      .where('id', '=', sql<number>`ANY(${[...new Set(ids)]}::integer[])`)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, toUserRecord(row)]));
    return ids.map((id) => byId.get(id));
  },

  findByEmail: (email, trx) =>
    (trx ?? kysely)
      .selectFrom('app_user')
      .selectAll()
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  async clients(ids) {
    if (ids.length === 0) return [];
    return kysely
      .selectFrom('client')
      .select(['id', 'name', 'early_access', communitiesOfClient.as('communities')])
      .where('id', 'in', ids)
      .orderBy('name')
      .execute();
  },

  async communities(ids) {
    if (ids !== 'all' && ids.length === 0) return [];
    return kysely
      .selectFrom('community')
      .select(['id', 'name'])
      .$if(ids !== 'all', (query) => query.where('id', 'in', ids as readonly number[]))
      .orderBy('name')
      .execute();
  },
});
