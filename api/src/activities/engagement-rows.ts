import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import type { EngagementRow } from '@readerlens/contract';
import type { Schema } from '../platform/db/index.ts';
import type { Viewer } from '../people/session.ts';
import type { DataScope } from '../people/policy.ts';
import type { ActivityKey } from './activity-key.ts';
import { readActivities } from './activity-rows.ts';
import { activityView } from './activity-view.ts';
import type { ActivityView } from './activity-view.ts';
import { visibleWhere } from './selection.ts';

/**
 * Of these readers, those whose e-mail another reader has too, of whom the caller may see an activity: the e-mail may
 * lead to the other one.
 */
export const readersWithSharedEmail = async (
  kysely: Kysely<Schema>,
  ids: readonly number[],
  { scope, blinded }: { readonly scope: DataScope; readonly blinded: boolean },
): Promise<ReadonlySet<number>> => {
  // Nobody is named by an e-mail then.
  if (blinded || ids.length === 0) return new Set();
  const doubles = sql<{ id: number; other: number }>`
    SELECT r.id, q.id AS other FROM reader AS r JOIN reader AS q ON lower(q.email) = lower(r.email) AND q.id <> r.id
    WHERE r.id = ANY(${[...new Set(ids)]}::integer[])`;
  const { rows } = await doubles.execute(kysely);
  if (rows.length === 0) return new Set();
  const others = rows.map(({ other }) => other);
  const isOther = sql<SqlBool>`e.reader_id = ANY(${others}::integer[])`;
  const seen = sql<{ id: number }>`
    SELECT DISTINCT e.reader_id AS id FROM engagement AS e WHERE ${visibleWhere(scope)} AND ${isOther}`;
  const visible = new Set((await seen.execute(kysely)).rows.map(({ id }) => id));
  return new Set(rows.filter(({ other }) => visible.has(other)).map(({ id }) => id));
};

const engagementRow = (view: ActivityView, isEmailShared: boolean): EngagementRow => ({
  id: view.id,
  qualifiedId: view.qualifiedId,
  date: view.date,
  activityType: view.activityType,
  qualityNum: view.quality,
  fullName: view.fullName,
  userId: view.userId,
  emailUrl: isEmailShared ? null : view.emailUrl,
  jobTitle: view.jobTitle,
  company: view.company,
  readerCompanyUrl: view.companyUrl,
  portal: view.portal,
  portalUrl: view.docUrl,
  docTitle: view.docTitle,
  sequenceName: view.sequence,
  hasSpecifics: view.hasSpecifics,
  specifics: view.specifics,
  specificsModel: view.specificsModel,
});

/** The activities with these keys as list rows, in order; deleted activities are skipped. */
export const readEngagementRows = async (
  kysely: Kysely<Schema>,
  keys: readonly ActivityKey[],
  viewer: Viewer,
): Promise<EngagementRow[]> => {
  const rows = await readActivities(kysely, keys);
  const shared = await readersWithSharedEmail(
    kysely,
    rows.map(({ readerId }) => readerId),
    viewer,
  );
  return rows.map((row) => engagementRow(activityView(row, viewer), shared.has(row.readerId)));
};
