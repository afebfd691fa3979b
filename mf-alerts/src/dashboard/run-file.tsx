import { api } from '@readerlens/auth';
import { useFileExport } from '@readerlens/filters/list';
import { Button, IconButton, Spinner, fileNameOf } from '@readerlens/ui';
import { Download } from 'lucide-react';
import { momentText } from './run-text.ts';
import type { Run } from './runs.queries.ts';

const useRunFile = ({ id, reportFileName, notificationName }: Run) => {
  const { run, start } = useFileExport({ onLeave: 'cancel' });
  const download = () =>
    start({
      kind: 'file',
      request: async ({ signal }) =>
        (await api('GET /api/notification-dashboard/{id}/file', { params: { id } }, { signal })).data,
      nameOf: (file) => fileNameOf(file, reportFileName ?? `${notificationName}.xlsx`),
      failed: (reason) => `The file could not be downloaded. ${reason}`,
    });
  return { isBusy: run !== undefined, download };
};

const fileIcon = (isBusy: boolean, size: number) =>
  isBusy ? <Spinner size={size} label="" /> : <Download size={size} aria-hidden="true" />;

/** Downloads the activities of a run, in a list. */
export const FileIconButton = ({ run }: { run: Run }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  return (
    <IconButton
      size="sm"
      label={`Download ${run.notificationName}, ${momentText(run.runOn)}`}
      aria-busy={isBusy || undefined}
      icon={fileIcon(isBusy, 15)}
      onClick={download}
    />
  );
};

/** Downloads the activities of a run, on its page. */
export const FileButton = ({ run }: { run: Run }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  return (
    <Button aria-busy={isBusy || undefined} icon={fileIcon(isBusy, 15)} onClick={download}>
      Download
    </Button>
  );
};
