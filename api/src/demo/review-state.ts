import { activityTypeCode, rejectReasonCode, statusCode } from '../engagements/codes.ts';
import type { DemoActivity } from './world.ts';

const hour = 3_600_000;

/** Spreads ids evenly; the demo's source of chance is left alone. */
const spread = (id: number, below: number): number =>
  ((Math.imul(id, 0x9e3779b1) ^ (id >>> 3)) >>> 0) % below;

const reviewed: ReadonlySet<number> = new Set([
  activityTypeCode.Engagement,
  activityTypeCode.CustomerRequest,
]);
const approved: ReadonlySet<number> = new Set([statusCode.Approved, statusCode.EditAfterApproval]);
const rejected: ReadonlySet<number> = new Set([statusCode.Rejected, statusCode.RejectedAfterApproval]);

const reasonOf = (status: number, id: number, isSubsequent: boolean): number => {
  if (isSubsequent && spread(id, 3) > 0) return rejectReasonCode.RejectedWithPrimary;
  // Filters look at what arrives, not at what somebody approved.
  if (status === statusCode.RejectedAfterApproval) return rejectReasonCode.RejectedManually;
  const draw = spread(id, 10);
  if (draw < 5) return rejectReasonCode.RejectedManually;
  return draw < 8 ? rejectReasonCode.RejectedByBadWordsFilter : rejectReasonCode.RejectedByOtherFilters;
};

export interface ReviewState {
  readonly rejectReason: number | null;
  /** Milliseconds. */
  readonly approvedAt: number | null;
}

const none: ReviewState = { rejectReason: null, approvedAt: null };

/** Why an activity is rejected, or since when it is approved: within two and a half days of its arrival. */
export const reviewStateOf = (
  { activityType, status, at, rejectReason }: Omit<DemoActivity, 'document' | 'reader'>,
  { id, isSubsequent, now }: { id: number; isSubsequent: boolean; now: number },
): ReviewState => {
  if (!reviewed.has(activityType)) return none;
  if (approved.has(status)) return { ...none, approvedAt: Math.min(now, at + (1 + spread(id, 60)) * hour) };
  if (rejected.has(status))
    return { ...none, rejectReason: rejectReason ?? reasonOf(status, id, isSubsequent) };
  return none;
};
