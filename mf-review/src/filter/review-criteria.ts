import type {
  Comparison,
  InclusionCondition,
  ReviewActivitySource,
  ReviewActivityType,
  ReviewFilterStatus,
} from '@readerlens/contract/review';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { resolveRelativeRange } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';

export type ReviewSearch = CallInput<Calls['POST /api/review-activities-search']>['body'];
/** The part of a search that selects activities, without order and page. */
export type ReviewFilter = Omit<ReviewSearch, 'action' | 'sortCol' | 'sortOrder' | 'page' | 'size'>;

export interface EmailComparison {
  readonly operation: Comparison;
  readonly value: string;
}

/** The criteria for activities. Days are YYYY-MM-DD in UTC, inclusive; empty lists mean no restriction. */
export interface ReviewCriteria {
  readonly status: ReviewFilterStatus;
  readonly from: string;
  readonly to: string;
  /** Subsequent activities instead of initial ones. */
  readonly subsequent: boolean;
  readonly source: ReviewActivitySource | null;
  readonly onlines: readonly Term[];
  readonly clients: readonly Term[];
  /** The id of one reader, and of one organization, that a link can narrow the list to; '' for all. */
  readonly reader: string;
  readonly org: string;
  readonly types: readonly ReviewActivityType[];
  readonly qualities: readonly number[];
  readonly emails: readonly EmailComparison[];
  /** How several email comparisons are combined. */
  readonly match: InclusionCondition;
}

/** The default date range: the last seven days. */
export const defaultDays = (today: string): Pick<ReviewCriteria, 'from' | 'to'> =>
  resolveRelativeRange('-7d', new Date(`${today}T00:00:00.000Z`)) ?? { from: today, to: today };

export const defaultCriteria = (today: string): ReviewCriteria => ({
  ...defaultDays(today),
  status: 'Pending',
  subsequent: false,
  source: null,
  onlines: [],
  clients: [],
  reader: '',
  org: '',
  types: [],
  qualities: [],
  emails: [],
  match: 'All',
});

/** Cascaded activities are subsequent, so a filter for initial ones would never find them. */
export const isOffered = (status: ReviewFilterStatus, subsequent: boolean): boolean =>
  status !== 'RejectedWithPrimary' || subsequent;

const ids = (terms: readonly Term[]): string[] => terms.map(({ id }) => id);
const pickNonEmpty = <Key extends string, T>(key: Key, list: readonly T[]) =>
  (list.length > 0 ? { [key]: [...list] } : {}) as Partial<Record<Key, T[]>>;

/**
 * The criteria and the text of the search box in the form that the calls take. Email comparisons are left out in Blinded Mode, because the server
 * rejects them.
 */
export const toReviewFilter = (
  criteria: ReviewCriteria,
  { blinded, query = '' }: { blinded: boolean; query?: string },
): ReviewFilter => {
  const emails = blinded ? [] : criteria.emails;
  return {
    status: criteria.status,
    from: criteria.from,
    to: criteria.to,
    ...(criteria.source ? { activitySource: criteria.source } : {}),
    ...(criteria.subsequent ? { secondaryOnly: true } : {}),
    ...pickNonEmpty('onlines', ids(criteria.onlines)),
    ...pickNonEmpty('companyIds', ids(criteria.clients)),
    ...(criteria.reader === '' ? {} : { readerId: criteria.reader }),
    ...(criteria.org === '' ? {} : { organizationId: criteria.org }),
    ...pickNonEmpty('activityTypes', criteria.types),
    ...pickNonEmpty('quality', criteria.qualities),
    ...pickNonEmpty(
      'comparedFields',
      emails.map((comparison) => ({ field: 'email' as const, ...comparison })),
    ),
    ...(emails.length > 1 ? { inclusionCondition: criteria.match } : {}),
    ...(query === '' ? {} : { query }),
  };
};
