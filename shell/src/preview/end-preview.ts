import { setRegistryOverride } from '../host/index.ts';
import { isRunning, previewStore, setPreview } from './preview-store.ts';
import { forgetPreviewToken } from './preview-token.ts';

const noticeKey = 'readerlens.preview-notice';

/** The notice that an ending preview left for the next page load; cleared once read. */
export const takeNotice = (): string | undefined => {
  const notice = sessionStorage.getItem(noticeKey) ?? undefined;
  sessionStorage.removeItem(noticeKey);
  return notice;
};

/** Reloads the page; tests replace it. */
export const page = { reload: () => location.reload() };

/**
 * Ends the preview of this tab. Only a reload removes code that already runs; if the user cancels it to keep unsaved
 * work, the banner says so. `notice` is shown after the reload.
 */
export const endPreview = (notice?: string) => {
  forgetPreviewToken();
  setRegistryOverride(undefined);
  if (!isRunning(previewStore.getState())) return setPreview({ status: 'none' });
  if (notice) sessionStorage.setItem(noticeKey, notice);
  setPreview({ status: 'over' });
  page.reload();
};
