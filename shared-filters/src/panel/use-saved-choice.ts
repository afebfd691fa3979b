import { useState } from 'react';
import type { FilterModel } from '../model/index.ts';
import { appliedFrom } from '../search/search-store.ts';
import type { SavedSearchOption } from '../search/use-saved-searches.ts';

interface Options {
  readonly searches: readonly SavedSearchOption[];
  readonly applied: FilterModel;
  readonly defaults: FilterModel;
  /** Whether two models are equal as the form would emit them. */
  readonly isSame: (a: FilterModel, b: FilterModel) => boolean;
}

/**
 * The saved search that the form was loaded from. Until one is selected, it is the one that the applied model is
 * based on, otherwise one with an equal model.
 */
export const useSavedChoice = ({ searches, applied, defaults, isSame }: Options) => {
  const [selected, setSelected] = useState<{ readonly id: string | undefined }>();
  const [start, setStart] = useState(applied);
  const byId = (id: string | undefined) => searches.find((search) => search.id === id);
  const findEqual = () => searches.find(({ model }) => isSame(model, start));
  const found = selected ? byId(selected.id) : (byId(appliedFrom(start)) ?? findEqual());
  return {
    id: found?.id,
    model: found?.model,
    /** `undefined`: none. */
    choose: (id: string | undefined): FilterModel | undefined => {
      setSelected({ id });
      return byId(id)?.model;
    },
    /** To be called when the form is reset to the defaults. */
    reset: () => {
      setSelected(undefined);
      setStart(defaults);
    },
  };
};
