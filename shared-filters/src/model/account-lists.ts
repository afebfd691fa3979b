import type { Filter, Term } from './kinds.ts';

/** The filter by lists of organizations. Its values are ids of lists, which only the server can read. */
export const accountListsField = 'AccountLists';

/** The lists that filters name, also those that are excluded. */
export const listNamedLists = (filters: readonly Filter[]): Term[] =>
  filters.flatMap((filter) =>
    filter.$type === 'Terms' && filter.field === accountListsField ? filter.value : [],
  );
