import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { showDroppedFilters } from '@readerlens/filters/panel';
import { toast, useForm } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshSearches } from '../searches.queries.ts';
import type { SavedSearchRow } from '../searches.queries.ts';
import { findChanges, findSearchProblems, readSearchValues } from './search-values.ts';
import type { SearchValues } from './search-values.ts';

export interface SearchFormOptions {
  owner: SessionUserData;
  catalogue: FieldCatalogue;
  /** Undefined for a new search. */
  search: SavedSearchRow | undefined;
  /** What Reset restores, and a new search starts with. */
  defaults: FilterModel;
  onSaved: (search: SavedSearchRow) => void;
}

type Saved = CallData<Calls['POST /api/saved-searches']>;

/** The form of a saved search. */
export const useSearchForm = ({ owner, catalogue, search, defaults, onSaved }: SearchFormOptions) => {
  const queryClient = useQueryClient();
  const userId = owner.id;
  const initial = useMemo<SearchValues>(
    () => (search ? readSearchValues(search, catalogue) : { name: '', description: '', model: defaults }),
    [search, catalogue, defaults],
  );
  const send = async (values: SearchValues): Promise<Saved> => {
    if (search) {
      const body = { userId, ...findChanges(form.base, values) };
      return (await api('PATCH /api/saved-searches/{id}', { params: { id: search.id }, body })).data;
    }
    const { name, description, model } = values;
    const body = { userId, name, description, filters: [...model.filters], indices: [...model.indices] };
    return (await api('POST /api/saved-searches', { body })).data;
  };
  const form = useForm<SearchValues, Saved>({
    initial,
    check: (values) => findSearchProblems(values, owner, catalogue),
    save: async (values) => {
      const saved = await send(values);
      toast.success('Search Saved', settingsToast);
      showDroppedFilters(saved.dropped);
      await refreshSearches(queryClient, userId);
      return saved;
    },
    readSaved: (saved) => readSearchValues(saved, catalogue),
    onSaved,
    onRefused: () => void toast.error('Error saving Search', settingsToast),
    isSame: (a, b) => Object.keys(findChanges(a, b)).length === 0,
    once: search === undefined,
  });
  return form;
};
