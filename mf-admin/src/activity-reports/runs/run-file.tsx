import { api } from '@readerlens/auth';
import { useFileExport } from '@readerlens/filters/list';
import { Button, IconButton, Spinner, fileNameOf } from '@readerlens/ui';
import { Download } from 'lucide-react';
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

const fileIcon = (isBusy: boolean, size: number) =>
  isBusy ? <Spinner size={size} label="" /> : <Download size={size} aria-hidden="true" />;

/** Downloads the activities of a run, in a list. */
export const FileIconButton = ({ run }: { run: ReportRun }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  return (
    <IconButton
      size="sm"
      label={`Download ${run.contact.name}, ${momentText(run.runOn)}`}
      aria-busy={isBusy || undefined}
      icon={fileIcon(isBusy, 15)}
      onClick={download}
    />
  );
};

/** Downloads the activities of a run, on its page. */
export const FileButton = ({ run }: { run: ReportRun }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  return (
    <Button aria-busy={isBusy || undefined} icon={fileIcon(isBusy, 15)} onClick={download}>
      Download
    </Button>
  );
};
