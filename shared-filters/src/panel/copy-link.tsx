import { api, ApiError } from '@readerlens/auth';
import { Button, Dialog, TextField, copyText, toast } from '@readerlens/ui';
import { Link2 } from 'lucide-react';
import { useState } from 'react';

/** Mail and chat programs break longer URLs. */
const maxAddressLength = 2000;

/**
 * A URL to share: that of the page, or a permalink if it is too long. `path` and `search` as in `location`. Rejects
 * with ApiError.
 */
const shareLink = async (path: string, search: string): Promise<string> => {
  const address = `${location.origin}${path}${search}`;
  if (address.length <= maxAddressLength) return address;
  const { data } = await api('POST /api/permalinks', { body: { path, search } });
  return `${location.origin}/l/${data.id}`;
};

export interface CopyLinkProps {
  /** The `location.search` to link to; that of the page by default. */
  search?: string;
}

/** Copies the URL of the page, or a permalink if it is long. If the clipboard is blocked, shows the link instead. */
export const CopyLink = ({ search }: CopyLinkProps) => {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    setBusy(true);
    try {
      const link = await shareLink(location.pathname, search ?? location.search);
      if (await copyText(link)) toast.success('Link copied');
      else setShown(link);
    } catch (error) {
      const reason = error instanceof ApiError && error.status < 500 ? error.message : 'Please try again.';
      toast.error(`The link could not be created. ${reason}`);
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
