import {
  drawField,
  drawFooter,
  drawHeader,
  drawHeading,
  drawSection,
} from '../activity-sheet/pdf/draw-sheet.ts';
import { gap, reserve, write } from '../activity-sheet/pdf/page-flow.ts';
import type { Flow } from '../activity-sheet/pdf/page-flow.ts';
import { page, sheetWidth, styles } from '../activity-sheet/pdf/paper.ts';
import { finishDocument, startDocument } from '../activity-sheet/pdf/sheets-document.ts';
import type { FormSheet, FormSheetGroup, FormSheetPart } from './form-sheet.ts';

const drawGroup = (flow: Flow, { title, fields }: FormSheetGroup): void => {
  gap(flow, 6);
  // The title stays together with the field after it.
  reserve(flow, 45);
  write(flow, { text: title }, page.left, sheetWidth, styles.section);
  gap(flow, 4);
  for (const field of fields) drawField(flow, field);
};

const drawPart = (flow: Flow, { title, fields, lists = [], groups = [] }: FormSheetPart): void => {
  drawHeading(flow, title);
  for (const field of fields) drawField(flow, field);
  lists.forEach((list, index) => drawSection(flow, list, index));
  for (const group of groups) drawGroup(flow, group);
};

/** A form as a PDF. */
export const formDocument = async (sheet: FormSheet): Promise<Uint8Array> => {
  const { doc, makeLines } = await startDocument(sheet.title, sheet);
  const flow: Flow = { doc, makeLines, y: page.top, title: sheet.title };
  drawHeader(flow, sheet);
  for (const part of sheet.parts) drawPart(flow, part);
  drawFooter(flow, sheet.help);
  return finishDocument(doc);
};
