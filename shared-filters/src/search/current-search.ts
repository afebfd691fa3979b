import type { FieldCatalogue, FieldDefinition, FilterModel, FilterUser, Problem } from '../model/index.ts';
import { hasContent, keepSearchable, maskedFilters, readSearch, writeSearch } from '../model/index.ts';

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

/** A `location.search` with the model; other parameters are kept. */
export const linkTo = (search: string, model: FilterModel): string => writeSearch(search, model);
