import { knownOption } from '@readerlens/filters/list';
import type { ListParameter, ListPlace } from '@readerlens/filters/list';

/** The key of an event, an issue, a session or a link; '' for all. */
export const keyParameter: ListParameter<string> = {
  read: (text) => (text !== null && /^[0-9a-f]{32}$/.test(text) ? text : ''),
  write: (key) => key || undefined,
};

export const optionParameter = <T extends string>(options: readonly T[], start: T): ListParameter<T> => ({
  read: (text) => knownOption(options, text) ?? start,
  write: (value) => (value === start ? undefined : value),
});

/** The answer of a call that has all items at once, as a page of them. */
export const slicePage = <T>(items: readonly T[], { page, size }: ListPlace) => ({
  items: items.slice((page - 1) * size, page * size),
  total: items.length,
});
