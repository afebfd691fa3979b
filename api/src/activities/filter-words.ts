import { canonicalQuery } from '@readerlens/contract/text';
import { isDateFilter, isEmpty, isMaskedField, parseFilters } from '@readerlens/filters/model';
import type { FieldCatalogue, FieldDefinition, Filter } from '@readerlens/filters/model';
import { activityTypeLabel, relativeRanges } from '@readerlens/contract/vocabulary';
import type { EngagementRequest } from './select-engagements.ts';
import type { EngagementSelection } from './selection.ts';
import { maskedText } from '../people/blinding/pseudonyms.ts';
import type { TermNames } from './lookups/term-names.ts';
import type { Viewer } from '../people/session.ts';
import type { Row } from '../platform/spreadsheet/index.ts';

/** 'StartsWith' -> 'starts with'. */
export const formatOperator = (name: string): string =>
  name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const valueText = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms': {
      const names = filter.value.map(({ id, name = id }) => name).join(', ');
      return filter.op === 'NotContains' ? `not ${names}` : names;
    }
    case 'Text':
      return `${formatOperator(filter.op)} ${filter.value.split('\n').join(' or ')}`;
    case 'Numeric':
      return `${formatOperator(filter.op)} ${filter.value}`;
    case 'Media':
      return filter.value.join(', ');
    case 'RelativeDateRange':
      return relativeRanges[filter.value];
    case 'DateRange':
      return `${filter.value.from ?? ''} to ${filter.value.to ?? ''}`;
    case 'Bool':
    case 'Exists':
      return filter.value ? 'Yes' : 'No';
  }
};

const formatFilter = (filter: Filter, definition: FieldDefinition, blinded: boolean): string => {
  const text = blinded && isMaskedField(definition) ? maskedText : valueText(filter);
  return 'allowNA' in filter && filter.allowNA ? `${text}, or not available` : text;
};

interface WordsOptions {
  readonly catalogue: FieldCatalogue;
  readonly names: TermNames;
  /** Whether to mask the words. */
  readonly viewer: Viewer;
}

/**
 * Describes the filters of a validated request in words, one row each: those that apply to the caller, without dates.
 * In Blinded Mode with pseudonyms and without text that may contain a name.
 */
export const filterWords = async (
  input: unknown,
  { catalogue, names, viewer }: WordsOptions,
): Promise<Row[]> => {
  const parsed = parseFilters(input, catalogue);
  const all = parsed.ok ? parsed.filters : [];
  const counted = all.filter(
    (filter) => !isDateFilter(filter) && !isEmpty(filter) && viewer.scope.searchFields.has(filter.field),
  );
  const [named] = await names([{ filters: counted, indices: [] }], viewer);
  return (named?.filters ?? []).flatMap((filter) => {
    const definition = catalogue.find(filter.field);
    return definition ? [[definition.label, formatFilter(filter, definition, viewer.blinded)]] : [];
  });
};

const queryWords = ({ query = '' }: EngagementRequest, blinded: boolean): Row[] => {
  const text = canonicalQuery(query);
  return text === '' ? [] : [['Text', blinded ? maskedText : text]];
};

const subjectWords = ({ documentIds, readerId, orgId, docAge }: EngagementRequest): Row[] => [
  ...(documentIds ? [['Documents', `${documentIds.length} chosen`]] : []),
  ...(readerId === undefined ? [] : [['Readers', '1 chosen']]),
  ...(orgId === undefined ? [] : [['Organizations', '1 chosen']]),
  ...(docAge === undefined ? [] : [['Document Age', docAge]]),
];

/** Describes a request that selected these activities, for the About sheet: dates, types, and everything that narrows it. */
export const selectionWords = async (
  request: EngagementRequest,
  { range, activityTypes }: EngagementSelection,
  options: WordsOptions,
): Promise<Row[]> => [
  ['From Date', range.from],
  ['To Date', range.to],
  ['Activity Types', activityTypes.map((type) => activityTypeLabel[type]).join(', ')],
  ...queryWords(request, options.viewer.blinded),
  ...subjectWords(request),
  ...(await filterWords(request.filters, options)),
];
