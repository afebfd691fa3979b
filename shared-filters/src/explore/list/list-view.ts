import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

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

/**
 * The view of a list, kept in the URL; a change adds a history entry by default. `read` and `write` convert between
 * `location.search` and the view, and must be referentially stable.
 */
export const useListView = <View>(
  read: (search: string) => View,
  write: (view: View, search: string) => string,
) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => read(search), [read, search]);
  const show = useCallback(
    (change: Partial<View>, { replace = false } = {}) => {
      const next = write({ ...view, ...change }, search);
      if (next !== write(view, search))
        void navigate({ search: next }, { replace, preventScrollReset: true });
    },
    [navigate, search, view, write],
  );
  return { view, show };
};
