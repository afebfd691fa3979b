// The reference implementation of filters: one row and one filter at a time, deliberately simple. Tests compare SQL
// results with it. Missing values: a positive comparison drops them, a negative one (Not...) and `allowNA` keep them,
// and Exists tests for them.
import { mediaSourceOptions } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import type { FieldCatalogue } from './catalogue.ts';
import { normalizeDateRange, resolveRelativeRange } from './dates.ts';
import { accountListsField } from './account-lists.ts';
import { isEmpty } from './empty.ts';
import { factOfField } from './facts.ts';
import type { Answer, EngagementFacts, FactName } from './facts.ts';
import type {
  DateRangeValue,
  Filter,
  NumericOp,
  RelativeDateRangeFilter,
  TermsFilter,
  TextFilter,
} from './kinds.ts';
import { isShown } from './rules.ts';
import { matchesEntry, textLines, analyzeTextOp } from './text.ts';

export interface EvaluateContext {
  readonly now: Date;
  readonly catalogue: FieldCatalogue;
  /** Requested activity types; empty means all. */
  readonly activityTypes?: readonly ActivityType[];
  /** The ids of the organizations in each account list; of a rule those that `evaluateRule` of the testing module finds. */
  readonly lists?: ReadonlyMap<string, readonly string[]>;
}

const factNames: ReadonlyMap<string, FactName> = new Map(Object.entries(factOfField));

const readFact = (row: EngagementFacts, field: string): Answer => {
  const name = factNames.get(field);
  if (name) return row[name];
  return Object.hasOwn(row.answers, field) ? (row.answers[field] ?? null) : null;
};

const listIds = (fact: Answer): string[] => {
  if (fact === null) return [];
  return typeof fact === 'object' ? [...fact] : [String(fact)];
};

const isMissing = (fact: Answer): boolean => fact === null || (typeof fact === 'object' && fact.length === 0);

const passesTerms = (fact: Answer, filter: TermsFilter): boolean => {
  const wanted = new Set(filter.value.map(({ id }) => id));
  const hasAny = listIds(fact).some((id) => wanted.has(id));
  if (filter.op === 'NotContains') return !hasAny;
  return hasAny || (filter.allowNA && isMissing(fact));
};

/** An activity is in a list if its organization is; one without an organization is in none. */
const passesLists = (fact: Answer, filter: TermsFilter, { lists }: EvaluateContext): boolean => {
  const isListed = filter.value.some(({ id }) => lists?.get(id)?.includes(String(fact)) ?? false);
  if (filter.op === 'NotContains') return !isListed;
  return isListed || (filter.allowNA && isMissing(fact));
};

const passesText = (fact: Answer, filter: TextFilter): boolean => {
  const { negative, match } = analyzeTextOp(filter.op);
  if (typeof fact !== 'string') return negative;
  const hasAny = textLines(filter.value).some((entry) => matchesEntry(match, fact, entry));
  return negative ? !hasAny : hasAny;
};

const compares = (fact: number, op: NumericOp, value: number): boolean => {
  switch (op) {
    case 'LessThan':
      return fact < value;
    case 'LessThanOrEquals':
      return fact <= value;
    case 'Equals':
      return fact === value;
    case 'GreaterThan':
      return fact > value;
    case 'GreaterThanOrEquals':
      return fact >= value;
  }
};

const passesDates = (row: EngagementFacts, value: DateRangeValue, now: Date): boolean => {
  const day = new Date(row.occurredAt).toISOString().slice(0, 10);
  const { from, to } = normalizeDateRange(value, now);
  return day >= from && day <= to;
};

const passes = (row: EngagementFacts, filter: Filter, context: EvaluateContext): boolean => {
  const { now } = context;
  // A range without ends means the last year, so it must be evaluated before the emptiness check.
  if (filter.$type === 'DateRange') return passesDates(row, filter.value, now);
  if (isEmpty(filter)) return true;
  const fact = readFact(row, filter.field);
  switch (filter.$type) {
    case 'Terms':
      return filter.field === accountListsField
        ? passesLists(fact, filter, context)
        : passesTerms(fact, filter);
    case 'Text':
      return passesText(fact, filter);
    case 'Bool':
      return fact === filter.value || (filter.allowNA && isMissing(fact));
    case 'Numeric':
      return typeof fact === 'number' && filter.value !== null && compares(fact, filter.op, filter.value);
    case 'Media':
      return filter.value.some((name) => mediaSourceOptions[name]?.includes(row.source));
    case 'Exists':
      return isMissing(fact) !== filter.value;
    case 'RelativeDateRange':
      return passesRelative(row, filter, now);
  }
};

const passesRelative = (row: EngagementFacts, filter: RelativeDateRangeFilter, now: Date): boolean => {
  const range = resolveRelativeRange(filter.value, now);
  return range === null || passesDates(row, range, now);
};

/**
 * Whether a row satisfies all filters and has a requested activity type. Filters that a form would hide (such as
 * dates beside a relative range) are ignored.
 */
export const evaluate = (
  row: EngagementFacts,
  filters: readonly Filter[],
  context: EvaluateContext,
): boolean => {
  const { catalogue, activityTypes = [] } = context;
  if (activityTypes.length > 0 && !activityTypes.includes(row.activityType)) return false;
  return filters
    .filter(({ field }) => {
      const definition = catalogue.find(field);
      return definition === undefined || isShown(definition, filters);
    })
    .every((filter) => passes(row, filter, context));
};
