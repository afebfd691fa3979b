import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { isMaskedField } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, Term } from '@readerlens/filters/model';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';
import type { ShownModel, WordedModel } from './shown-model.ts';
import { formatOperator } from '../filter-words.ts';

/** 'NotContains' becomes 'not contains'. */
const formatOperation = (filter: Filter): string => {
  if (filter.$type === 'Terms') return filter.op === 'NotContains' ? 'is none of' : 'is any of';
  return 'op' in filter ? formatOperator(filter.op) : 'is';
};

/** The names of terms. One without a name does not exist any more, or is not for the viewer. */
const listTerms = (terms: readonly Term[]): string[] => {
  const names = terms.flatMap(({ name }) => name ?? []);
  const unseen = terms.length - names.length;
  return unseen === 0 ? names : [...names, `${unseen} you cannot see`];
};

const formatValue = (filter: Filter): string => {
  switch (filter.$type) {
    case 'Terms':
      return [...listTerms(filter.value), ...(filter.allowNA ? ['not available'] : [])].join(', ');
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

const countUnseen = (count: number): FilterInWords[] => {
  if (count === 0) return [];
  return count === 1
    ? [{ name: '1 filter', operation: 'is', value: 'one you cannot see' }]
    : [{ name: `${count} filters`, operation: 'are', value: 'ones you cannot see' }];
};

/** The activity types and filters of a model, as `createShownModels` or `createWordedModels` returns it, in words. */
export const filtersInWords = (
  { filters, indices, unseen = 0 }: ShownModel & Partial<Pick<WordedModel, 'unseen'>>,
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
    ...countUnseen(unseen),
  ];
};
