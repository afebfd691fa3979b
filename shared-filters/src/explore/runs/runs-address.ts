import { flagParameter, pageSizes, textParameter } from '@readerlens/filters/list';
import type { ListRules } from '@readerlens/filters/list';

export const maxQueryLength = 200;
const maxIdLength = 64;

/** What addresses of lists of runs have in common. */
export const runParameters = {
  /** A text; '' for any. */
  query: textParameter(maxQueryLength),
  /** Also runs without a match. */
  quiet: flagParameter,
  /** Runs of one alert or report only; '' for all. */
  owner: textParameter(maxIdLength),
};

/** The order and the pages of a list of runs, which starts with the latest run. */
export const runsRules = <const Column extends string>(
  sortColumns: readonly Column[],
): ListRules<Column | 'runOn', (typeof pageSizes)[number]> => ({
  sortColumns: ['runOn', ...sortColumns],
  sizes: pageSizes,
  start: { sort: { column: 'runOn', descending: true }, page: 1, size: 25 },
});
