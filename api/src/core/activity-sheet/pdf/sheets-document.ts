import { jsPDF } from 'jspdf';
import type { Help, Sheet } from '../sheet.ts';
import { drawSheet } from './draw-sheet.ts';
import { addFonts } from './fonts.ts';

export interface SheetsJob {
  readonly sheets: readonly Sheet[];
  readonly help: Help;
}

/** The sheets as one PDF, each on a new page. Synchronous; takes a few milliseconds per sheet. */
export const sheetsDocument = ({ sheets, help }: SheetsJob): Uint8Array => {
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  addFonts(doc);
  doc.setLanguage('en-US');
  doc.setProperties({
    title: sheets.length === 1 ? (sheets[0]?.title ?? '') : `${sheets.length} activities`,
    creator: 'Readerlens',
  });
  sheets.forEach((sheet, index) => {
    if (index > 0) doc.addPage();
    drawSheet(doc, sheet, help);
  });
  return new Uint8Array(doc.output('arraybuffer'));
};
