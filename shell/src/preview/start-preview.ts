import { isExpired, sessionStore } from '@readerlens/auth';
import { toast } from '@readerlens/ui';
import { messages } from '../messages.ts';
import { takeNotice } from './end-preview.ts';
import { setPreview } from './preview-store.ts';
import { takePreviewToken } from './preview-token.ts';

/**
 * Starts the preview of this tab, if it has one. Must be called before the router reads the address.
 * Resolves to a function that stops it; never rejects.
 */
export const startPreview = async (): Promise<() => void> => {
  const notice = takeNotice();
  if (notice) toast.warning(notice, { durationMs: 8000 });
  const token = takePreviewToken();
  if (!token) return () => {};
  // Immediately: the first render must wait for the result.
  setPreview({ status: isExpired(sessionStore.getState().claims) ? 'waiting' : 'checking' });
  try {
    const { followPreview } = await import(/* webpackChunkName: "preview" */ './follow-preview.ts');
    return followPreview(token);
  } catch {
    setPreview({ status: 'failed', message: messages.previewNotLoaded });
    return () => {};
  }
};
