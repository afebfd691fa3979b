import { api } from '@readerlens/auth';
import type { RunFile } from '@readerlens/filters/runs';
import { formatMoment } from '@readerlens/ui/parts';
import type { ReportRun } from '../reports.queries.ts';

/** Names the contact of a run and when it took place. */
export const runTitle = ({ contact, runOn }: ReportRun): string => `${contact.name}, ${formatMoment(runOn)}`;

export const describeRunFile = (run: ReportRun): RunFile => ({
  exists: run.sasUrl !== null,
  runTitle: runTitle(run),
  name: run.reportFileName ?? 'Activity Report.xlsx',
  load: async (signal) => {
    const params = { configId: run.activityReportConfigId, reportId: run.id };
    return (await api('GET /api/activity-report/{configId}/{reportId}/file', { params }, { signal })).data;
  },
});
