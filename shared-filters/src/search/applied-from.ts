import { onSessionCleared } from '@readerlens/auth';
import type { FilterModel } from '../model/index.ts';
import { toQuery } from '../model/index.ts';

let last: { readonly text: string; readonly savedSearchId: string } | undefined;

/** Remembers, for as long as the page lives, which saved search an applied model was made from. */
export const rememberAppliedFrom = (model: FilterModel, savedSearchId: string | undefined): void => {
  last = savedSearchId === undefined ? undefined : { text: toQuery(model), savedSearchId };
};

/** The saved search that a model was made from when it was applied; undefined when it came from elsewhere. */
export const appliedFrom = (model: FilterModel): string | undefined =>
  last?.text === toQuery(model) ? last.savedSearchId : undefined;

onSessionCleared(() => {
  last = undefined;
});
