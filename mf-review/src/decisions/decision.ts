import { countText } from '@readerlens/contract/numbers';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { ReviewStatus } from '@readerlens/contract/vocabulary';
import { listEmails, idsByType } from '../activities/activity.ts';
import type { ReviewActivity } from '../activities/activity.ts';
import type { ReviewFilter } from '../filter/review-criteria.ts';

export type Decision = 'approve' | 'reject' | 'exclude';
export type Outcome = CallData<Calls['POST /api/review-activities']>;
export type DecisionBody = CallInput<Calls['POST /api/review-activities']>['body'];

/** What a decision applies to: selected activities, or everything that the filter matches. */
export type Target =
  | { readonly kind: 'rows'; readonly rows: readonly ReviewActivity[] }
  | { readonly kind: 'matching'; readonly total: number };

export interface DecisionRequest {
  readonly decision: Decision;
  readonly target: Target;
  readonly filter: ReviewFilter;
}

const mapStatuses = (rows: readonly ReviewActivity[]): Record<string, ReviewStatus> =>
  Object.fromEntries(rows.map(({ id, status }) => [id, status]));

/** The request body of a decision. Subsequent activities are included from the filter's first day on. */
export const buildBody = ({ decision, target, filter }: DecisionRequest): DecisionBody => {
  const rows = target.kind === 'rows' ? target.rows : [];
  const exclude = decision === 'exclude';
  return {
    ...idsByType(rows),
    status: decision === 'approve' ? 'Approved' : 'Rejected',
    startDate: filter.from,
    ...(target.kind === 'rows'
      ? { seen: mapStatuses(rows), ...(exclude ? { excludedEmails: listEmails(rows) } : {}) }
      : { matching: filter, ...(exclude ? { excludeEmails: true } : {}) }),
  };
};

const formatted = (count: number): string => count.toLocaleString('en-US');

/** The message for a saved decision. */
export const outcomeText = (decision: Decision, { activitiesUpdated, emailsExcluded }: Outcome): string => {
  const activities = formatted(activitiesUpdated);
  switch (decision) {
    case 'approve':
      return `${activities} Activities Approved (may include Subsequent)`;
    case 'reject':
      return `${activities} Activities Rejected (may include Subsequent)`;
    case 'exclude':
      return `${formatted(emailsExcluded)} Email(s) Excluded & ${activities} Activities Rejected`;
  }
};

const restoredText = (count: number): string =>
  `${countText(count, 'activity was', 'activities were')} restored`;

const notExcludedText = (count: number): string =>
  count === 1 ? '1 email is no longer excluded' : `${formatted(count)} emails are no longer excluded`;

/** The message for a reversed decision. */
export const reversedText = ({ activitiesUpdated, emailsExcluded }: Outcome): string => {
  const parts = [
    ...(activitiesUpdated > 0 ? [restoredText(activitiesUpdated)] : []),
    ...(emailsExcluded > 0 ? [notExcludedText(emailsExcluded)] : []),
  ];
  return parts.length > 0
    ? `Undone: ${parts.join(', and ')}.`
    : 'Undone: its emails are still excluded by other decisions.';
};
