import { sql } from 'kysely';
import type { ReviewStatus, Source } from '@readerlens/contract';
import type { RejectReason, ReviewActivityType } from '@readerlens/contract/review';
import {
  activityTypeCode,
  rejectReasonCode,
  decodeRejectReason,
  sourceCode,
  statusCode,
  decodeStatus,
} from '../../../activities/codes.ts';
import type { Database } from '../../../platform/db/index.ts';
import { addUser, testApi } from '../../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../../platform/testing/index.ts';
import { parseActivityId } from '../../../activities/activity-key.ts';

export interface PlannedActivity {
  clientId: number;
  readerId: number;
  documentId?: number;
  organisationId?: number;
  at?: string;
  type?: ReviewActivityType | 'Webinar';
  status?: ReviewStatus;
  reason?: RejectReason;
  approvedAt?: string;
  source?: Source;
  communityId?: number;
  isSubsequent?: boolean;
  quality?: number;
  externalId?: string;
  specifics?: string;
}

export interface PlannedReader {
  email?: string | null;
  first?: string | null;
  last?: string | null;
  title?: string;
  city?: string;
  state?: string;
}

/** Noon of the day this many days ago; tests stay within the last week. */
export const noon = (daysAgo: number): string => `${dayBefore(daysAgo)}T12:00:00.000Z`;
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
export const lastWeek = () => ({ from: dayBefore(7), to: dayBefore(0) });

const addActivity = async ({ kysely }: Database, planned: PlannedActivity): Promise<string> => {
  const { clientId, readerId, documentId = 1, type = 'Engagement', status = 'Pending', specifics } = planned;
  const { id } = await kysely
    .insertInto('engagement')
    .values({
      client_id: clientId,
      reader_id: readerId,
      document_id: documentId,
      organisation_id: planned.organisationId ?? null,
      occurred_at: planned.at ?? noon(1),
      activity_type: activityTypeCode[type],
      status: statusCode[status],
      reject_reason: planned.reason ? rejectReasonCode[planned.reason] : null,
      approved_at: planned.approvedAt ?? null,
      source: sourceCode[planned.source ?? 'organic'],
      community_id: planned.communityId ?? 1,
      sequence: planned.isSubsequent ? 2 : 1,
      quality: planned.quality ?? null,
      external_id: planned.externalId ?? null,
      has_specifics: specifics !== undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (specifics !== undefined)
    await kysely
      .insertInto('engagement_detail')
      .values({ client_id: clientId, engagement_id: id, specifics_text: specifics, specifics: null })
      .execute();
  return `${clientId}-${id}`;
};

const readState = async ({ kysely }: Database, id: string) => {
  const key = parseActivityId(id);
  const row = await kysely
    .selectFrom('engagement')
    .select(['status', 'reject_reason', 'approved_at'])
    .where('client_id', '=', key?.clientId ?? 0)
    .where('id', '=', key?.id ?? 0)
    .executeTakeFirstOrThrow();
  return {
    status: decodeStatus(row.status),
    reason: row.reject_reason === null ? null : decodeRejectReason(row.reject_reason),
    approvedAt: row.approved_at,
  };
};

const addCommunities = async ({ kysely }: Database): Promise<void> => {
  await sql`INSERT INTO community (id, name) VALUES (1, 'Biologics'), (2, 'Devices')`.execute(kysely);
  await sql`INSERT INTO country (id, iso, name) VALUES (1, 'PT', 'Portugal')`.execute(kysely);
};

export interface ReviewWorld extends TestApi {
  addClient(name?: string): Promise<number>;
  addReader(reader?: PlannedReader): Promise<number>;
  addOrganisation(): Promise<number>;
  addDocument(document: { clientId: number | null; title?: string }): Promise<number>;
  addActivity(planned: PlannedActivity): Promise<string>;
  /** Stored status, reason and approved date of an activity. */
  stateOf(id: string): ReturnType<typeof readState>;
  statusesOf(ids: readonly string[]): Promise<(ReviewStatus | undefined)[]>;
  /** A token for a new reviewer. */
  reviewer(user?: NewUser): Promise<string>;
}

/** The API with two communities only; each test adds its own clients and reads only theirs. */
export const reviewWorld = (db: () => Database): (() => ReviewWorld) => {
  const api = testApi({}, {}, db);
  let count = 0;
  beforeAll(() => addCommunities(db()));
  const insert = async (
    table: 'client' | 'reader' | 'document' | 'organisation',
    values: Record<string, unknown>,
  ) => {
    const { id } = await db()
      .kysely.insertInto(table)
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  return () => ({
    ...api(),
    addClient: (name = `Client ${(count += 1)}`) => insert('client', { name }),
    addReader: ({
      email = `reader${(count += 1)}@readers.example`,
      first = 'Ana',
      last = 'Ruiz',
      ...rest
    } = {}) => insert('reader', { email, first_name: first, last_name: last, ...rest }),
    addOrganisation: () => insert('organisation', { name: `Organization ${(count += 1)}` }),
    addDocument: ({ clientId, title }) => insert('document', { client_id: clientId, title: title ?? null }),
    addActivity: (planned) => addActivity(db(), planned),
    stateOf: (id) => readState(db(), id),
    statusesOf: async (ids) => Promise.all(ids.map(async (id) => (await readState(db(), id)).status)),
    reviewer: async (user = {}) =>
      api().tokenFor(await addUser(db(), { role: 'Internal', review_activities: true, ...user })),
  });
};
