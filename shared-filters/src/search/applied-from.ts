import type { FilterModel } from '../model/index.ts';
import { toQuery } from '../model/index.ts';
import { searchStore } from './search-store.ts';

/** Remembers, for as long as the tab and the session live, which saved search an applied model was made from. */
export const rememberAppliedFrom = (model: FilterModel, savedSearchId: string | undefined): void =>
  searchStore.setState({
    appliedFrom: savedSearchId === undefined ? undefined : { text: toQuery(model), savedSearchId },
  });

/** The saved search that a model was made from when it was applied; undefined when it came from elsewhere. */
export const appliedFrom = (model: FilterModel): string | undefined => {
  const { appliedFrom: last } = searchStore.getState();
  return last?.text === toQuery(model) ? last.savedSearchId : undefined;
};
