import type { SessionUserData } from '@readerlens/auth';
import { filterProblems } from '@readerlens/filters/panel';
import {
  foreignClientProblems,
  readStoredModel,
  savedFiltersProblem,
  searchNameProblem,
  toQuery,
} from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { Problems } from '@readerlens/ui';
import type { SavedSearchRow } from '../searches.queries.ts';

/** What the editor changes. */
export interface SearchValues {
  readonly name: string;
  readonly description: string;
  readonly model: FilterModel;
}

export const readSearchValues = (search: SavedSearchRow, catalogue: FieldCatalogue): SearchValues => ({
  name: search.name,
  description: search.description,
  model: readStoredModel(search, catalogue),
});

/** The values that differ from the stored ones, as the API takes them. */
export const findChanges = (stored: SearchValues, { name, description, model }: SearchValues) => ({
  ...(name === stored.name ? {} : { name }),
  ...(description === stored.description ? {} : { description }),
  ...(toQuery(model) === toQuery(stored.model)
    ? {}
    : { filters: [...model.filters], indices: [...model.indices] }),
});

/** The rules of the filter cards of a saved search. */
export const searchForm = { form: 'search', dates: true } as const;

/** Why values cannot be saved. The cards of the filters show the problems of `model`. */
export const findSearchProblems = (
  { name, model }: SearchValues,
  owner: SessionUserData,
  catalogue: FieldCatalogue,
): Problems => {
  const [inCards] = filterProblems(model, owner, { ...searchForm, catalogue });
  return {
    name: searchNameProblem(name),
    model: inCards?.message,
    '': inCards ? undefined : savedFiltersProblem(model.filters, owner)?.message,
  };
};

/** Whether the filters name clients that the owner does not have. That is shown before an attempt to save. */
export const hasForeignClients = ({ filters }: FilterModel, owner: SessionUserData): boolean =>
  !isStaff(owner.role) &&
  foreignClientProblems(filters, new Set(owner.companies.map(({ id }) => id))).length > 0;
