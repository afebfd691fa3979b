// The vocabulary of reviewing activities, shared by browser and API. No schema library here.
import type { ReviewStatus } from '../vocabulary.ts';

/** The activity types that are reviewed. */
export const reviewActivityTypes = ['Engagement', 'CustomerRequest'] as const;
export type ReviewActivityType = (typeof reviewActivityTypes)[number];

/** NL: through a newsletter. */
export const reviewActivitySources = ['NL', 'Web'] as const;
export type ReviewActivitySource = (typeof reviewActivitySources)[number];

export const reviewFilterStatuses = [
  'Pending',
  'Approved',
  'RejectedManually',
  'RejectedWithPrimary',
  'RejectedByBadWordsFilter',
  'RejectedByOtherFilters',
] as const;
export type ReviewFilterStatus = (typeof reviewFilterStatuses)[number];

/** Why an activity is rejected: by a person, together with its initial one, or by a filter. */
export const rejectReasons = [
  'RejectedManually',
  'RejectedWithPrimary',
  'RejectedByBadWordsFilter',
  'RejectedByOtherFilters',
] as const satisfies readonly ReviewFilterStatus[];
export type RejectReason = (typeof rejectReasons)[number];

export const rejectReasonText: Record<RejectReason, string> = {
  RejectedManually: 'Rejected manually',
  RejectedWithPrimary: 'Rejected with its initial activity',
  RejectedByBadWordsFilter: 'Bad words filter',
  RejectedByOtherFilters: 'Other filters',
};

export const comparisons = ['Equals', 'Contains'] as const;
export type Comparison = (typeof comparisons)[number];

export const inclusionConditions = ['All', 'Any'] as const;
export type InclusionCondition = (typeof inclusionConditions)[number];

export const leadTypes = ['Initial', 'Subsequent'] as const;

export const reviewPageSizes = [10, 50, 100, 200, 300] as const;
export type ReviewPageSize = (typeof reviewPageSizes)[number];

export const reviewSortColumns = [
  'DropDate',
  'Status',
  'RejectReason',
  'ApprovedDate',
  'FirstName',
  'LastName',
  'Client',
  'Email',
  'JobTitle',
  'Country',
  'City',
  'State',
  'ActivitySource',
  'Online',
  'DocumentTitle',
  'DocumentCompany',
] as const;
export type ReviewSortColumn = (typeof reviewSortColumns)[number];

export const reviewDecisions = ['Approved', 'Rejected', 'ExcludedAndRejected'] as const;
export type ReviewDecisionAction = (typeof reviewDecisions)[number];

/** Statuses that an activity may be approved from. */
export const approvable: readonly ReviewStatus[] = ['Pending', 'Rejected', 'RejectedAfterApproval'];
/** Statuses that an activity may be rejected from. */
export const rejectable: readonly ReviewStatus[] = ['Pending', 'Approved', 'EditAfterApproval'];

export const reviewStatusText: Record<ReviewStatus, string> = {
  Pending: 'Pending',
  Approved: 'Approved',
  Rejected: 'Rejected',
  RejectedAfterApproval: 'Rejected After Approval',
  EditAfterApproval: 'Edit After Approval',
};

export const reviewExportName = 'Activity Review Export.xlsx';
