import { Button, IconButton, Spinner } from '@readerlens/ui';
import { Download } from 'lucide-react';

interface FileButtonProps {
  /** While the file is made and loaded. */
  isBusy: boolean;
  onClick: () => void;
}

const fileIcon = (isBusy: boolean) =>
  isBusy ? <Spinner size={15} label="" /> : <Download size={15} aria-hidden="true" />;

/** Downloads the file of a row. `label` names the file. */
export const FileIconButton = ({ label, isBusy, onClick }: FileButtonProps & { label: string }) => (
  <IconButton size="sm" aria-busy={isBusy || undefined} icon={fileIcon(isBusy)} {...{ label, onClick }} />
);

/** Downloads the file of a page. */
export const FileButton = ({ isBusy, onClick }: FileButtonProps) => (
  <Button aria-busy={isBusy || undefined} icon={fileIcon(isBusy)} onClick={onClick}>
    Download
  </Button>
);
