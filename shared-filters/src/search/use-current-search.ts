import type { FieldCatalogue, FieldDefinition, FilterModel, FilterUser, Problem } from '../model/index.ts';
import {
  hasContent,
  keepSearchable,
  maskedFilters,
  readSearch,
  toQuery,
  writeSearch,
} from '../model/index.ts';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { searchOwner, rememberSearch, searchStore, storedModel } from './search-store.ts';

export interface CurrentSearch {
  readonly model: FilterModel;
  /** Where the model came from, in order of precedence. */
  readonly source: 'link' | 'session' | 'default';
  /** The parts of the link that could not be parsed. */
  readonly problems: readonly Problem[];
  /** Fields in the link that the user may not search by. */
  readonly forbidden: readonly FieldDefinition[];
}

/**
 * The search of an area: from the link, otherwise the session, otherwise the defaults. Keeps only filters whose field
 * the user may search by: the server drops the others, so the page must not show them as applied.
 */
export const currentSearch = (input: {
  /** `location.search` */
  readonly search: string;
  readonly session: FilterModel | undefined;
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
  /** The effective user; undefined while unknown. */
  readonly user: FilterUser | undefined;
}): CurrentSearch => {
  const { session, defaults, catalogue, user } = input;
  const kept = (model: FilterModel): FilterModel =>
    user ? { ...model, filters: keepSearchable(model.filters, catalogue, user) } : model;
  const link = readSearch(input.search, catalogue);
  const problems = link?.problems ?? [];
  const linkModel = link && kept(link.model);
  const dropped = link?.model.filters.filter((filter) => !linkModel?.filters.includes(filter)) ?? [];
  const forbidden = [...new Set(dropped.flatMap(({ field }) => catalogue.find(field) ?? []))];
  // Ignore a link that has nothing left.
  if (linkModel && hasContent(linkModel)) return { model: linkModel, source: 'link', problems, forbidden };
  if (session) return { model: kept(session), source: 'session', problems, forbidden };
  return { model: kept(defaults), source: 'default', problems, forbidden };
};

/** The model without the filters that Blinded Mode rejects, and the fields of those filters. */
export const withoutMasked = (
  model: FilterModel,
  catalogue: FieldCatalogue,
): { model: FilterModel; masked: readonly FieldDefinition[] } => {
  const found = maskedFilters(model.filters, catalogue);
  const rejected = new Set(found.map(({ index }) => index));
  return {
    model: { ...model, filters: model.filters.filter((_, index) => !rejected.has(index)) },
    masked: [...new Set(found.map(({ definition }) => definition))],
  };
};

export interface CurrentSearchOptions {
  /** Areas with the same name share a search. */
  readonly area: string;
  /** Whether the search of a link is remembered for the other screens of the area; one that is applied always is. */
  readonly remembersLinks: boolean;
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
 * The current search of an area, and a function to apply another. A link's search is remembered for the session, if the area does that; a
 * remembered search is written to the URL, so that the URL can be shared. The model is referentially stable while its
 * content is equal.
 */
export const useCurrentSearch = (options: CurrentSearchOptions): CurrentSearchControls => {
  const { area, remembersLinks, search, latestSearch, setSearch, defaults, catalogue, user, blinded } =
    options;
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
    const isNews = source === 'link' && (!session || toQuery(session) !== text);
    if (remembersLinks && isNews && owner === searchOwner()) rememberSearch(area, whole);
  }, [remembersLinks, owner, source, session, area, whole, text]);

  // Keep a link that is not fully applied in the URL: the page goes on reporting it, and more of it may be valid once
  // all fields are loaded.
  const isFullyApplied = problems.length === 0 && forbidden.length === 0;
  useEffect(() => {
    const link = writeSearch(search, whole);
    if (owner === searchOwner() && source === 'session' && isFullyApplied && link !== search)
      setSearch(link, { replace: true });
  }, [owner, source, isFullyApplied, search, whole, setSearch]);

  const apply = (next: FilterModel) => {
    // A URL without a search shows the remembered one, which becomes `next`. Put the current search into the URL
    // first, so that Back restores it.
    if (source !== 'link') setSearch(writeSearch(latestSearch(), whole), { replace: true });
    rememberSearch(area, next);
    setSearch(writeSearch(latestSearch(), next), { replace: false });
  };
  return { model, source, problems, forbidden, masked, apply };
};
