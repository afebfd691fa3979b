import type { CallData, Calls } from '@readerlens/contract/client';
import { approvable, rejectable } from '@readerlens/contract/review';

export type ReviewPage = CallData<Calls['POST /api/review-activities-search']>;
export type ReviewActivity = ReviewPage['items'][number];

/** Who it was: the name, else the e-mail address. */
export const personOf = ({ firstName, lastName, email }: ReviewActivity): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? 'A reader without a name');

/** Person and title, as an activity is called where there is no room for more. */
export const titleOf = (activity: ReviewActivity): string =>
  [personOf(activity), activity.documentTitle].filter(Boolean).join(', ');

export const canApprove = (activity: ReviewActivity | undefined): boolean =>
  activity !== undefined && approvable.includes(activity.status);

export const canReject = (activity: ReviewActivity | undefined): boolean =>
  activity !== undefined && rejectable.includes(activity.status);

/** The addresses of activities, each once, whatever its case. */
export const emailsOf = (activities: readonly ReviewActivity[]): string[] => [
  ...new Map(
    activities.flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : [])),
  ).values(),
];
