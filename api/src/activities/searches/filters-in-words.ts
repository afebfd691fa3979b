import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { isMaskedField } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';
import type { ShownModel } from './shown-model.ts';
import { formatOperator } from '../filter-words.ts';

/** 'NotContains' becomes 'not contains'. */
const formatOperation = (filter: Filter): string => {
  if (filter.$type === 'Terms') return filter.op === 'NotContains' ? 'is none of' : 'is any of';
  return 'op' in filter ? formatOperator(filter.op) : 'is';
};

const formatValue = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms':
      return [
        ...filter.value.map(({ id, name = id }) => name),
        ...(filter.allowNA ? ['not available'] : []),
      ].join(', ');
    case 'Text':
      return filter.value.split('\n').join(' or ');
    case 'Media':
      return filter.value.join(', ');
    case 'Bool':
    case 'Exists':
      return filter.value ? 'Yes' : 'No';
    case 'Numeric':
      return filter.value?.toLocaleString('en-US') ?? '';
    case 'DateRange':
    case 'RelativeDateRange':
      return '';
  }
};

/** A filter for people who read it. */
export interface FilterInWords {
  name: string;
  operation: string;
  value: string;
}

/** The activity types and filters of a model, as `createShownModels` returns it, in words. */
export const filtersInWords = (
  { filters, indices }: ShownModel,
  catalogue: FieldCatalogue,
  { blinded }: Pick<Viewer, 'blinded'>,
): FilterInWords[] => {
  const types = indices.map((type) => activityTypeLabel[type]).join(', ');
  return [
    ...(types ? [{ name: 'Activity Types', operation: 'is any of', value: types }] : []),
    ...filters.flatMap((filter) => {
      const definition = catalogue.find(filter.field);
      if (!definition) return [];
      const isHidden = blinded && filter.$type === 'Text' && isMaskedField(definition);
      const value = isHidden ? maskedText : formatValue(filter);
      return [{ name: definition.label, operation: formatOperation(filter), value }];
    }),
  ];
};
