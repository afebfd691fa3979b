import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { FieldCatalogue, FieldDefinition, FilterModel, FilterUser } from '../model/index.ts';
import { toQuery } from '../model/index.ts';
import type { CurrentSearch } from './current-search.ts';
import { currentSearch, linkTo, withoutMasked } from './current-search.ts';
import { searchOwner, rememberSearch, searchStore, storedModel } from './search-store.ts';

export interface CurrentSearchOptions {
  /** Areas with the same name share a search. */
  readonly area: string;
  /** `location.search` of the area's router. */
  readonly search: string;
  /** Reads it from the address, which changes before the screen renders. */
  readonly latestSearch: () => string;
  readonly setSearch: (search: string, options: { readonly replace: boolean }) => void;
  /** Used when neither link nor session has a search; must be referentially stable. */
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
  /** The effective user, whose search fields apply; undefined while unknown. */
  readonly user: FilterUser | undefined;
  readonly blinded: boolean;
}

export interface CurrentSearchControls extends CurrentSearch {
  /** The fields that Blinded Mode removes from the model. URL and session keep them for when it is turned off. */
  readonly masked: readonly FieldDefinition[];
  readonly apply: (model: FilterModel) => void;
}

const nothing: readonly FieldDefinition[] = [];

/** The first of several equal models, for referential stability. */
const useStableModel = (model: FilterModel, text: string): FilterModel => {
  const [kept, setKept] = useState({ model, text });
  if (kept.text === text) return kept.model;
  setKept({ model, text });
  return model;
};

/**
 * The current search of an area, and a function to apply another. A link's search is remembered for the session; a
 * remembered search is written to the URL, so that the URL can be shared. The model is referentially stable while its
 * content is equal.
 */
export const useCurrentSearch = (options: CurrentSearchOptions): CurrentSearchControls => {
  const { area, search, latestSearch, setSearch, defaults, catalogue, user, blinded } = options;
  const stored = useStore(searchStore);
  const session = useMemo(() => storedModel(stored, area, catalogue), [stored, area, catalogue]);
  const latest = useMemo(
    () => currentSearch({ search, session, defaults, catalogue, user }),
    [search, session, defaults, catalogue, user],
  );
  const text = toQuery(latest.model);
  const whole = useStableModel(latest.model, text);
  const { source, problems, forbidden } = latest;
  const { model, masked } = useMemo(
    () => (blinded ? withoutMasked(whole, catalogue) : { model: whole, masked: nothing }),
    [blinded, whole, catalogue],
  );

  // A screen briefly outlives its user, and must not pass the search on to the next one.
  const [owner] = useState(searchOwner);

  useEffect(() => {
    if (owner === searchOwner() && source === 'link' && (!session || toQuery(session) !== text))
      rememberSearch(area, whole);
  }, [owner, source, session, area, whole, text]);

  // Keep a link that is not fully applied in the URL: the page goes on reporting it, and more of it may be valid once
  // all fields are loaded.
  const isFullyApplied = problems.length === 0 && forbidden.length === 0;
  useEffect(() => {
    const link = linkTo(search, whole);
    if (owner === searchOwner() && source === 'session' && isFullyApplied && link !== search)
      setSearch(link, { replace: true });
  }, [owner, source, isFullyApplied, search, whole, setSearch]);

  const apply = (next: FilterModel) => {
    // A URL without a search shows the remembered one, which becomes `next`. Put the current search into the URL
    // first, so that Back restores it.
    if (source !== 'link') setSearch(linkTo(latestSearch(), whole), { replace: true });
    rememberSearch(area, next);
    setSearch(linkTo(latestSearch(), next), { replace: false });
  };
  return { model, source, problems, forbidden, masked, apply };
};
