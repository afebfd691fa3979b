// URL state of a list of configurations: `?active=ActivityReports&sort=lastSentOn&order=desc&page=2&size=25`.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const configPageSizes = [10, 25, 50, 100] as const;
type PageSize = (typeof configPageSizes)[number];

export const configSortColumns = ['contact', 'reportType', 'schedule', 'lastSentOn', 'createdOn'] as const;
type SortColumn = (typeof configSortColumns)[number];

export type ConfigsView = ListPlace<SortColumn, PageSize>;

const rules: ListRules<SortColumn, PageSize> = {
  sortColumns: configSortColumns,
  sizes: configPageSizes,
  start: { sort: { column: 'contact', descending: false }, page: 1, size: 10 },
};

/** Reads the view from a `location.search`. */
export const readConfigsView = (search: string): ConfigsView => readListPlace(search, rules);

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeConfigsView = (view: ConfigsView, search: string): string =>
  listPlaceParameters(view, rules).reduce(
    (written, [name, value]) => setParameter(written, name, value),
    search,
  );
