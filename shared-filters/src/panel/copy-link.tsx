import { Button, Dialog, TextField, toast } from '@readerlens/ui';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { shareLink } from '../search/share-link.ts';

/** Whether the clipboard took it: it is missing on pages without a secure origin, and may be forbidden. */
const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

export interface CopyLinkProps {
  /** The `location.search` to link to; that of the page when left out. */
  search?: string;
}

/** Copies the address of the page, as a short link where it is long; where that is forbidden, it shows the link. */
export const CopyLink = ({ search }: CopyLinkProps) => {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    setBusy(true);
    try {
      const link = await shareLink(location.pathname, search ?? location.search);
      if (await copied(link)) toast.success('Link copied');
      else setShown(link);
    } catch {
      toast.error('The link could not be made.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        icon={<Link2 size={15} aria-hidden="true" />}
        loading={busy}
        onClick={() => void copy()}
      >
        Copy link
      </Button>
      {shown !== undefined && (
        <Dialog open title="Copy link" onClose={() => setShown(undefined)}>
          <TextField
            label="Link"
            readOnly
            value={shown}
            onFocus={(event: { currentTarget: HTMLInputElement }) => event.currentTarget.select()}
          />
        </Dialog>
      )}
    </>
  );
};
