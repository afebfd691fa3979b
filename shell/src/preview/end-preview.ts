import { setRegistryOverride } from '../host/index.ts';
import { isRunning, previewStore, setPreview } from './preview-store.ts';
import { forgetPreviewToken } from './preview-token.ts';

const noticeKey = 'readerlens.preview-notice';

/** What a page that ends its preview wants the next one to say. */
export const takeNotice = (): string | undefined => {
  const notice = sessionStorage.getItem(noticeKey) ?? undefined;
  sessionStorage.removeItem(noticeKey);
  return notice;
};

/** Reloads the page; tests replace it. */
export const page = { reload: () => location.reload() };

/**
 * Ends the preview of this tab. Code that runs already is got rid of by a reload only; when somebody stays because
 * something would be lost, the banner says so. `notice` is said by the next page.
 */
export const endPreview = (notice?: string) => {
  forgetPreviewToken();
  setRegistryOverride(undefined);
  if (!isRunning(previewStore.getState())) return setPreview({ status: 'none' });
  if (notice) sessionStorage.setItem(noticeKey, notice);
  setPreview({ status: 'over' });
  page.reload();
};
