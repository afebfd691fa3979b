import type { Filter, FilterModel } from './kinds.ts';
import { textLines } from './text.ts';

/**
 * Whether a filter has no effect: no terms (unless it matches rows without a value), blank text, 'both', 'either', no
 * number, no date, relative range Custom.
 */
export const isEmpty = (filter: Filter): boolean => {
  switch (filter.$type) {
    case 'Terms':
      return filter.value.length === 0 && !(filter.allowNA && filter.op === 'Contains');
    case 'Text':
      return textLines(filter.value).length === 0;
    case 'DateRange':
      return filter.value.from === null && filter.value.to === null;
    case 'Media':
      return filter.value.length === 0;
    case 'RelativeDateRange':
      return filter.value === 'custom';
    case 'Bool':
    case 'Numeric':
    case 'Exists':
      return filter.value === null;
  }
};

export const withoutEmpty = (filters: readonly Filter[]): Filter[] =>
  filters.filter((filter) => !isEmpty(filter));

/** Whether a model has any filter or activity type. */
export const hasContent = ({ filters, indices }: FilterModel): boolean => filters.length + indices.length > 0;
