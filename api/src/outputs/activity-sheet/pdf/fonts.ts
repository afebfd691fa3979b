import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { jsPDF } from 'jspdf';
import { fontName } from './paper.ts';

const resolve = createRequire(import.meta.url).resolve;

/** The built-in PDF fonts support only Western European letters; readers have names like Größer, Ωμέγα and Юлия. */
export const latinFiles = {
  normal: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;

/** Adds the product's fonts to a document; only the used glyphs are embedded. */
export const addFonts = (doc: jsPDF): void => {
  for (const [style, file] of Object.entries(latinFiles)) {
    doc.addFileToVFS(file, readFileSync(resolve(file), 'base64'));
    doc.addFont(file, fontName, style);
  }
};
