import { toast } from '@readerlens/ui';
import { useState } from 'react';
import type { ShareDialog } from './share/share.dialog.tsx';

const load = async () => (await import('./share/share.dialog.tsx')).ShareDialog;

/** Loads the share dialog on demand: it brings the rich-text editor, which few users ever open. */
export const useShareDialog = () => {
  const [loaded, setLoaded] = useState<{ Dialog: typeof ShareDialog }>();
  const [loading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    try {
      setLoaded({ Dialog: await load() });
    } catch {
      toast.error('The dialog could not be loaded. Please try again.');
    } finally {
      setLoading(false);
    }
  };
  return { Dialog: loaded?.Dialog, loading, open, close: () => setLoaded(undefined) };
};
