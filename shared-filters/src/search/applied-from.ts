import type { FilterModel } from '../model/index.ts';
import { toQuery } from '../model/index.ts';
import { searchStore } from './search-store.ts';

/** Remembers the saved search that an applied model is based on, until the tab or the session ends. */
export const rememberAppliedFrom = (model: FilterModel, savedSearchId: string | undefined): void =>
  searchStore.setState({
    appliedFrom: savedSearchId === undefined ? undefined : { text: toQuery(model), savedSearchId },
  });

/** The id of the saved search that the applied model is based on; undefined for any other model. */
export const appliedFrom = (model: FilterModel): string | undefined => {
  const { appliedFrom: last } = searchStore.getState();
  return last?.text === toQuery(model) ? last.savedSearchId : undefined;
};
