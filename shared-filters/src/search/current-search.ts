import type { FieldCatalogue, FilterModel, Problem } from '../model/index.ts';
import { readSearch, writeSearch } from '../model/index.ts';

export interface CurrentSearch {
  readonly model: FilterModel;
  /** Where the model came from; the first of these that has one. */
  readonly source: 'link' | 'session' | 'default';
  /** What of the link was not understood. */
  readonly problems: readonly Problem[];
}

const isSome = ({ filters, indices }: FilterModel): boolean => filters.length + indices.length > 0;

/** The search of an area: what the link says, else what the session remembers, else the defaults. */
export const currentSearch = (input: {
  /** `location.search` */
  readonly search: string;
  readonly session: FilterModel | undefined;
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
}): CurrentSearch => {
  const link = readSearch(input.search, input.catalogue);
  const problems = link?.problems ?? [];
  // A link of which nothing was understood says nothing.
  if (link && isSome(link.model)) return { model: link.model, source: 'link', problems };
  if (input.session) return { model: input.session, source: 'session', problems };
  return { model: input.defaults, source: 'default', problems };
};

/** The `location.search` that carries a model and keeps other parameters. */
export const linkTo = (search: string, model: FilterModel): string => writeSearch(search, model);
