import { requiredMessage } from '@readerlens/contract/messages';
import { isStaff } from '@readerlens/contract/vocabulary';
import { formatDay, defaultDateRange } from './dates.ts';
import { isEmpty } from './empty.ts';
import type {
  DateRangeFilter,
  DateRangeValue,
  Filter,
  RelativeDateRangeFilter,
  Term,
  TermsFilter,
} from './kinds.ts';
import { foreignClientsMessage, rangeOrderMessage, tooManyReaderOrgsMessage } from './messages.ts';
import { limits } from './parse-value.ts';
import type { FilterUser } from './rules.ts';
import { listSelectedTerms } from './rules.ts';

export const dateRangeFilter = (value: DateRangeValue): DateRangeFilter => ({
  $type: 'DateRange',
  field: 'DateRange',
  value,
});

export const relativeRangeFilter = (value: RelativeDateRangeFilter['value']): RelativeDateRangeFilter => ({
  $type: 'RelativeDateRange',
  field: 'RelativeDateRange',
  value,
});

export const termsFilter = (field: string, value: readonly Term[]): TermsFilter => ({
  $type: 'Terms',
  field,
  op: 'Contains',
  value,
  allowNA: false,
});

const hasDates = (filters: readonly Filter[]): boolean =>
  filters.some(
    (filter) => (filter.$type === 'DateRange' || filter.$type === 'RelativeDateRange') && !isEmpty(filter),
  );

/** Adds the last twelve months unless the filters have dates. Not for alerts and report configurations. */
export const withDefaultDateRange = (filters: readonly Filter[], now: Date): Filter[] =>
  hasDates(filters)
    ? [...filters]
    : [...filters.filter(({ $type }) => $type !== 'DateRange'), dateRangeFilter(defaultDateRange(now))];

/**
 * The filters with the default range, last twelve months until today, as a range that moves: nobody chose its dates. For what uses
 * the filters of a page on later days.
 */
export const withMovingDates = (filters: readonly Filter[], now: Date): Filter[] => {
  const { from, to } = defaultDateRange(now);
  return filters.map((filter) =>
    filter.$type === 'DateRange' && filter.value.from === from && filter.value.to === to
      ? relativeRangeFilter('-1y')
      : filter,
  );
};

export interface DefaultsOptions {
  readonly now: Date;
  /** Filters that Reset restores before the rules below apply. */
  readonly base?: readonly Filter[];
  /** 'range' on dashboards and search, 'relative' in saved searches, 'none' in alerts and reports. */
  readonly dates: 'range' | 'relative' | 'none';
  /** Analyst tags of the user's companies. */
  readonly companyTags?: readonly Term[];
}

/**
 * The filters that Reset restores for a user: the configured base, a date range if dates are part of the form, and
 * for users below Internal the analyst tags of their companies, if they may search by tags and have any. Activities
 * without a tag stay included.
 */
export const defaultFilters = (user: FilterUser, options: DefaultsOptions): Filter[] => {
  const { base = [], companyTags = [], dates, now } = options;
  const dated =
    dates === 'none' || hasDates(base)
      ? [...base]
      : dates === 'relative'
        ? [...base, relativeRangeFilter('-1y')]
        : withDefaultDateRange(base, now);
  const tagged = !isStaff(user.role) && user.searchFields.includes('AnalystTags') && companyTags.length > 0;
  const hasTags = dated.some(({ field }) => field === 'AnalystTags');
  return tagged && !hasTags ? [...dated, ownTags(companyTags)] : dated;
};

/** Most activities have no tag; defaults that exclude them would look like data loss. */
const ownTags = (tags: readonly Term[]): TermsFilter => ({
  ...termsFilter('AnalystTags', tags),
  allowNA: true,
});

/** The filters with all own clients of a user who must choose some, unless they name clients. */
export const withOwnClients = (filters: readonly Filter[], own: readonly Term[]): Filter[] =>
  own.length === 0 || listSelectedTerms(filters, 'Clients').length > 0
    ? [...filters]
    : [termsFilter('Clients', own), ...filters.filter(({ field }) => field !== 'Clients')];

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Dashboards always require clients; a search requires them only from users who do not see all clients. */
export const requiresClients = (
  form: 'dashboard' | 'search',
  { seesAllClients }: { readonly seesAllClients: boolean },
): boolean => form === 'dashboard' || !seesAllClients;

/** Problems with missing required fields: clients where required, and dates on a dashboard. */
export const requiredProblems = (
  filters: readonly Filter[],
  form: { readonly kind: 'dashboard' } | { readonly kind: 'search'; readonly user: FilterUser },
): FieldError[] => {
  const hasClients = listSelectedTerms(filters, 'Clients').length > 0;
  if (form.kind === 'search') {
    const needed = requiresClients('search', { seesAllClients: isStaff(form.user.role) });
    return needed && !hasClients ? [{ field: 'Clients', message: requiredMessage('Clients') }] : [];
  }
  return [
    ...(hasClients ? [] : [{ field: 'Clients', message: requiredMessage('Companies') }]),
    ...(hasDates(filters) ? [] : [{ field: 'DateRange', message: requiredMessage('From Date') }]),
  ];
};

/** A range must not start after today or after its end. */
export const dateRangeProblems = ({ from, to }: DateRangeValue, now: Date): FieldError[] => {
  if (from === null || (from <= formatDay(now) && (to === null || from <= to))) return [];
  return [{ field: 'DateRange', message: rangeOrderMessage }];
};

/** Problems with clients that a client user does not have, for forms about that user. */
export const foreignClientProblems = (
  filters: readonly Filter[],
  ownClientIds: ReadonlySet<string>,
): FieldError[] => {
  const foreign = listSelectedTerms(filters, 'Clients').filter(({ id }) => !ownClientIds.has(id));
  if (foreign.length === 0) return [];
  return [{ field: 'Clients', message: foreignClientsMessage(foreign.map(({ id, name }) => name ?? id)) }];
};

/** Whether filters name a client besides the one that a report is about. */
export const namesOtherClients = (filters: readonly Filter[], clientId: string): boolean =>
  listSelectedTerms(filters, 'Clients').some(({ id }) => id !== clientId);

/** One per line as specified; a row of a sheet has tabs, and a list from a mail often semicolons. */
const listNames = (text: string): string[] =>
  text
    .split(/[\r\n\t;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The names to look up, trimmed and deduplicated. */
export const readerOrgNames = (text: string): string[] => [...new Set(listNames(text))];

/** The limit counts lines as typed, including duplicates. */
export const readerOrgProblem = (text: string): string | undefined => {
  const excess = listNames(text).length - limits.terms;
  return excess > 0 ? tooManyReaderOrgsMessage(excess) : undefined;
};
