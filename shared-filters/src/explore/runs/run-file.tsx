import { useFileExport } from '@readerlens/filters/list';
import { chooseFileName } from '@readerlens/ui';
import { FileButton, FileIconButton } from '@readerlens/ui/parts';

/** The file with the activities of a run. */
export interface RunFile {
  readonly exists: boolean;
  /** Names the run on the button in a list. */
  readonly runTitle: string;
  /** Used if the response does not name the file. */
  readonly name: string;
  readonly load: (signal: AbortSignal) => Promise<Blob>;
}

const useDownload = ({ name, load }: RunFile) => {
  const { run, start } = useFileExport({ onLeave: 'cancel' });
  const onClick = () =>
    start({
      kind: 'file',
      request: ({ signal }) => load(signal),
      chooseFileName: (file) => chooseFileName(file, name),
      failed: (reason) => `The file could not be downloaded. ${reason}`,
    });
  return { isBusy: run !== undefined, onClick };
};

/** Downloads the file of a run, in a list. */
export const RunFileIconButton = ({ file }: { file: RunFile }) => {
  const download = useDownload(file);
  return file.exists && <FileIconButton label={`Download ${file.runTitle}`} {...download} />;
};

/** Downloads the file of a run, on its page. */
export const RunFileButton = ({ file }: { file: RunFile }) => {
  const download = useDownload(file);
  return file.exists && <FileButton {...download} />;
};
