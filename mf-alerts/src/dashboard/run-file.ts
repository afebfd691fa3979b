import { api } from '@readerlens/auth';
import type { RunFile } from '@readerlens/filters/runs';
import { formatMoment } from '@readerlens/ui/parts';
import type { Run } from './runs.queries.ts';

/** Names a run and when it took place. */
export const runTitle = ({ notificationName, runOn }: Run): string =>
  `${notificationName}, ${formatMoment(runOn, 'long')}`;

export const describeRunFile = (run: Run): RunFile => ({
  exists: run.sasUrl !== null,
  runTitle: runTitle(run),
  name: run.reportFileName ?? `${run.notificationName}.xlsx`,
  load: async (signal) =>
    (await api('GET /api/notification-dashboard/{id}/file', { params: { id: run.id } }, { signal })).data,
});
