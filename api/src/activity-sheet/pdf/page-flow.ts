import type { jsPDF } from 'jspdf';
import type { SheetLine } from '../sheet.ts';
import { heightOf, ink, page, sheetWidth, styles, use, wrap } from './paper.ts';
import type { TextStyle } from './paper.ts';

/** Room that the footer takes at the end of a page. */
export const footerHeight = 34;

/** Where the next line goes; a page that is full is followed by another one of the same activity. */
export interface Flow {
  readonly doc: jsPDF;
  y: number;
  readonly title: string;
}

const lowest = page.height - page.bottom - footerHeight;

const continueOnNextPage = (flow: Flow): void => {
  const { doc, title } = flow;
  doc.addPage();
  use(doc, styles.continued);
  flow.y = page.top + styles.continued.size;
  const [line = ''] = wrap(doc, `${title} (continued)`, sheetWidth, styles.continued);
  doc.text(line, page.left, flow.y);
  flow.y += 16;
};

/** Makes sure that so much fits on the page. */
export const need = (flow: Flow, height: number): void => {
  if (flow.y + height > lowest) continueOnNextPage(flow);
};

export const gap = (flow: Flow, height: number): void => {
  flow.y += height;
};

export const rule = ({ doc, y }: Flow, color: string = ink.border, width = 0.6): void => {
  doc
    .setDrawColor(color)
    .setLineWidth(width)
    .line(page.left, y, page.left + sheetWidth, y);
};

/** Writes one line with its baseline under `flow.y`, and moves on. */
const writeLine = (flow: Flow, text: string, x: number, style: TextStyle, link: string | undefined): void => {
  const { doc } = flow;
  const height = heightOf(style);
  need(flow, height);
  use(doc, link ? { ...style, color: ink.accent } : style);
  doc.text(text, x, flow.y + style.size);
  if (link) doc.link(x, flow.y, doc.getTextWidth(text), height, { url: link });
  flow.y += height;
};

/** Writes a text of any length in a column. */
export const write = (
  flow: Flow,
  { text, link, strong }: SheetLine,
  x: number,
  width: number,
  style: TextStyle = strong ? styles.strong : styles.body,
): void => {
  for (const line of wrap(flow.doc, text, width, style)) writeLine(flow, line, x, style, link);
};
