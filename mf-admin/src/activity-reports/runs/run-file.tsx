import { api } from '@readerlens/auth';
import { useFileExport } from '@readerlens/filters/list';
import { fileNameOf } from '@readerlens/ui';
import { FileButton, FileIconButton } from '@readerlens/ui/parts';
import type { ReportRun } from '../reports.queries.ts';
import { momentText } from './run-text.ts';

const useRunFile = ({ id, activityReportConfigId, reportFileName }: ReportRun) => {
  const { run, start } = useFileExport({ onLeave: 'cancel' });
  const params = { configId: activityReportConfigId, reportId: id };
  const download = () =>
    start({
      kind: 'file',
      request: async ({ signal }) =>
        (await api('GET /api/activity-report/{configId}/{reportId}/file', { params }, { signal })).data,
      nameOf: (file) => fileNameOf(file, reportFileName ?? 'Activity Report.xlsx'),
      failed: (reason) => `The file could not be downloaded. ${reason}`,
    });
  return { isBusy: run !== undefined, download };
};

/** Downloads the activities of a run, in a list. */
export const RunFileIconButton = ({ run }: { run: ReportRun }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  const label = `Download ${run.contact.name}, ${momentText(run.runOn)}`;
  return <FileIconButton {...{ label, isBusy }} onClick={download} />;
};

/** Downloads the activities of a run, on its page. */
export const RunFileButton = ({ run }: { run: ReportRun }) => {
  const { isBusy, download } = useRunFile(run);
  return run.sasUrl === null ? null : <FileButton isBusy={isBusy} onClick={download} />;
};
