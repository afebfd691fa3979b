// The rules of saved searches, for the form and for the API.
import type { FieldError } from './defaults.ts';
import { requiredProblems } from './defaults.ts';
import type { Filter } from './kinds.ts';
import { requiredMessage } from './messages.ts';
import type { FilterUser } from './rules.ts';

export const searchNameLabel = 'Search Name';
/** Characters of a saved search's name. */
export const maxSearchName = 60;
export const noFiltersMessage = 'At least one filter is required';

/** What is wrong with the name of a saved search, if anything; surrounding blanks do not count. */
export const searchNameProblem = (name: string): string | undefined => {
  const { length } = Array.from(name.trim());
  if (length === 0) return requiredMessage(searchNameLabel);
  return length > maxSearchName
    ? `${searchNameLabel} must not be longer than ${maxSearchName} characters`
    : undefined;
};

/** What keeps finished filters from being saved: none at all, or no clients for a user below Internal. */
export const savedFiltersProblem = (filters: readonly Filter[], user: FilterUser): FieldError | undefined => {
  if (filters.length === 0) return { field: 'filters', message: noFiltersMessage };
  const [missing] = requiredProblems(filters, { kind: 'search', user });
  return missing;
};
