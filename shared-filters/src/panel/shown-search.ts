import { useShownNaming } from '../lookups/use-shown-model.ts';
import { namedCatalogue, prepareForQuery, findDateRange, listSelectedTerms } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 21, 2025 – Nov 21, 2026', or '' when the filters have no dates. */
export const rangeText = (model: FilterModel, now: Date): string => {
  const range = findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  return range ? days.formatRange(new Date(range.from), new Date(range.to)) : '';
};

export interface ClientNames {
  /** The names known so far; pseudonyms in Blinded Mode. */
  readonly names: readonly string[];
  /** Ids without a known name. */
  readonly unknown: readonly string[];
}

/** The names of the selected clients. */
export const useClientNames = (model: FilterModel): ClientNames => {
  const { model: shown, isPending } = useShownNaming(model);
  const clients = listSelectedTerms(shown.filters, 'Clients');
  return {
    names: clients.flatMap(({ name }) => name ?? []),
    // While names load, an id would only flicker.
    unknown: isPending ? [] : clients.filter(({ name }) => name === undefined).map(({ id }) => id),
  };
};

/** Up to three names, then the number of further ones. */
export const namesText = (names: readonly string[]): string => {
  const rest = names.length - 3;
  return [...names.slice(0, 3), ...(rest > 0 ? [`+${rest} more`] : [])].join(', ');
};
