import { fileFailedMessage } from '@readerlens/contract/messages';
import { useFileExport } from '@readerlens/filters/list';
import { Button, Spinner, chooseFileName } from '@readerlens/ui';
import { Download } from 'lucide-react';

interface Props {
  /** The file's name, if the server names none. */
  name: string;
  /** There is nothing to download. */
  disabled: boolean;
  request: (signal: AbortSignal) => Promise<Blob>;
}

/** Downloads all rows of a ranking in the shown order. */
export const ReportDownload = ({ name, disabled, request }: Props) => {
  const { run, start } = useFileExport({ onLeave: 'cancel' });
  const download = () =>
    start({
      kind: 'report',
      request: ({ signal }) => request(signal),
      chooseFileName: (file) => chooseFileName(file, name),
      saved: (saved) => `${saved} was saved.`,
      failed: (reason) => fileFailedMessage(name, reason),
    });
  return (
    <Button
      disabled={disabled}
      aria-busy={run !== undefined || undefined}
      icon={run ? <Spinner size={14} label="" /> : <Download size={15} aria-hidden="true" />}
      onClick={download}
    >
      Download
    </Button>
  );
};
