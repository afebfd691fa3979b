import { isStaff } from '@readerlens/contract/vocabulary';
import { useState } from 'react';
import { requiresClients } from '../model/index.ts';
import type { AreaSearch } from '../search/use-area-search.ts';
import type { CountMatches } from './use-match-count.ts';

interface Options {
  form?: 'dashboard' | 'search';
  /** Counts the matches of a model, to show before it is applied. */
  countMatches: CountMatches;
}

/** The request to show a field; a new object each time, so that the same field can be shown again. */
export interface ShownField {
  readonly field: string;
}

interface Wish {
  readonly open: boolean;
  readonly shown?: ShownField;
}

/** The filter panel of a page, shared by the button and the chips that open it. */
export const useFilterPanel = (controls: AreaSearch, { form = 'dashboard', countMatches }: Options) => {
  const { user, hasClients } = controls;
  const [wish, setWish] = useState<Wish>();
  const seesAllClients = user !== undefined && isStaff(user.role);
  const isClientRequired = requiresClients(form, { seesAllClients });
  return {
    controls,
    form,
    countMatches,
    isClientRequired,
    /** Opens by itself while a required client is missing. */
    isOpen: user !== undefined && (wish?.open ?? (isClientRequired && !hasClients)),
    openedByHand: wish?.open === true,
    shown: wish?.shown,
    open: (field?: string) => setWish({ open: true, ...(field === undefined ? {} : { shown: { field } }) }),
    close: () => setWish({ open: false }),
  };
};

export type PagePanel = ReturnType<typeof useFilterPanel>;
