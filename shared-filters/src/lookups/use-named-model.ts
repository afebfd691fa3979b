import { useBlinded } from '@readerlens/auth/react';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldCatalogue, Filter, FilterModel, LookupName, Term } from '../model/index.ts';
import { optionNamesQuery } from './options-query.ts';
import { useFilterOwner } from './owner.ts';

interface Unnamed {
  readonly field: string;
  readonly lookup: LookupName;
  readonly ids: readonly string[];
}

const unnamedIn = (filter: Filter, catalogue: FieldCatalogue): Unnamed[] => {
  const { field } = filter;
  const options = catalogue.find(field)?.options;
  if (filter.$type !== 'Terms' || options?.from !== 'lookup') return [];
  const ids = filter.value.filter(({ name }) => name === undefined).map(({ id }) => id);
  return ids.length > 0 ? [{ field, lookup: options.lookup, ids: ids.sort() }] : [];
};

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

const fixedName = (field: string, id: string, catalogue: FieldCatalogue): string | undefined => {
  const options = catalogue.find(field)?.options;
  return options?.from === 'static' ? options.items.find((item) => item.id === id)?.name : undefined;
};

const named = (filter: Filter, names: Names, catalogue: FieldCatalogue): Filter => {
  if (filter.$type !== 'Terms') return filter;
  const { field } = filter;
  const findTermName = ({ id, name }: Term) =>
    name ?? names.get(field)?.get(id) ?? fixedName(field, id, catalogue);
  return {
    ...filter,
    value: filter.value.map((term) => {
      const name = findTermName(term);
      return name === undefined ? term : { id: term.id, name };
    }),
  };
};

export interface Naming {
  /** The model with the term names known so far. */
  readonly model: FilterModel;
  /** Whether names are still loading; afterwards a term without a name is unknown. */
  readonly isPending: boolean;
}

/** Adds names to a model's terms: links contain ids only, so names are looked up. */
export const useNaming = (model: FilterModel, catalogue: FieldCatalogue): Naming => {
  const user = useFilterOwner();
  const blinded = useBlinded();
  const unnamed = useMemo(
    () => model.filters.flatMap((filter) => unnamedIn(filter, catalogue)),
    [model, catalogue],
  );
  const { results, isPending } = useQueries({
    queries: user
      ? unnamed.map(({ ids, ...source }) => optionNamesQuery({ ...source, user, blinded }, ids))
      : [],
    combine: (queries) => ({
      results: queries.map(({ data }) => data),
      isPending: queries.some((query) => query.isPending),
    }),
  });
  const withNames = useMemo(() => {
    const names = new Map<string, Map<string, string>>();
    for (const [index, { field }] of unnamed.entries()) {
      const known = names.get(field) ?? new Map<string, string>();
      for (const { id, name } of results[index] ?? []) known.set(id, name);
      names.set(field, known);
    }
    return { ...model, filters: model.filters.map((filter) => named(filter, names, catalogue)) };
  }, [model, unnamed, results, catalogue]);
  return { model: withNames, isPending };
};

/** The model with the term names known so far; see `useNaming`. */
export const useNamedModel = (model: FilterModel, catalogue: FieldCatalogue): FilterModel =>
  useNaming(model, catalogue).model;
