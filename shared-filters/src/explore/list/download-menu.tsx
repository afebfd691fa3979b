import { Button, Menu, Spinner, useIsNarrow } from '@readerlens/ui';
import type { MenuEntry } from '@readerlens/ui';
import { ChevronDown, Download } from 'lucide-react';
import type { ReactNode } from 'react';

interface DownloadMenuProps {
  entries: readonly MenuEntry[];
  header?: ReactNode;
  /** A file is being made. */
  busy: boolean;
  /** There is nothing to download. */
  disabled?: boolean;
}

/** The menu of files. Its button stays enabled while one is made, because focus returns to it from the menu. */
export const DownloadMenu = ({ entries, header, busy, disabled = false }: DownloadMenuProps) => {
  const narrow = useIsNarrow();
  return (
    <Menu
      {...{ entries, header }}
      trigger={
        <Button
          shape={narrow ? 'stacked' : 'text'}
          disabled={disabled}
          aria-busy={busy || undefined}
          icon={busy ? <Spinner size={14} label="" /> : <Download size={15} aria-hidden="true" />}
        >
          Download
          {!narrow && <ChevronDown size={14} aria-hidden="true" />}
        </Button>
      }
    />
  );
};
