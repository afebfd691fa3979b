import type { FieldCatalogue, FieldDefinition, FilterModel, FilterUser, Problem } from '../model/index.ts';
import { keepSearchable, maskedFilters, readSearch, writeSearch } from '../model/index.ts';

export interface CurrentSearch {
  readonly model: FilterModel;
  /** Where the model came from; the first of these that has one. */
  readonly source: 'link' | 'session' | 'default';
  /** What of the link was not understood. */
  readonly problems: readonly Problem[];
  /** What the link asks for that the user may not search by. */
  readonly refused: readonly FieldDefinition[];
}

const isSome = ({ filters, indices }: FilterModel): boolean => filters.length + indices.length > 0;

/**
 * The search of an area: what the link says, else what the session remembers, else the defaults. Only filters whose
 * field the user may search are kept: the server drops the others, and the page must not claim them.
 */
export const currentSearch = (input: {
  /** `location.search` */
  readonly search: string;
  readonly session: FilterModel | undefined;
  readonly defaults: FilterModel;
  readonly catalogue: FieldCatalogue;
  /** The effective user; undefined while not known. */
  readonly user: FilterUser | undefined;
}): CurrentSearch => {
  const { session, defaults, catalogue, user } = input;
  const kept = (model: FilterModel): FilterModel =>
    user ? { ...model, filters: keepSearchable(model.filters, catalogue, user) } : model;
  const link = readSearch(input.search, catalogue);
  const problems = link?.problems ?? [];
  const ofLink = link && kept(link.model);
  const dropped = link?.model.filters.filter((filter) => !ofLink?.filters.includes(filter)) ?? [];
  const refused = [...new Set(dropped.flatMap(({ field }) => catalogue.find(field) ?? []))];
  // A link of which nothing is left says nothing.
  if (ofLink && isSome(ofLink)) return { model: ofLink, source: 'link', problems, refused };
  if (session) return { model: kept(session), source: 'session', problems, refused };
  return { model: kept(defaults), source: 'default', problems, refused };
};

/** A model without what Blinded Mode refuses, and the fields of what that is. */
export const withoutMasked = (
  model: FilterModel,
  catalogue: FieldCatalogue,
): { model: FilterModel; masked: readonly FieldDefinition[] } => {
  const found = maskedFilters(model.filters, catalogue);
  const places = new Set(found.map(({ index }) => index));
  return {
    model: { ...model, filters: model.filters.filter((_, index) => !places.has(index)) },
    masked: [...new Set(found.map(({ definition }) => definition))],
  };
};

/** The `location.search` that carries a model and keeps other parameters. */
export const linkTo = (search: string, model: FilterModel): string => writeSearch(search, model);
