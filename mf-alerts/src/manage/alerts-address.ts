// URL state of Manage Alerts: `?query=growth&sort=name&order=asc&page=2&size=25`. Default and invalid values count as missing.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const alertPageSizes = [10, 25, 50, 100] as const;
type AlertPageSize = (typeof alertPageSizes)[number];

export const alertSortColumns = ['name', 'type', 'createdBy', 'updatedOn', 'lastRunOn', 'schedule'] as const;
type SortColumn = (typeof alertSortColumns)[number];

export interface AlertsView extends ListPlace<SortColumn, AlertPageSize> {
  /** Text in the name or the description; '' for any. */
  readonly query: string;
}

export const maxQueryLength = 200;

const rules: ListRules<SortColumn, AlertPageSize> = {
  sortColumns: alertSortColumns,
  sizes: alertPageSizes,
  start: { sort: { column: 'updatedOn', descending: true }, page: 1, size: 50 },
};

/** Reads the view from a `location.search`. */
export const readAlertsView = (search: string): AlertsView => ({
  query: (new URLSearchParams(search).get('query') ?? '').trim().slice(0, maxQueryLength),
  ...readListPlace(search, rules),
});

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeAlertsView = (view: AlertsView, search: string): string =>
  [['query', view.query || undefined] as const, ...listPlaceParameters(view, rules)].reduce(
    (written, [name, value]) => setParameter(written, name, value),
    search,
  );
