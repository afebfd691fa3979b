import { useState } from 'react';
import type { FilterModel } from '../model/index.ts';
import { appliedFrom } from '../search/applied-from.ts';
import type { SavedChoice } from './use-saved-searches.ts';

interface Options {
  readonly searches: readonly SavedChoice[];
  readonly applied: FilterModel;
  readonly defaults: FilterModel;
  /** Whether a saved search says the same as a model, as the form would emit both. */
  readonly isSame: (a: FilterModel, b: FilterModel) => boolean;
}

/**
 * The saved search that the form was loaded from. Until one is chosen it is the one that the model in force came
 * from, or one that says the same.
 */
export const useSavedChoice = ({ searches, applied, defaults, isSame }: Options) => {
  const [chosen, setChosen] = useState<{ readonly id: string | undefined }>();
  const [start, setStart] = useState(applied);
  const byId = (id: string | undefined) => searches.find((search) => search.id === id);
  const alike = () => searches.find(({ model }) => isSame(model, start));
  const found = chosen ? byId(chosen.id) : (byId(appliedFrom(start)) ?? alike());
  return {
    id: found?.id,
    model: found?.model,
    /** `undefined`: none. */
    choose: (id: string | undefined): FilterModel | undefined => {
      setChosen({ id });
      return byId(id)?.model;
    },
    /** The form was taken back to the defaults. */
    reset: () => {
      setChosen(undefined);
      setStart(defaults);
    },
  };
};
