import { textLines, toQuery } from '../model/index.ts';
import type { Filter, FilterModel } from '../model/index.ts';

/** The order of options and blank lines are irrelevant. */
const ordered = (filter: Filter): Filter => {
  switch (filter.$type) {
    case 'Terms':
      return { ...filter, value: filter.value.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    case 'Media':
      return { ...filter, value: filter.value.toSorted() };
    case 'Text':
      return { ...filter, value: textLines(filter.value).join('\n') };
    default:
      return filter;
  }
};

const keyOf = ({ filters, indices }: FilterModel): string =>
  toQuery({ filters: filters.map(ordered), indices: indices.toSorted() });

/** Whether two normalized models are equal. A relative range differs from the same days as a fixed range. */
export const isSameSearch = (a: FilterModel, b: FilterModel): boolean => keyOf(a) === keyOf(b);
