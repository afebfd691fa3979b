import { drawInThread } from '../activity-sheet/pdf/write-sheets.ts';
import type { PageSheet } from './page-sheet.ts';

/** Draws a page as a PDF in a separate thread. Throws as `drawInThread`. */
export const writePageSheet = (sheet: PageSheet): Promise<Uint8Array> =>
  drawInThread(new URL('./page-document.thread.ts', import.meta.url), sheet);
