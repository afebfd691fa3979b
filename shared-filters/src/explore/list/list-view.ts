import { useLatestSearch } from '@readerlens/ui';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { setParameter } from '../../search/url-parameters.ts';

/** Order and page of a list. */
export interface ListPlace<Column extends string = string, Size extends number = number> {
  readonly sort: { readonly column: Column; readonly descending: boolean };
  /** From 1. */
  readonly page: number;
  readonly size: Size;
}

/** Options of a list. The place it starts with is omitted from the URL. */
export interface ListRules<Column extends string = string, Size extends number = number> {
  readonly sortColumns: readonly Column[];
  readonly sizes: readonly Size[];
  readonly start: ListPlace<Column, Size>;
}

const maxPage = 1_000_000;

/** The option with this text in the URL. */
export const knownOption = <T extends string | number>(
  options: readonly T[],
  text: string | null | undefined,
): T | undefined => options.find((option) => String(option) === text);

/** Reads a place from a URL such as `?sort=company&order=asc&page=2&size=100`. Invalid values count as missing. */
export const readListPlace = <Column extends string, Size extends number>(
  search: string,
  { sortColumns, sizes, start }: ListRules<Column, Size>,
): ListPlace<Column, Size> => {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page') ?? 1);
  const order = parameters.get('order');
  return {
    sort: {
      column: knownOption(sortColumns, parameters.get('sort')) ?? start.sort.column,
      descending: order ? order !== 'asc' : start.sort.descending,
    },
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: knownOption(sizes, parameters.get('size')) ?? start.size,
  };
};

/** A place as URL parameters, undefined where they are omitted. */
export const listPlaceParameters = (
  { sort, page, size }: ListPlace,
  { start }: ListRules,
): [name: string, value: string | undefined][] => {
  const isStartSort = sort.column === start.sort.column && sort.descending === start.sort.descending;
  return [
    ['sort', isStartSort ? undefined : sort.column],
    ['order', isStartSort ? undefined : sort.descending ? 'desc' : 'asc'],
    ['page', page > 1 ? String(page) : undefined],
    ['size', size === start.size ? undefined : String(size)],
  ];
};

/** The sizes of a page that a list offers where nothing else is specified. */
export const pageSizes = [10, 25, 50, 100] as const;

/** A part of a view as a URL parameter: null where it is missing, undefined where it is omitted. */
export interface ListParameter<Value> {
  readonly read: (text: string | null) => Value;
  readonly write: (value: Value) => string | undefined;
}

/** A text; '' if missing. A longer one is cut. */
export const textParameter = (maxLength: number): ListParameter<string> => ({
  read: (text) => (text ?? '').trim().slice(0, maxLength),
  write: (text) => text || undefined,
});

/** A switch that is off if missing. */
export const flagParameter: ListParameter<boolean> = {
  read: (text) => text === '1',
  write: (on) => (on ? '1' : undefined),
};

/** How a view is kept in the URL: both functions are referentially stable. */
export interface ViewAddress<View> {
  /** Reads the view from a `location.search`. */
  readonly read: (search: string) => View;
  /** Writes the view into a `location.search`; other parameters are kept. */
  readonly write: (view: View, search: string) => string;
}

export interface ListAddress<View, Column extends string, Size extends number> extends ViewAddress<View> {
  readonly rules: ListRules<Column, Size>;
}

/**
 * The address of a list: its place, and what else its view has, by the names of the parameters. Default and invalid
 * values count as missing.
 */
export const listAddress = <Column extends string, Size extends number, Own extends object = object>(
  rules: ListRules<Column, Size>,
  parameters = {} as { readonly [Name in keyof Own]: ListParameter<Own[Name]> },
): ListAddress<ListPlace<Column, Size> & Own, Column, Size> => {
  const names = Object.keys(parameters) as (keyof Own & string)[];
  return {
    rules,
    read: (search) => {
      const texts = new URLSearchParams(search);
      const own = names.map((name) => [name, parameters[name].read(texts.get(name))]);
      return { ...(Object.fromEntries(own) as Own), ...readListPlace(search, rules) };
    },
    write: (view, search) =>
      [
        ...names.map((name) => [name, parameters[name].write(view[name])] as const),
        ...listPlaceParameters(view, rules),
      ].reduce((written, [name, value]) => setParameter(written, name, value), search),
  };
};

/** The view of a list, kept in the URL; a change adds a history entry by default. */
export const useListView = <View>({ read, write }: ViewAddress<View>) => {
  const { search } = useLocation();
  const latest = useLatestSearch();
  const navigate = useNavigate();
  const view = useMemo(() => read(search), [read, search]);
  const show = useCallback(
    (change: Partial<View>, { replace = false } = {}) => {
      const now = latest();
      const before = read(now);
      const next = write({ ...before, ...change }, now);
      if (next !== write(before, now)) void navigate({ search: next }, { replace, preventScrollReset: true });
    },
    [navigate, latest, read, write],
  );
  return { view, show };
};
