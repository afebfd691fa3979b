import { flagParameter, listAddress, pageSizes, textParameter } from '@readerlens/filters/list';

export const maxQueryLength = 200;
const maxIdLength = 64;

/** The sent reports: `?query=nora&quiet=1&config=ID&sort=contact&order=asc&page=2`. */
export const runsAddress = listAddress(
  {
    sortColumns: ['runOn', 'contact', 'reportType', 'recordsCount'],
    sizes: pageSizes,
    start: { sort: { column: 'runOn', descending: true }, page: 1, size: 25 },
  },
  {
    /** Text in the name or address of the contact; '' for any. */
    query: textParameter(maxQueryLength),
    /** Also runs without activities. */
    quiet: flagParameter,
    /** Runs of this configuration only; '' for all. */
    config: textParameter(maxIdLength),
  },
);

export type RunsView = ReturnType<typeof runsAddress.read>;
