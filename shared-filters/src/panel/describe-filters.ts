import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { isEmpty, isMaskedField, textLines } from '../model/index.ts';
import type { FieldCatalogue, Filter, FilterModel, NumericOp, TermsFilter, TextOp } from '../model/index.ts';

const textOps: Record<TextOp, string> = {
  Equals: 'is',
  Contains: 'contains',
  Like: 'is like',
  NotEqual: 'is not',
  NotContains: 'does not contain',
  NotLike: 'is not like',
};

const numericOps: Record<NumericOp, string> = {
  LessThan: '<',
  LessThanOrEquals: '≤',
  Equals: '=',
  GreaterThan: '>',
  GreaterThanOrEquals: '≥',
};

const shownNames = 3;
const shownCharacters = 60;

const shortened = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1).trimEnd()}…` : text;

const listed = (names: readonly string[]): string => {
  const rest = names.length - shownNames;
  return [...names.slice(0, shownNames), ...(rest > 0 ? [`+${rest} more`] : [])].join(', ');
};

const termsText = ({ value, op, allowNA }: TermsFilter): string => {
  const names = value.flatMap(({ name }) => name ?? []);
  const none = allowNA ? ['none'] : [];
  const shownValue = names.length === value.length ? listed([...names, ...none]) : `${value.length} selected`;
  return op === 'NotContains' ? `not ${shownValue}` : shownValue;
};

const describeFilter = (filter: Filter, label: string): string | undefined => {
  switch (filter.$type) {
    case 'Terms':
      return `${label}: ${termsText(filter)}`;
    case 'Text':
      return `${label} ${textOps[filter.op]} ${listed(textLines(filter.value).map(shortened))}`;
    case 'Numeric':
      return `${label} ${numericOps[filter.op]} ${filter.value?.toLocaleString('en-US') ?? ''}`;
    case 'Media':
      return `${label}: ${listed(filter.value)}`;
    case 'Bool':
    case 'Exists':
      return `${label}: ${filter.value ? 'Yes' : 'No'}`;
    case 'DateRange':
    case 'RelativeDateRange':
      return undefined;
  }
};

/**
 * Describes each filter except dates and clients in a few words: 'Communities: Cell Therapy', 'Title contains chief'.
 */
export const describeFilters = (
  { filters, indices }: FilterModel,
  catalogue: FieldCatalogue,
  { blinded }: { blinded: boolean },
): string[] => [
  ...(indices.length > 0
    ? [`Activity Type: ${indices.map((type) => activityTypeLabel[type]).join(', ')}`]
    : []),
  ...filters.flatMap((filter) => {
    if (filter.field === 'Clients' || isEmpty(filter)) return [];
    const definition = catalogue.find(filter.field);
    const label = definition?.label ?? filter.field;
    // Text typed about people would reveal what Blinded Mode hides.
    if (blinded && definition && isMaskedField(definition)) return `${label}: hidden`;
    return describeFilter(filter, label) ?? [];
  }),
];
