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
  readonly setSearch: (search: string, options: { readonly replace: boolean }) => void;
  /** Used when neither link nor session has a search; keep its identity. */
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
  /** The effective user, whose fields count; undefined while not known. */
  readonly user: FilterUser | undefined;
  readonly blinded: boolean;
}

export interface CurrentSearchControls extends CurrentSearch {
  /** What Blinded Mode leaves out of the model. Address and session keep it for when the mode is left. */
  readonly masked: readonly FieldDefinition[];
  readonly apply: (model: FilterModel) => void;
}

const nothing: readonly FieldDefinition[] = [];

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
export const useCurrentSearch = (options: CurrentSearchOptions): CurrentSearchControls => {
  const { area, search, setSearch, defaults, catalogue, user, blinded } = options;
  const stored = useStore(searchStore);
  const session = useMemo(() => storedModel(stored, area, catalogue), [stored, area, catalogue]);
  const latest = useMemo(
    () => currentSearch({ search, session, defaults, catalogue, user }),
    [search, session, defaults, catalogue, user],
  );
  const text = toQuery(latest.model);
  const said = useSameModel(latest.model, text);
  const { source, problems, refused } = latest;
  const { model, masked } = useMemo(
    () => (blinded ? withoutMasked(said, catalogue) : { model: said, masked: nothing }),
    [blinded, said, catalogue],
  );

  // A screen outlives its user by a moment; it must not hand the search on to the next one.
  const [owner] = useState(searchOwner);

  useEffect(() => {
    if (owner === searchOwner() && source === 'link' && (!session || toQuery(session) !== text))
      rememberSearch(area, said);
  }, [owner, source, session, area, said, text]);

  // A link that could not be followed stays where it is: the page goes on saying so, and more of it may be understood
  // as soon as all fields are known.
  const isFollowed = problems.length === 0 && refused.length === 0;
  useEffect(() => {
    const link = linkTo(search, said);
    if (owner === searchOwner() && source === 'session' && isFollowed && link !== search)
      setSearch(link, { replace: true });
  }, [owner, source, isFollowed, search, said, setSearch]);

  const apply = (next: FilterModel) => {
    // An address without a search shows what is remembered, which is `next` from now on: Back needs one that says
    // what was shown before.
    if (source !== 'link') setSearch(linkTo(search, said), { replace: true });
    rememberSearch(area, next);
    setSearch(linkTo(search, next), { replace: false });
  };
  return { model, source, problems, refused, masked, apply };
};
