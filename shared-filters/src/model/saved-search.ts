// Validation of saved searches, shared by the form and the API.
import { requiredMessage } from '@readerlens/contract/messages';
import { lineProblem } from '@readerlens/contract/vocabulary';
import type { FieldError } from './defaults.ts';
import { requiredProblems } from './defaults.ts';
import type { Filter } from './kinds.ts';
import type { FilterUser } from './rules.ts';

export const searchNameLabel = 'Search Name';
/** Maximum characters of a saved search's name. */
export const maxSearchName = 60;
const noFiltersMessage = 'At least one filter is required';

/** Validates the name of a saved search, ignoring surrounding blanks. */
export const searchNameProblem = (name: string): string | undefined =>
  lineProblem(name, {
    label: searchNameLabel,
    required: requiredMessage(searchNameLabel),
    max: maxSearchName,
  });

/** Why finished filters cannot be saved: there are none, or a user below Internal selected no clients. */
export const savedFiltersProblem = (filters: readonly Filter[], user: FilterUser): FieldError | undefined => {
  if (filters.length === 0) return { field: 'filters', message: noFiltersMessage };
  const [missing] = requiredProblems(filters, { kind: 'search', user });
  return missing;
};
