import type { Kysely } from 'kysely';
import type { ActivityDetail, EngagementRow } from '@readerlens/contract';
import { activityView } from '../../activities/activity-view.ts';
import type { ActivityView } from '../../activities/activity-view.ts';
import { parseTypedKey } from '../../activities/activity-key.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { readersWithSharedEmail } from '../../activities/engagement-rows.ts';
import { countActivities } from '../../activities/key-list.ts';
import { namedWhere } from '../../activities/named-activities.ts';
import type { Schema } from '../../platform/db/index.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import type { Session } from '../../people/session.ts';
import { otherActivities, relatedCounts } from './related-activities.ts';
import type { RelatedCounts } from './related-activities.ts';

const buildDetail = (view: ActivityView, counts: RelatedCounts, isEmailShared: boolean): ActivityDetail => ({
  id: view.id,
  qualifiedId: view.qualifiedId,
  activityType: view.activityType,
  date: view.date,
  portal: view.portal,
  portalUrl: view.docUrl,
  userId: view.userId,
  firstName: view.firstName,
  lastName: view.lastName,
  fullName: view.fullName,
  jobTitle: view.jobTitle,
  company: view.company,
  email: view.email,
  phone: view.phone,
  formattedAddr: view.formattedAddr,
  consentToPrivacyDate: view.consent,
  linkedInUrl: view.linkedIn,
  emailUrl: isEmailShared ? null : view.emailUrl,
  readerCompanyUrl: view.companyUrl,
  docId: view.docId,
  docTitle: view.docTitle,
  docType: view.docType,
  advertiser: view.advertiser,
  newsletterName: view.newsletter,
  quality: view.quality,
  qualityBadge: view.quality === null ? null : `Quality ${view.quality}`,
  buyersJourneyName: view.stage,
  buyersJourneyBadge: view.stage,
  ...counts,
  specifics: view.specifics,
  hasSpecifics: view.hasSpecifics,
  specificsModel: view.specificsModel,
});

export interface DetailRequest {
  readonly type: string;
  readonly id: string;
}

/** @throws AppError 404 for an activity that does not exist or is not visible to the caller */
const readVisible = async (
  kysely: Kysely<Schema>,
  { type, id }: DetailRequest,
  { scope }: Session,
): Promise<ActivityRow> => {
  const key = parseTypedKey(type, id);
  const isVisible = key && (await countActivities(kysely, namedWhere([key], scope))) > 0;
  const [row] = isVisible ? await readActivities(kysely, [key]) : [];
  if (!row) throw noSuchThing('activity');
  return row;
};

/**
 * One activity with all data of its detail view.
 * @throws AppError 404 for an activity that does not exist or is not visible to the caller
 */
export const readActivityDetail = async (
  kysely: Kysely<Schema>,
  request: DetailRequest,
  session: Session,
  now: Date,
): Promise<ActivityDetail> => {
  const row = await readVisible(kysely, request, session);
  // One after the other: a user may have only so many statements waiting.
  const shared = await readersWithSharedEmail(kysely, [row.readerId], session);
  const counts = await relatedCounts(kysely, row, session.scope, now);
  return buildDetail(activityView(row, session), counts, shared.has(row.readerId));
};

/**
 * The latest other activities of the same reader.
 * @throws AppError 404 for an activity that does not exist or is not visible to the caller
 */
export const readOtherActivities = async (
  kysely: Kysely<Schema>,
  request: DetailRequest,
  session: Session,
  now: Date,
): Promise<EngagementRow[]> =>
  otherActivities(kysely, await readVisible(kysely, request, session), session, now);
