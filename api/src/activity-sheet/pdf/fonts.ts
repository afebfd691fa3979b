import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { jsPDF } from 'jspdf';
import { fontName } from './paper.ts';

const resolve = createRequire(import.meta.url).resolve;

/** The fonts that come with PDF know Western European letters only; readers are called Größer, Ωμέγα and Юлия. */
const files = {
  normal: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;

/** Puts the product's fonts into a document; of each, only the letters that are used get into the file. */
export const addFonts = (doc: jsPDF): void => {
  for (const [style, file] of Object.entries(files)) {
    doc.addFileToVFS(file, readFileSync(resolve(file), 'base64'));
    doc.addFont(file, fontName, style);
  }
};
