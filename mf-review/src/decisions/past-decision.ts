import type { CallData, Calls } from '@readerlens/contract/client';
import type { ReviewDecisionAction } from '@readerlens/contract/review';
import { momentText } from '../activities/moment-text.ts';

export type PastDecision = CallData<Calls['GET /api/review-activities/decisions']>[number];

const actionText: Record<ReviewDecisionAction, string> = {
  Approved: 'Approved',
  Rejected: 'Rejected',
  ExcludedAndRejected: 'Excluded & rejected',
};

export const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

export const whatOf = ({ action, activities }: PastDecision): string =>
  `${actionText[action]}, ${counted(activities, 'activity', 'activities')}`;

/** Reader and title of its first activity; '' where that is not one that the viewer reviews. */
export const subjectOf = ({ subject }: PastDecision): string =>
  subject
    ? [subject.reader ?? 'A reader without a name', subject.documentTitle].filter(Boolean).join(' · ')
    : '';

/** How many activities it was about beside its subject; '' for none. */
export const othersOf = ({ subject, activities }: PastDecision): string =>
  subject && activities > 1 ? ` and ${counted(activities - 1, 'other', 'others')}` : '';

/** All that tells a decision from others, in one line. */
export const lineOf = (decision: PastDecision): string =>
  [whatOf(decision), subjectOf(decision) + othersOf(decision), momentText(decision.at)]
    .filter(Boolean)
    .join(', ');
