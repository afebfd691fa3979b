import { useBlinded } from '@readerlens/auth/react';
import { useMemo } from 'react';
import type { FilterModel } from '../model/index.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useNaming } from './use-named-model.ts';
import type { Naming } from './use-named-model.ts';

const withoutNames = (model: FilterModel): FilterModel => ({
  ...model,
  filters: model.filters.map((filter) =>
    filter.$type === 'Terms' ? { ...filter, value: filter.value.map(({ id }) => ({ id })) } : filter,
  ),
});

/** Like `useShownModel`, and says whether names are still loading. */
export const useShownNaming = (model: FilterModel): Naming => {
  const blinded = useBlinded();
  const requested = useMemo(() => (blinded ? withoutNames(model) : model), [blinded, model]);
  return useNaming(requested, useCatalogue().catalogue);
};

/**
 * The model with the term names known so far. In Blinded Mode these are the server's pseudonyms, never a name known
 * before.
 */
export const useShownModel = (model: FilterModel): FilterModel => useShownNaming(model).model;
