import { activityTypeCode, rejectReasonCode, statusCode } from '../../activities/codes.ts';
import type { DemoActivity } from './world.ts';

const hour = 3_600_000;

/** Spreads ids evenly without drawing from a random source, whose later numbers would change. */
const spread = (id: number, below: number): number =>
  ((Math.imul(id, 0x9e3779b1) ^ (id >>> 3)) >>> 0) % below;

const reviewed: ReadonlySet<number> = new Set([
  activityTypeCode.Engagement,
  activityTypeCode.CustomerRequest,
]);
const approved: ReadonlySet<number> = new Set([statusCode.Approved, statusCode.EditAfterApproval]);
const rejected: ReadonlySet<number> = new Set([statusCode.Rejected, statusCode.RejectedAfterApproval]);

const chooseReason = (status: number, id: number, isSubsequent: boolean): number => {
  if (isSubsequent && spread(id, 3) > 0) return rejectReasonCode.RejectedWithPrimary;
  // Filters apply to new activities, not to approved ones.
  if (status === statusCode.RejectedAfterApproval) return rejectReasonCode.RejectedManually;
  const draw = spread(id, 10);
  if (draw < 5) return rejectReasonCode.RejectedManually;
  return draw < 8 ? rejectReasonCode.RejectedByBadWordsFilter : rejectReasonCode.RejectedByOtherFilters;
};

export interface ReviewState {
  readonly rejectReason: number | null;
  /** Milliseconds since 1970, like `availableAt`. */
  readonly approvedAt: number | null;
  /** The latest of the activity's own time, its import and its approval. */
  readonly availableAt: number;
}

/**
 * The reject reason or approval date of an activity; approval takes up to two and a half days. Webinars and events are
 * not reviewed and are imported within a day.
 */
export const planReviewState = (
  { activityType, status, at, rejectReason }: Omit<DemoActivity, 'document' | 'reader'>,
  { id, isSubsequent, now }: { id: number; isSubsequent: boolean; now: number },
): ReviewState => {
  const none = { rejectReason: null, approvedAt: null, availableAt: at };
  if (!reviewed.has(activityType))
    return { ...none, availableAt: Math.min(now, at + (1 + spread(id, 24)) * hour) };
  if (approved.has(status)) {
    const approvedAt = Math.min(now, at + (1 + spread(id, 60)) * hour);
    return { ...none, approvedAt, availableAt: approvedAt };
  }
  if (!rejected.has(status)) return none;
  return { ...none, rejectReason: rejectReason ?? chooseReason(status, id, isSubsequent) };
};
