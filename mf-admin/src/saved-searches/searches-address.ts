// URL state of the saved searches of an account: `?active=Filters&sort=updatedOn&order=desc&page=2&size=25`.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const searchPageSizes = [10, 25, 50, 100] as const;
type SearchPageSize = (typeof searchPageSizes)[number];

export const searchSortColumns = ['name', 'createdOn', 'updatedOn'] as const;
type SortColumn = (typeof searchSortColumns)[number];

export type SearchesView = ListPlace<SortColumn, SearchPageSize>;

const rules: ListRules<SortColumn, SearchPageSize> = {
  sortColumns: searchSortColumns,
  sizes: searchPageSizes,
  start: { sort: { column: 'name', descending: false }, page: 1, size: 10 },
};

/** Reads the view from a `location.search`. */
export const readSearchesView = (search: string): SearchesView => readListPlace(search, rules);

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeSearchesView = (view: SearchesView, search: string): string =>
  listPlaceParameters(view, rules).reduce(
    (written, [name, value]) => setParameter(written, name, value),
    search,
  );
