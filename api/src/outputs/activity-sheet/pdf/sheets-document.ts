import { countActivities } from '@readerlens/contract/numbers';
import { jsPDF } from 'jspdf';
import type { Help, Sheet } from '../sheet.ts';
import { drawSheet } from './draw-sheet.ts';
import { addFonts } from './fonts.ts';
import type { LineMaker } from './paper.ts';
import { lineMakerFor } from './text-lines.ts';

export interface SheetsJob {
  readonly sheets: readonly Sheet[];
  readonly help: Help;
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** An empty document, and what writes lines of the texts in `content` and of plain text. */
export const startDocument = async (
  title: string,
  content: unknown,
): Promise<{ doc: jsPDF; makeLines: LineMaker }> => {
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  addFonts(doc);
  const makeLines = await lineMakerFor(doc, stringsIn([title, content]));
  doc.setLanguage('en-US');
  doc.setProperties({ title, creator: 'Readerlens' });
  return { doc, makeLines };
};

export const finishDocument = (doc: jsPDF): Uint8Array => new Uint8Array(doc.output('arraybuffer'));

/** The sheets as one PDF, each on a new page. Drawing is synchronous and takes a few milliseconds per sheet. */
export const sheetsDocument = async ({ sheets, help }: SheetsJob): Promise<Uint8Array> => {
  const title = sheets.length === 1 ? (sheets[0]?.title ?? '') : countActivities(sheets.length);
  const { doc, makeLines } = await startDocument(title, [sheets, help]);
  sheets.forEach((sheet, index) => {
    if (index > 0) doc.addPage();
    drawSheet(doc, makeLines, sheet, help);
  });
  return finishDocument(doc);
};
