import type { Insertable } from 'kysely';
import type { ActivityType, ReviewStatus, Source, Stage } from '@readerlens/contract/vocabulary';
import { activityTypeCode, sourceCode, stageCode, statusCode } from '../codes.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../platform/testing/index.ts';
import { formatActivityId } from '../activity-key.ts';

/** An activity; by default an approved engagement of yesterday. Uses names instead of codes. */
export interface PlannedActivity {
  readonly clientId: number;
  readonly readerId: number;
  readonly documentId?: number;
  readonly at?: string;
  readonly type?: ActivityType;
  readonly status?: ReviewStatus;
  readonly source?: Source;
  readonly stage?: Stage;
  readonly isSubsequent?: boolean;
  /** Notes as imported. */
  readonly notes?: string;
  /** Stored specifics. */
  readonly specifics?: unknown;
  readonly row?: Partial<Insertable<Schema['engagement']>>;
}

export interface Entitled extends NewUser {
  readonly clients?: readonly number[];
  readonly communities?: readonly number[];
}

/** Noon of the day this many days ago. */
export const noon = (daysAgo: number): string => `${dayBefore(daysAgo)}T12:00:00.000Z`;
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type WithId = 'client' | 'reader' | 'document' | 'organisation' | 'community' | 'newsletter' | 'analyst_tag';

const insertInto = async (
  { kysely }: Database,
  table: WithId | 'engagement',
  values: Record<string, unknown>,
): Promise<number> => {
  const insert = kysely.insertInto(table);
  const isPlain = Object.keys(values).length === 0;
  // No other column: recorded statements of it would answer something else with each new column.
  const { id } = await (isPlain ? insert.defaultValues() : insert.values(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const buildDetail = ({ notes, specifics }: PlannedActivity) =>
  notes === undefined && specifics === undefined
    ? undefined
    : {
        specifics_text: notes ?? 'said',
        specifics: specifics === undefined ? null : JSON.stringify(specifics),
      };

const addActivity = async (db: Database, planned: PlannedActivity): Promise<string> => {
  const { clientId, type = 'Engagement', status = 'Approved' } = planned;
  const detail = buildDetail(planned);
  const id = await insertInto(db, 'engagement', {
    client_id: clientId,
    reader_id: planned.readerId,
    document_id: planned.documentId ?? 1,
    occurred_at: planned.at ?? noon(1),
    activity_type: activityTypeCode[type],
    status: statusCode[status],
    source: sourceCode[planned.source ?? 'organic'],
    stage: stageCode[planned.stage ?? 'Unclassified'],
    community_id: 1,
    sequence: planned.isSubsequent ? 2 : 1,
    has_specifics: detail !== undefined,
    ...planned.row,
  });
  if (detail)
    await db.kysely
      .insertInto('engagement_detail')
      .values({ client_id: clientId, engagement_id: id, ...detail })
      .execute();
  return formatActivityId({ clientId, id });
};

const addEntitled = async (db: Database, { clients = [], communities = [], ...columns }: Entitled) => {
  const user = await addUser(db, columns);
  for (const client_id of clients)
    await db.kysely.insertInto('user_client').values({ user_id: user.id, client_id }).execute();
  for (const community_id of communities)
    await db.kysely.insertInto('user_community').values({ user_id: user.id, community_id }).execute();
  return user;
};

export interface ActivityWorld extends TestApi {
  add(table: WithId, values: Record<string, unknown>): Promise<number>;
  /** The activity's id without its type. */
  addActivity(planned: PlannedActivity): Promise<string>;
  /** A token for a new user, Internal by default. */
  tokenOf(user?: Entitled): Promise<string>;
}

/** The API with the communities Biologics (1) and Devices (2); each test adds its own data. */
export const activityWorld = (
  db: () => Database,
  environment: Parameters<typeof testApi>[0] = {},
): (() => ActivityWorld) => {
  const api = testApi(environment, {}, db);
  beforeAll(async () => {
    await insertInto(db(), 'community', { id: 1, name: 'Biologics' });
    await insertInto(db(), 'community', { id: 2, name: 'Devices' });
  });
  return () => ({
    ...api(),
    add: (table, values) => insertInto(db(), table, values),
    addActivity: (planned) => addActivity(db(), planned),
    tokenOf: async (user = {}) => api().tokenFor(await addEntitled(db(), { role: 'Internal', ...user })),
  });
};
