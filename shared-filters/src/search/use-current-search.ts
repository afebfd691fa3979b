import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import { toQuery } from '../model/index.ts';
import type { CurrentSearch } from './current-search.ts';
import { currentSearch, linkTo } from './current-search.ts';
import { searchOwner, rememberSearch, searchStore, storedModel } from './search-store.ts';

export interface CurrentSearchOptions {
  /** Areas with the same name share a search. */
  readonly area: string;
  /** `location.search` of the area's router. */
  readonly search: string;
  readonly setSearch: (search: string, options: { readonly replace: boolean }) => void;
  /** Used when neither link nor session has a search; keep its identity. */
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
}

/** The first of the models that say the same. */
const useSameModel = (model: FilterModel, text: string): FilterModel => {
  const [kept, setKept] = useState({ model, text });
  if (kept.text === text) return kept.model;
  setKept({ model, text });
  return model;
};

/**
 * The current search of an area and the way to change it. A link's search is remembered for the session; a
 * remembered one is put into the address, so that the address can be shared. The model keeps its identity while
 * it says the same.
 */
export const useCurrentSearch = (
  options: CurrentSearchOptions,
): CurrentSearch & { readonly apply: (model: FilterModel) => void } => {
  const { area, search, setSearch, defaults, catalogue } = options;
  const stored = useStore(searchStore);
  const session = useMemo(() => storedModel(stored, area, catalogue), [stored, area, catalogue]);
  const latest = useMemo(
    () => currentSearch({ search, session, defaults, catalogue }),
    [search, session, defaults, catalogue],
  );
  const text = toQuery(latest.model);
  const model = useSameModel(latest.model, text);
  const { source, problems } = latest;

  // A screen outlives its user by a moment; it must not hand the search on to the next one.
  const [owner] = useState(searchOwner);

  useEffect(() => {
    if (owner === searchOwner() && source === 'link' && (!session || toQuery(session) !== text))
      rememberSearch(area, model);
  }, [owner, source, session, area, model, text]);

  useEffect(() => {
    const link = linkTo(search, model);
    if (owner === searchOwner() && source === 'session' && link !== search)
      setSearch(link, { replace: true });
  }, [owner, source, search, model, setSearch]);

  const apply = (next: FilterModel) => {
    rememberSearch(area, next);
    setSearch(linkTo(search, next), { replace: false });
  };
  return { model, source, problems, apply };
};
