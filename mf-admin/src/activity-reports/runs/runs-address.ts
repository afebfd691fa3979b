// URL state of the sent reports: `?query=nora&quiet=1&config=ID&sort=contact&order=asc&page=2`. Default and invalid values
// count as missing.
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace, ListRules } from '@readerlens/filters/list';

export const runPageSizes = [10, 25, 50, 100] as const;
type PageSize = (typeof runPageSizes)[number];

export const runSortColumns = ['runOn', 'contact', 'reportType', 'recordsCount'] as const;
type SortColumn = (typeof runSortColumns)[number];

export interface RunsView extends ListPlace<SortColumn, PageSize> {
  /** Text in the name or address of the contact; '' for any. */
  readonly query: string;
  /** Also runs without activities. */
  readonly quiet: boolean;
  /** Runs of this configuration only; '' for all. */
  readonly config: string;
}

export const maxQueryLength = 200;

const rules: ListRules<SortColumn, PageSize> = {
  sortColumns: runSortColumns,
  sizes: runPageSizes,
  start: { sort: { column: 'runOn', descending: true }, page: 1, size: 25 },
};

/** Reads the view from a `location.search`. */
export const readRunsView = (search: string): RunsView => {
  const parameters = new URLSearchParams(search);
  return {
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    quiet: parameters.get('quiet') === '1',
    config: parameters.get('config') ?? '',
    ...readListPlace(search, rules),
  };
};

/** Writes the view into a `location.search`; other parameters are kept. */
export const writeRunsView = (view: RunsView, search: string): string =>
  [
    ['query', view.query || undefined] as const,
    ['quiet', view.quiet ? '1' : undefined] as const,
    ['config', view.config || undefined] as const,
    ...listPlaceParameters(view, rules),
  ].reduce((written, [name, value]) => setParameter(written, name, value), search);
