import { useBlinded, useUser } from '@readerlens/auth/react';
import type { SessionUserData } from '@readerlens/auth';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldCatalogue, Filter, FilterModel, OptionsSource, Term } from '../model/index.ts';
import { optionLookups } from './option-lookups.ts';

interface Unnamed {
  readonly field: string;
  readonly options: OptionsSource;
  readonly ids: readonly string[];
}

const unnamedIn = (filter: Filter, catalogue: FieldCatalogue): Unnamed[] => {
  const options = catalogue.find(filter.field)?.options;
  if (filter.$type !== 'Terms' || !options) return [];
  const ids = filter.value.filter(({ name }) => name === undefined).map(({ id }) => id);
  return ids.length > 0 ? [{ field: filter.field, options, ids: ids.sort() }] : [];
};

const namesQuery = (
  { field, options, ids }: Unnamed,
  user: SessionUserData | undefined,
  blinded: boolean,
) => {
  const lookup = options.from === 'lookup' ? optionLookups[options.lookup] : undefined;
  return {
    queryKey: ['filter-names', field, user?.id, blinded, ids],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Required<Term>[]> => {
      if (options.from === 'static') return options.items;
      return lookup && user ? lookup.byIds(ids, { user, signal }) : [];
    },
    enabled: options.from === 'static' || (lookup !== undefined && user !== undefined),
    staleTime: Infinity,
  };
};

const named = (filter: Filter, names: ReadonlyMap<string, ReadonlyMap<string, string>>): Filter => {
  const known = names.get(filter.field);
  if (filter.$type !== 'Terms' || !known) return filter;
  return {
    ...filter,
    value: filter.value.map((term) => {
      const name = term.name ?? known.get(term.id);
      return name === undefined ? term : { id: term.id, name };
    }),
  };
};

/** A model with the names of its terms as far as they are known: a link has ids only, names are looked up. */
export const useNamedModel = (model: FilterModel, catalogue: FieldCatalogue): FilterModel => {
  const user = useUser();
  const blinded = useBlinded();
  const unnamed = useMemo(
    () => model.filters.flatMap((filter) => unnamedIn(filter, catalogue)),
    [model, catalogue],
  );
  const answers = useQueries({
    queries: unnamed.map((some) => namesQuery(some, user, blinded)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const names = new Map<string, Map<string, string>>();
    for (const [index, { field }] of unnamed.entries()) {
      const known = names.get(field) ?? new Map<string, string>();
      for (const { id, name } of answers[index] ?? []) known.set(id, name);
      names.set(field, known);
    }
    return { ...model, filters: model.filters.map((filter) => named(filter, names)) };
  }, [model, unnamed, answers]);
};
