// URL state of the Notification Dashboard: `?query=acme&unread=1&quiet=1&alert=ID&sort=type&order=asc&page=2`. Default and
// invalid values count as missing.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const runsPath = '/notifications/dashboard';

export const runPath = ({ id, notificationId }: { id: string; notificationId: string }): string =>
  `${runsPath}/${encodeURIComponent(notificationId)}/${encodeURIComponent(id)}`;

export const runPageSizes = [10, 25, 50, 100] as const;
export type RunPageSize = (typeof runPageSizes)[number];

export const runSortColumns = ['runOn', 'notificationName', 'type', 'totalMatched'] as const;
export type RunSortColumn = (typeof runSortColumns)[number];

export interface RunsView extends ListPlace<RunSortColumn, RunPageSize> {
  /** Text in the name or the description; '' for any. */
  readonly query: string;
  readonly unread: boolean;
  /** Also runs without a match. */
  readonly quiet: boolean;
  /** Runs of this alert only; '' for all. */
  readonly alert: string;
}

export const maxQueryLength = 200;

const rules: ListRules<RunSortColumn, RunPageSize> = {
  sortColumns: runSortColumns,
  sizes: runPageSizes,
  start: { sort: { column: 'runOn', descending: true }, page: 1, size: 25 },
};

/** Reads the view from a `location.search`. */
export const readRunsView = (search: string): RunsView => {
  const parameters = new URLSearchParams(search);
  return {
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    unread: parameters.get('unread') === '1',
    quiet: parameters.get('quiet') === '1',
    alert: parameters.get('alert') ?? '',
    ...readListPlace(search, rules),
  };
};

const flag = (on: boolean) => (on ? '1' : undefined);

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeRunsView = (view: RunsView, search: string): string =>
  [
    ['query', view.query || undefined] as const,
    ['unread', flag(view.unread)] as const,
    ['quiet', flag(view.quiet)] as const,
    ['alert', view.alert || undefined] as const,
    ...listPlaceParameters(view, rules),
  ].reduce((written, [name, value]) => setParameter(written, name, value), search);
