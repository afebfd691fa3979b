import { drawInThread } from '../activity-sheet/pdf/write-sheets.ts';
import type { FormSheet } from './form-sheet.ts';

/** Draws a form as a PDF in a separate thread. Throws as `drawInThread`. */
export const writeFormSheet = (sheet: FormSheet): Promise<Uint8Array> =>
  drawInThread(new URL('./form-document.thread.ts', import.meta.url), sheet);
