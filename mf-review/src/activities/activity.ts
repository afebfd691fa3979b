import type { CallData, Calls } from '@readerlens/contract/client';
import { approvable, rejectable } from '@readerlens/contract/review';

export type ReviewPage = CallData<Calls['POST /api/review-activities-search']>;
export type ReviewActivity = ReviewPage['items'][number];

export const readId = ({ id }: ReviewActivity): string => id;

/** A short title of an activity: reader and document. */
export const formatActivityTitle = ({ fullName, documentTitle }: ReviewActivity): string =>
  `${fullName}, ${documentTitle}`;

export const canApprove = (activity: ReviewActivity | undefined): boolean =>
  activity !== undefined && approvable.includes(activity.status);

export const canReject = (activity: ReviewActivity | undefined): boolean =>
  activity !== undefined && rejectable.includes(activity.status);

/** The distinct emails of activities, ignoring case. */
export const listEmails = (activities: readonly ReviewActivity[]): string[] => [
  ...new Map(
    activities.flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : [])),
  ).values(),
];

/** The first `most` emails, and how many more: 'ada@lab.example and 2 more'. */
export const namedEmails = (emails: readonly string[], most: number): string => {
  const more = emails.length - most;
  const named = emails.slice(0, most).join(', ');
  return more > 0 ? `${named} and ${more.toLocaleString('en-US')} more` : named;
};

/** The ids of activities by type, as the calls take them. */
export const idsByType = (rows: readonly ReviewActivity[]) => {
  const of = (type: ReviewActivity['activityType']) =>
    rows.filter(({ activityType }) => activityType === type).map(({ id }) => id);
  return { engagementIds: of('Engagement'), customerRequestIds: of('CustomerRequest') };
};
