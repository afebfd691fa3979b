import type { ReviewFilterStatus } from '@readerlens/contract/review';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { Term } from '@readerlens/filters/model';
import type { ReviewCriteria } from './review-criteria.ts';

export const filterStatusText: Record<ReviewFilterStatus, string> = {
  Pending: 'Pending',
  Approved: 'Approved',
  RejectedManually: 'Rejected Manually',
  RejectedWithPrimary: 'Rejected With Primary',
  RejectedByBadWordsFilter: 'Rejected By Bad Words Filter',
  RejectedByOtherFilters: 'Rejected By Other Filters',
};

const listed = (what: string, terms: readonly Term[]): string[] =>
  terms.length === 0
    ? []
    : [terms.length <= 2 ? terms.map(({ id, name }) => name ?? id).join(', ') : `${terms.length} ${what}`];

/**
 * Describes the criteria except the dates in a few words each: 'Pending', 'Initial', 'Acme, Borealis', 'Quality 1,
 * 2'.
 */
export const describeCriteria = (criteria: ReviewCriteria, { blinded }: { blinded: boolean }): string[] => [
  filterStatusText[criteria.status],
  criteria.subsequent ? 'Subsequent' : 'Initial',
  ...(criteria.source ? [`Source ${criteria.source}`] : []),
  ...listed('communities', criteria.onlines),
  ...listed('clients', criteria.clients),
  ...criteria.types.map((type) => activityTypeLabel[type]),
  ...(criteria.qualities.length > 0 ? [`Quality ${criteria.qualities.join(', ')}`] : []),
  ...(blinded ? [] : criteria.emails).map(
    ({ operation, value }) => `Email ${operation.toLowerCase()} ${value}`,
  ),
];
