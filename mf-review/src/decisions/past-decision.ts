import { countText } from '@readerlens/contract/numbers';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { ReviewDecisionAction } from '@readerlens/contract/review';
import { momentText } from '../activities/moment-text.ts';

export type PastDecision = CallData<Calls['GET /api/review-activities/decisions']>[number];

const actionText: Record<ReviewDecisionAction, string> = {
  Approved: 'Approved',
  Rejected: 'Rejected',
  ExcludedAndRejected: 'Excluded & rejected',
};

export const formatAction = ({ action, activities }: PastDecision): string =>
  `${actionText[action]}, ${countText(activities, 'activity', 'activities')}`;

/** Reader and title of its first activity; '' if the viewer may not review that one. */
export const formatSubject = ({ subject }: PastDecision): string =>
  subject ? `${subject.reader} · ${subject.documentTitle}` : '';

/** The number of other activities; '' for none. */
export const formatOthers = ({ subject, activities }: PastDecision): string =>
  subject && activities > 1 ? ` and ${countText(activities - 1, 'other', 'others')}` : '';

/** A summary that identifies a decision, in one line. */
export const formatSummary = (decision: PastDecision): string =>
  [formatAction(decision), formatSubject(decision) + formatOthers(decision), momentText(decision.at)]
    .filter(Boolean)
    .join(', ');
