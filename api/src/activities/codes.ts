// Codes of the fact table. They are stored: a code never changes its meaning; new values get new codes.
import {
  activityTypes,
  contentTypes,
  countedStatuses,
  reviewStatuses,
  sources,
  stages,
} from '@readerlens/contract/vocabulary';
import type { ActivityType, ContentType, ReviewStatus, Source, Stage } from '@readerlens/contract/vocabulary';
import { rejectReasons } from '@readerlens/contract/review';
import type { RejectReason } from '@readerlens/contract/review';

export const activityTypeCode = {
  Engagement: 1,
  CustomerRequest: 2,
  Webinar: 3,
  Event: 4,
} as const satisfies Record<ActivityType, number>;

export const sourceCode = {
  organic: 1,
  customNewsletter: 2,
  editorial: 3,
  leadNurtureCampaign: 4,
  streamNL: 5,
  webinar: 6,
  event: 7,
} as const satisfies Record<Source, number>;

export const statusCode = {
  Pending: 0,
  Approved: 1,
  Rejected: 2,
  RejectedAfterApproval: 3,
  EditAfterApproval: 4,
} as const satisfies Record<ReviewStatus, number>;

export const rejectReasonCode = {
  RejectedManually: 1,
  RejectedWithPrimary: 2,
  RejectedByBadWordsFilter: 3,
  RejectedByOtherFilters: 4,
} as const satisfies Record<RejectReason, number>;

export const stageCode = { Early: 0, Middle: 1, Late: 2, Unclassified: 3 } as const satisfies Record<
  Stage,
  number
>;

export const contentTypeCode = {
  Unclassified: 0,
  'Your Content': 1,
  'Custom Content': 2,
  Editorial: 3,
} as const satisfies Record<ContentType, number>;

/** The value of a code; undefined for an unknown code. */
const decoder = <T extends string>(names: readonly T[], codes: Record<T, number>) => {
  const byCode = new Map(names.map((name) => [codes[name], name]));
  return (code: number): T | undefined => byCode.get(code);
};

export const decodeActivityType = decoder(activityTypes, activityTypeCode);
export const decodeSource = decoder(sources, sourceCode);
export const decodeStatus = decoder(reviewStatuses, statusCode);
export const decodeRejectReason = decoder(rejectReasons, rejectReasonCode);
const knownStage = decoder(stages, stageCode);
const knownContentType = decoder(contentTypes, contentTypeCode);

/** The name of a stage code; Unclassified if missing or unknown. */
export const decodeStage = (code: number | null): Stage =>
  (code === null ? undefined : knownStage(code)) ?? 'Unclassified';

/** The name of a content type code; Unclassified if missing or unknown. */
export const decodeContentType = (code: number | null): ContentType =>
  (code === null ? undefined : knownContentType(code)) ?? 'Unclassified';

export const countedStatusCodes: readonly number[] = countedStatuses.map((status) => statusCode[status]);
