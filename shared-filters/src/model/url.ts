// The link form of a model, such as `types:Webinar;Clients:c1,c7;RelativeDateRange:-1y;Title.Contains:chief`. Terms
// are ids only: names are looked up. Separators inside values are escaped with a tilde, so that links survive
// percent-encoding by other programs.
import { parseActivityTypes, invalid } from './parse-value.ts';
import { maskedFilters } from './blinded.ts';
import type { FieldCatalogue } from './catalogue.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { Filter, FilterModel } from './kinds.ts';
import type { Parsed, Problem } from './parse-value.ts';
import { opsOfField, parseFilter, withinLimits } from './parse.ts';

/** The query parameter that carries the search. */
export const searchKey = 'f';

const typesName = 'types';
const escapes: Readonly<Record<string, string>> = { '~': '~~', ';': '~s', ',': '~c', '\n': '~n', '\r': '~r' };
const unescapes = new Map(Object.entries(escapes).map(([plain, escaped]) => [escaped, plain]));

const escapeText = (text: string): string => text.replace(/[~;\n\r]/g, (c) => escapes[c] ?? c);
const escapeItem = (text: string): string => text.replace(/[~;,\n\r]/g, (c) => escapes[c] ?? c);
const unescapeText = (text: string): string =>
  text.replace(/~[~scnr]/g, (escaped) => unescapes.get(escaped) ?? escaped);

const list = (items: readonly string[]): string => items.map(escapeItem).join(',');
const unlist = (text: string): string[] => (text === '' ? [] : text.split(',').map(unescapeText));

const flagNames = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
  [null, 'any'],
]);
const flagByName = new Map([...flagNames].map(([flag, name]) => [name, flag]));

const valueText = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms':
      return list(filter.value.map(({ id }) => id));
    case 'Text':
      return escapeText(filter.value);
    case 'Media':
      return list(filter.value);
    case 'DateRange':
      return `${filter.value.from ?? ''},${filter.value.to ?? ''}`;
    case 'Numeric':
      return filter.value === null ? '' : String(filter.value);
    case 'Bool':
    case 'Exists':
      return flagNames.get(filter.value) ?? 'any';
    case 'RelativeDateRange':
      return filter.value;
  }
};

const defaultOps = new Set(['Terms.Contains', 'Text.Equals', 'Numeric.Equals']);

const segment = (filter: Filter): string => {
  const op = 'op' in filter && !defaultOps.has(`${filter.$type}.${filter.op}`) ? `.${filter.op}` : '';
  const na = 'allowNA' in filter && filter.allowNA ? '.na' : '';
  return `${filter.field}${op}${na}:${valueText(filter)}`;
};

/** Serializes a model for a link, in the model's order; '' for an empty model. Names of terms are omitted. */
export const toQuery = ({ filters, indices }: FilterModel): string =>
  [...(indices.length > 0 ? [`${typesName}:${list(indices)}`] : []), ...filters.map(segment)].join(';');

const numberPattern = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Converts a value's text to JSON, which the model parser validates. */
const valueJson = (definition: FieldDefinition, text: string): unknown => {
  switch (definition.kind) {
    case 'Terms':
      return unlist(text).map((id) => ({ id }));
    case 'Text':
      return unescapeText(text);
    case 'Media':
      return unlist(text);
    case 'DateRange': {
      const [from, to, ...rest] = text.split(',');
      return rest.length > 0 ? undefined : { from: from || null, to: to || null };
    }
    case 'Numeric':
      if (text === '') return null;
      return numberPattern.test(text) ? Number(text) : undefined;
    case 'Bool':
    case 'Exists':
      return flagByName.get(text);
    case 'RelativeDateRange':
      return text;
  }
};

const parseSegment = (text: string, catalogue: FieldCatalogue): Parsed<Filter> => {
  const colon = text.indexOf(':');
  const [field = '', ...marks] = text.slice(0, Math.max(colon, 0)).split('.');
  const definition = catalogue.find(field);
  if (!definition) return invalid(`/${field}`, 'Unknown filter field.');
  const ops = marks.filter((mark) => mark !== 'na');
  if (ops.length > 1) return invalid(`/${field}`, 'A filter has one operator.');
  const filter = {
    field,
    op: ops[0] ?? opsOfField(definition)[0],
    value: valueJson(definition, text.slice(colon + 1)),
    allowNA: marks.includes('na'),
  };
  return parseFilter(filter, catalogue, `/${field}`);
};

export interface ReadQuery {
  /** The valid part of the link. */
  readonly model: FilterModel;
  readonly problems: readonly Problem[];
}

/** Parses a link's text. Invalid parts are dropped and reported; never throws. */
export const fromQuery = (text: string, catalogue: FieldCatalogue): ReadQuery => {
  const problems: Problem[] = [];
  const filters: Filter[] = [];
  let indices: FilterModel['indices'] = [];
  for (const part of text.split(';').filter((written) => written !== '')) {
    if (part.startsWith(`${typesName}:`)) {
      const types = parseActivityTypes(unlist(part.slice(typesName.length + 1)));
      if (types.ok) indices = types.activityTypes;
      else problems.push(...types.problems);
    } else {
      const filter = parseSegment(part, catalogue);
      if (filter.ok) filters.push(filter.value);
      else problems.push(...filter.problems);
    }
  }
  const kept = withinLimits(filters);
  return { model: { filters: kept.filters, indices }, problems: [...problems, ...kept.problems] };
};

/** Percent-encodes for a query string, except characters that are allowed there and aid readability. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%3A|%2C|%3B|%2F|%20/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

const isSearchPair = (pair: string): boolean => new URLSearchParams(pair).has(searchKey);

/** The model in a `location.search`; undefined if there is none. */
export const readSearch = (search: string, catalogue: FieldCatalogue): ReadQuery | undefined => {
  const text = new URLSearchParams(search).get(searchKey);
  return text === null ? undefined : fromQuery(text, catalogue);
};

/** Sets the model in a `location.search`, or removes it if the model is empty; other parameters are unchanged. */
export const writeSearch = (search: string, model: FilterModel): string => {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !isSearchPair(pair));
  const text = toQuery(model);
  const pairs = text === '' ? others : [...others, `${searchKey}=${encode(text)}`];
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** URL parameters of screens that never hold typed text. Others are left out of links in Blinded Mode. */
const codedParameters: ReadonlySet<string> = new Set([
  'baseline',
  'bucket',
  'compare',
  'comparison',
  'documents',
  'months',
  'order',
  'org',
  'page',
  'part',
  'reader',
  'size',
  'sort',
  'sources',
  'view',
]);

interface StoredLink {
  readonly catalogue: FieldCatalogue;
  /** Leaves out typed text that may hold what Blinded Mode hides. */
  readonly blinded: boolean;
}

/** A `location.search` as links store it: other parameters in alphabetical order, then the valid part of the model. */
export const storedSearch = (search: string, { catalogue, blinded }: StoredLink): string => {
  const others = [...new URLSearchParams(search)]
    .filter(([name]) => name !== searchKey && (!blinded || codedParameters.has(name)))
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const model = readSearch(search, catalogue)?.model ?? { filters: [], indices: [] };
  const hidden = new Set(blinded ? maskedFilters(model.filters, catalogue).map(({ index }) => index) : []);
  const filters = model.filters.filter((_, index) => !hidden.has(index));
  return writeSearch(`?${others.join('&')}`, { ...model, filters });
};
