import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import {
  activityTypesField,
  isMaskedField,
  shortenText,
  textLines,
  textOpWords,
  usedFields,
} from '../model/index.ts';
import type { FieldCatalogue, Filter, FilterModel, NumericOp, TermsFilter } from '../model/index.ts';

const numericOps: Record<NumericOp, string> = {
  LessThan: '<',
  LessThanOrEquals: '≤',
  Equals: '=',
  GreaterThan: '>',
  GreaterThanOrEquals: '≥',
};

const shownNames = 3;

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

/** What follows the label: ': Cell Therapy', ' contains chief'. */
const valueText = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms':
      return `: ${termsText(filter)}`;
    case 'Text':
      return ` ${textOpWords[filter.op]} ${listed(textLines(filter.value).map(shortenText))}`;
    case 'Numeric':
      return ` ${numericOps[filter.op]} ${filter.value?.toLocaleString('en-US') ?? ''}`;
    case 'Media':
      return `: ${listed(filter.value)}`;
    case 'Bool':
    case 'Exists':
      return `: ${filter.value ? 'Yes' : 'No'}`;
    case 'DateRange':
    case 'RelativeDateRange':
      return '';
  }
};

export interface FilterDescription {
  readonly field: string;
  /** 'Communities: Cell Therapy', 'Title contains chief, is not head'. */
  readonly text: string;
}

interface Options {
  readonly catalogue: FieldCatalogue;
  readonly defaults: FilterModel;
  readonly blinded: boolean;
}

/** Describes each field that narrows the search beyond clients and dates in a few words. */
export const describeFilters = (
  model: FilterModel,
  { catalogue, defaults, blinded }: Options,
): FilterDescription[] =>
  usedFields(model, defaults).map((field) => {
    if (field === activityTypesField)
      return {
        field,
        text: `Activity Type: ${model.indices.map((type) => activityTypeLabel[type]).join(', ')}`,
      };
    const definition = catalogue.find(field);
    const label = definition?.label ?? field;
    // Text typed about people would reveal what Blinded Mode hides.
    if (blinded && definition && isMaskedField(definition)) return { field, text: `${label}: hidden` };
    const values = model.filters.filter((filter) => filter.field === field).map(valueText);
    return { field, text: `${label}${values.join(',')}` };
  });
