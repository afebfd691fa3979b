import { jsPDF } from 'jspdf';
import type { Help, Sheet } from '../sheet.ts';
import { drawSheet } from './draw-sheet.ts';
import { addFonts } from './fonts.ts';
import { lineMakerFor } from './text-lines.ts';

export interface SheetsJob {
  readonly sheets: readonly Sheet[];
  readonly help: Help;
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** The sheets as one PDF, each on a new page. Drawing is synchronous and takes a few milliseconds per sheet. */
export const sheetsDocument = async ({ sheets, help }: SheetsJob): Promise<Uint8Array> => {
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  addFonts(doc);
  const makeLines = await lineMakerFor(doc, stringsIn([sheets, help]));
  doc.setLanguage('en-US');
  doc.setProperties({
    title: sheets.length === 1 ? (sheets[0]?.title ?? '') : `${sheets.length} activities`,
    creator: 'Readerlens',
  });
  sheets.forEach((sheet, index) => {
    if (index > 0) doc.addPage();
    drawSheet(doc, makeLines, sheet, help);
  });
  return new Uint8Array(doc.output('arraybuffer'));
};
