import { useBlinded } from '@readerlens/auth/react';
import { namedCatalogue, prepareForQuery, rangeOf, termsOf } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useCatalogue, useNaming } from '@readerlens/filters/react';
import type { Naming } from '@readerlens/filters/react';
import { useMemo } from 'react';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 21, 2025 – Nov 21, 2026', or '' when the filters have no dates. */
export const rangeText = (model: FilterModel, now: Date): string => {
  const range = rangeOf(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
  return range ? days.formatRange(new Date(range.from), new Date(range.to)) : '';
};

const withoutNames = (model: FilterModel): FilterModel => ({
  ...model,
  filters: model.filters.map((filter) =>
    filter.$type === 'Terms' ? { ...filter, value: filter.value.map(({ id }) => ({ id })) } : filter,
  ),
});

const useShownNaming = (model: FilterModel): Naming => {
  const blinded = useBlinded();
  const asked = useMemo(() => (blinded ? withoutNames(model) : model), [blinded, model]);
  return useNaming(asked, useCatalogue().catalogue);
};

/** The model with the names of its terms as far as they are known. In Blinded Mode the server's stand-ins, never a known name. */
export const useShownModel = (model: FilterModel): FilterModel => useShownNaming(model).model;

export interface ClientNames {
  /** As far as they are known; stand-ins in Blinded Mode. */
  readonly names: readonly string[];
  /** Ids that nobody has a name for. */
  readonly unknown: readonly string[];
}

/** The chosen clients by their names. */
export const useClientNames = (model: FilterModel): ClientNames => {
  const { model: shown, isPending } = useShownNaming(model);
  const clients = termsOf(shown.filters, 'Clients');
  return {
    names: clients.flatMap(({ name }) => name ?? []),
    // While names are on their way, an id would only flicker.
    unknown: isPending ? [] : clients.filter(({ name }) => name === undefined).map(({ id }) => id),
  };
};

/** Up to three names, then how many more there are. */
export const namesText = (names: readonly string[]): string => {
  const rest = names.length - 3;
  return [...names.slice(0, 3), ...(rest > 0 ? [`+${rest} more`] : [])].join(', ');
};
