import { api } from '@readerlens/auth';
import { useFileExport } from '@readerlens/filters/list';
import { fileNameOf } from '@readerlens/ui';
import { FileButton, FileIconButton } from '@readerlens/ui/parts';
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

/** Downloads the activities of a run, in a list. */
export const RunFileIconButton = ({ run }: { run: Run }) => {
  const { isBusy, download } = useRunFile(run);
  if (run.sasUrl === null) return null;
  const label = `Download ${run.notificationName}, ${momentText(run.runOn)}`;
  return <FileIconButton {...{ label, isBusy }} onClick={download} />;
};

/** Downloads the activities of a run, on its page. */
export const RunFileButton = ({ run }: { run: Run }) => {
  const { isBusy, download } = useRunFile(run);
  return run.sasUrl === null ? null : <FileButton isBusy={isBusy} onClick={download} />;
};
