// The activities that a filter model selects, as part of a sentence: 'webinars and events by readers in Germany or France'.
import { countText } from '@readerlens/contract/numbers';
import { isCountingRule } from '@readerlens/contract/alert-rule';
import type { AlertRule } from '@readerlens/contract/alert-rule';
import { countedInWords, ruleInWords } from '@readerlens/contract/alert-words';
import type { RuleSelection } from '@readerlens/contract/alert-words';
import { activityTypeLabel, activityTypes, relativeRanges } from '@readerlens/contract/vocabulary';
// A chunk of a page that named the files one by one would keep the bundler from joining them.
import { isDateFilter, isEmpty, isMaskedField, shortenText, textLines, textOpWords } from './index.ts';
import type { FieldCatalogue, Filter, FilterModel, NumericOp, TermsFilter } from './index.ts';

const shownNames = 3;

/** 'A', 'A or B', 'A, B, C or 2 more'; `others` are those without a name. */
const joinChoices = (names: readonly string[], word: 'and' | 'or' = 'or', others = 0): string => {
  const shown = names.length > shownNames + 1 ? names.slice(0, shownNames) : names;
  const rest = names.length - shown.length + others;
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${word} ${last}` : last;
};

const numericWords: Readonly<Record<NumericOp, string>> = {
  LessThan: 'is less than',
  LessThanOrEquals: 'is at most',
  Equals: 'is',
  GreaterThan: 'is more than',
  GreaterThanOrEquals: 'is at least',
};

interface Place {
  readonly preposition: string;
  /** The word for the choices while their names are not known. */
  readonly noun: readonly [one: string, several: string];
}

/** The fields that say where readers are or belong: 'by readers in Germany'. */
const readerPlaces: Readonly<Record<string, Place>> = {
  Country: { preposition: 'in', noun: ['country', 'countries'] },
  State: { preposition: 'in', noun: ['state', 'states'] },
  Region: { preposition: 'in', noun: ['region', 'regions'] },
  ReaderOrgs: { preposition: 'of', noun: ['organization', 'organizations'] },
  AccountLists: { preposition: 'of organizations on', noun: ['account list', 'account lists'] },
};

/** The fields that say where an activity took place or what it is about. */
const activityPlaces: Readonly<Record<string, Place>> = {
  Clients: { preposition: 'for', noun: ['client', 'clients'] },
  Onlines: { preposition: 'in', noun: ['community', 'communities'] },
  ContentTopics: { preposition: 'about', noun: ['content theme', 'content themes'] },
};

/** The choices of a filter; undefined if none of its terms has a name. */
const joinTerms = ({ value, allowNA }: TermsFilter, none: string): string | undefined => {
  const names = value.flatMap(({ name }) => name ?? []);
  if (names.length === 0 && value.length > 0) return undefined;
  return joinChoices([...names, ...(allowNA ? [none] : [])], 'or', value.length - names.length);
};

const describePlace = (filter: TermsFilter, { preposition, noun: [one, several] }: Place): string => {
  const count = filter.value.length;
  const counted = countText(count, one, several);
  const choices = joinTerms(filter, `no ${one}`) ?? counted;
  return `${filter.op === 'NotContains' ? 'not ' : ''}${preposition} ${choices}`;
};

/** What a field is compared with: 'is Head or Chief', 'contains chief'. */
const describeComparison = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms': {
      const count = filter.value.length;
      const choices = joinTerms(filter, 'none') ?? (count === 1 ? '1 choice' : `one of ${count} choices`);
      return `${filter.op === 'NotContains' ? 'is not' : 'is'} ${choices}`;
    }
    case 'Text':
      return `${textOpWords[filter.op]} ${joinChoices(textLines(filter.value).map(shortenText))}`;
    case 'Numeric':
      return `${numericWords[filter.op]} ${filter.value?.toLocaleString('en-US') ?? ''}`;
    case 'Media':
      return `is ${joinChoices(filter.value)}`;
    case 'Bool':
    case 'Exists':
      return `is ${filter.value ? 'Yes' : 'No'}`;
    case 'DateRange':
    case 'RelativeDateRange':
      return '';
  }
};

const pluralWords: Readonly<Record<string, string>> = { activity: 'activities' };

const nameTypes = ({ indices }: FilterModel): readonly string[] =>
  indices.length === 0 || indices.length === activityTypes.length
    ? ['activity']
    : activityTypes
        .filter((type) => indices.includes(type))
        .map((type) => activityTypeLabel[type].toLowerCase());

/** Who did it, in the words after 'by'. */
export interface SelectionSubject {
  readonly kind: 'Reader' | 'Organization';
  readonly name: string;
}

type SelectionWords = NonNullable<RuleSelection['activities']>;

const reportedKinds = { Reader: 'Reader', ReaderOrg: 'Organization' } as const;

interface Options {
  readonly catalogue: FieldCatalogue;
  readonly blinded: boolean;
  /** The one reader or organization that the activities are of. */
  readonly subject?: SelectionSubject | null | undefined;
  /** The number of further filters, which the reader of the words may not see. */
  readonly unseen?: number | undefined;
}

const describeUnseen = (count: number): string =>
  count === 0 ? '' : `with ${countText(count, 'filter')} you cannot see`;

/**
 * Describes the activities that a model selects at any date; undefined if it selects all. Terms are called by their names in the
 * model, so that Blinded Mode has the stand-ins of the API here, too.
 */
export const describeSelection = (
  model: FilterModel,
  { catalogue, blinded, subject, unseen = 0 }: Options,
): SelectionWords | undefined => {
  const readers: string[] = subject?.kind === 'Organization' ? [`of ${subject.name}`] : [];
  const others: string[] = [];
  const comparisons: string[] = [];
  for (const filter of model.filters) {
    const definition = catalogue.find(filter.field);
    if (!definition || isEmpty(filter) || isDateFilter(filter)) continue;
    const isTerms = filter.$type === 'Terms';
    const readerPlace = readerPlaces[filter.field];
    const place = activityPlaces[filter.field];
    if (isTerms && readerPlace) readers.push(describePlace(filter, readerPlace));
    else if (isTerms && place) others.push(describePlace(filter, place));
    // Text typed about people would reveal what Blinded Mode hides.
    else if (blinded && isMaskedField(definition)) comparisons.push(`${definition.label} is hidden`);
    else comparisons.push(`${definition.label} ${describeComparison(filter)}`);
  }
  const types = nameTypes(model);
  const clauses = [
    subject?.kind === 'Reader' ? `by ${subject.name}` : '',
    readers.length > 0 ? `by readers ${readers.join(', ')}` : '',
    ...others,
    comparisons.length > 0 ? `where ${comparisons.join(' and ')}` : '',
    describeUnseen(unseen),
  ].filter((clause) => clause !== '');
  if (clauses.length === 0 && types[0] === 'activity') return undefined;
  const [first, ...rest] = clauses;
  const narrowed = [first ? ` ${first}` : '', ...rest].join(', ');
  return {
    one: `${joinChoices(types)}${narrowed}`,
    several: `${joinChoices(
      types.map((type) => pluralWords[type] ?? `${type}s`),
      'and',
    )}${narrowed}`,
  };
};

/** 'in the last 1 year', 'from 2026-01-01 to 2026-02-01'; without dates the last year, as everywhere. */
const describeDates = ({ filters }: FilterModel): string => {
  const dates = filters.filter((filter) => isDateFilter(filter) && !isEmpty(filter))[0];
  if (dates?.$type === 'DateRange')
    return `from ${dates.value.from ?? 'any day'} to ${dates.value.to ?? 'today'}`;
  const code = dates?.$type === 'RelativeDateRange' && dates.value ? dates.value : '-1y';
  const words = relativeRanges[code].toLowerCase();
  return code.startsWith('/') ? `in the ${words}` : `in the last ${words.replace(/^1 /, '')}`;
};

interface CountedOrganizations {
  readonly leastEngagements: number;
  readonly mostOrganizations: number | null;
}

/** Describes the rule of an account list: 'Organizations with at least 5 webinars by readers in Germany, in the last year.' */
export const describeListRule = (
  model: FilterModel,
  { leastEngagements, mostOrganizations }: CountedOrganizations,
  options: Options,
): string => {
  const words = describeSelection(model, options) ?? { one: 'activity', several: 'activities' };
  const counted = leastEngagements === 1 ? words.one : words.several;
  const first =
    mostOrganizations === null
      ? 'Organizations'
      : mostOrganizations === 1
        ? 'The most active organization'
        : `The ${mostOrganizations.toLocaleString('en-US')} most active organizations`;
  return `${first} with at least ${leastEngagements.toLocaleString('en-US')} ${counted}, ${describeDates(model)}.`;
};

/** Says which activities an alert counts whose behavior is not known yet. */
export const describeCounted = (model: FilterModel, options: Options): string =>
  countedInWords({ activities: describeSelection(model, options) });

/** Describes the rule of an alert with what its filters select and what it is about. */
export const alertInWords = (
  rule: AlertRule,
  model: FilterModel,
  { subject, ...options }: Options,
): string => {
  const reported = isCountingRule(rule) ? reportedKinds[rule.aggField] : undefined;
  return ruleInWords(
    rule,
    subject && subject.kind === reported
      ? { activities: describeSelection(model, options), subject: subject.name }
      : { activities: describeSelection(model, { ...options, subject }) },
  );
};
