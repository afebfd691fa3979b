// URL state of the page: `?status=Approved&clients=3,7&email=contains:acme&query=ada&sort=Client&page=2&filters=open`.
// Default values are omitted; invalid values count as missing.
import {
  comparisons,
  inclusionConditions,
  reviewActivitySources,
  reviewActivityTypes,
  reviewFilterStatuses,
  reviewPageSizes,
  reviewSortColumns,
} from '@readerlens/contract/review';
import type { ReviewPageSize, ReviewSortColumn } from '@readerlens/contract/review';
import { qualities } from '@readerlens/contract/vocabulary';
import { knownOption, listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace } from '@readerlens/filters/list';
import { parseDay } from '@readerlens/filters/model';
import { defaultCriteria, defaultDays, isOffered } from './review-criteria.ts';
import type { EmailComparison, ReviewCriteria } from './review-criteria.ts';

export interface ReviewView extends ListPlace<ReviewSortColumn, ReviewPageSize> {
  readonly criteria: ReviewCriteria;
  /** The text that the server searches for in reader, email and document title; '' for none. */
  readonly query: string;
  /** The filter is being edited; otherwise only its summary is shown. */
  readonly filtersOpen: boolean;
}

export const defaultSort = { column: 'DropDate', descending: true } as const;
const rules = {
  sortColumns: reviewSortColumns,
  sizes: reviewPageSizes,
  start: { sort: defaultSort, page: 1, size: 10 },
} as const;
export const maxComparisons = 10;
export const maxQueryLength = 200;
/** Maximum communities, and clients, that the API accepts. */
const maxTerms = 500;

export const defaultView = (today: string): ReviewView => ({
  criteria: defaultCriteria(today),
  query: '',
  filtersOpen: false,
  ...rules.start,
});

type Values = (name: string) => string[];

/** Lists are split before they are decoded, as an id may contain a comma. */
const valuesIn = (search: string): Values => {
  const pairs = search
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  return (name) => pairs.flatMap(([key, value]) => (key === name ? [value] : []));
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
};

const splitList = (values: string[]): string[] => [
  ...new Set(values.flatMap((value) => value.split(',')).map(decoded)),
];

const someKnown = <T extends string | number>(options: readonly T[], texts: string[]): T[] =>
  options.filter((option) => texts.includes(String(option)));

const isId = (text: string): boolean => text.length > 0 && text.length <= 64;
const readId = (text = ''): string => (isId(text) ? text : '');
const toTerms = (texts: string[]) =>
  texts
    .filter(isId)
    .slice(0, maxTerms)
    .map((id) => ({ id }));

const parseComparison = (text: string): EmailComparison[] => {
  const [, word = '', value = ''] = /^(\w+):(.*)$/s.exec(text) ?? [];
  const operation = comparisons.find((one) => one.toLowerCase() === word.toLowerCase());
  const wanted = value.trim().slice(0, 254);
  return operation && wanted ? [{ operation, value: wanted }] : [];
};

/** The days in the URL if they form a valid range, otherwise the default. */
const readDays = (from: unknown, to: unknown, today: string) => {
  const days = { from: parseDay(from), to: parseDay(to) };
  if (!days.from || !days.to || days.from > days.to || days.from > today) return defaultDays(today);
  return { from: days.from, to: days.to };
};

const readCriteria = (values: Values, today: string): ReviewCriteria => {
  const one = (name: string) => splitList(values(name))[0];
  const subsequent = one('sequence') === 'subsequent';
  const status = knownOption(reviewFilterStatuses, one('status')) ?? 'Pending';
  return {
    ...readDays(one('from'), one('to'), today),
    status: isOffered(status, subsequent) ? status : 'Pending',
    subsequent,
    source: knownOption(reviewActivitySources, one('source')) ?? null,
    onlines: toTerms(splitList(values('onlines'))),
    clients: toTerms(splitList(values('clients'))),
    reader: readId(one('reader')),
    org: readId(one('org')),
    types: someKnown(reviewActivityTypes, splitList(values('types'))),
    qualities: someKnown(qualities, splitList(values('quality'))),
    emails: values('email').map(decoded).flatMap(parseComparison).slice(0, maxComparisons),
    match: knownOption(inclusionConditions, one('match')) ?? 'All',
  };
};

/** A link to a page counts in the rows that it was made with, so that only others have the person's own size. */
const readPlace = (search: string, values: Values, ownSize: ReviewPageSize | undefined) => {
  const place = readListPlace(search, rules);
  const isOwn = values('size').length === 0 && place.page === 1;
  return isOwn && ownSize ? { ...place, size: ownSize } : place;
};

/** Reads the view from a `location.search`. `ownSize`: the rows per page that the person has chosen before. */
export const readAddress = (search: string, today: string, ownSize?: ReviewPageSize): ReviewView => {
  const values = valuesIn(search);
  return {
    criteria: readCriteria(values, today),
    query: decoded(values('query')[0] ?? '')
      .trim()
      .slice(0, maxQueryLength),
    filtersOpen: values('filters')[0] === 'open',
    ...readPlace(search, values, ownSize),
  };
};

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%40', '@');
const joined = (texts: readonly (string | number)[]): string =>
  texts.map((text) => encoded(String(text))).join(',');

const criteriaPairs = (criteria: ReviewCriteria, today: string): [string, string][] => {
  const days = defaultDays(today);
  const ownDays = criteria.from !== days.from || criteria.to !== days.to;
  const ids = (terms: readonly { id: string }[]) => joined(terms.map(({ id }) => id));
  return [
    ['status', criteria.status === 'Pending' ? '' : criteria.status],
    ['from', ownDays ? criteria.from : ''],
    ['to', ownDays ? criteria.to : ''],
    ['sequence', criteria.subsequent ? 'subsequent' : ''],
    ['source', criteria.source ?? ''],
    ['onlines', ids(criteria.onlines)],
    ['clients', ids(criteria.clients)],
    ['reader', encoded(criteria.reader)],
    ['org', encoded(criteria.org)],
    ['types', joined(criteria.types)],
    ['quality', joined(criteria.qualities)],
    ...criteria.emails.map(({ operation, value }): [string, string] => [
      'email',
      encoded(`${operation.toLowerCase()}:${value}`),
    ]),
    ['match', criteria.emails.length > 1 && criteria.match !== 'All' ? criteria.match : ''],
  ];
};

const addressOfPairs = (pairs: [string, string][]): string => {
  const written = pairs.filter(([, value]) => value !== '').map((pair) => pair.join('='));
  return written.length > 0 ? `?${written.join('&')}` : '';
};

/** The criteria as a normalized URL query, so that equal criteria are equal as text. */
export const criteriaQuery = (criteria: ReviewCriteria, today: string): string =>
  addressOfPairs(criteriaPairs(criteria, today));

/** The view as a `location.search`; '' for the default view. */
export const writeAddress = (view: ReviewView, today: string): string =>
  addressOfPairs([
    ...criteriaPairs(view.criteria, today),
    ['query', encoded(view.query)],
    ...listPlaceParameters(view, rules).map(([name, value = '']): [string, string] => [name, value]),
    ['filters', view.filtersOpen ? 'open' : ''],
  ]);
