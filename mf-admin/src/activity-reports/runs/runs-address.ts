import { listAddress } from '@readerlens/filters/list';
import { runParameters, runsRules } from '@readerlens/filters/runs';

/** The sent reports: `?query=nora&quiet=1&config=ID&sort=contact&order=asc&page=2`. */
export const runsAddress = listAddress(runsRules(['contact', 'reportType', 'recordsCount']), {
  query: runParameters.query,
  quiet: runParameters.quiet,
  config: runParameters.owner,
});

export type RunsView = ReturnType<typeof runsAddress.read>;
