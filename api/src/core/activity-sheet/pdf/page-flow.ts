import type { jsPDF } from 'jspdf';
import type { SheetLine } from '../sheet.ts';
import { heightOf, ink, page, sheetWidth, styles, use, wrap } from './paper.ts';
import type { TextStyle } from './paper.ts';

/** Height reserved for the footer. */
const footerHeight = 34;

/** The position of the next line; a full page continues on another page of the same activity. */
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

/** Starts a new page if the given height does not fit. */
export const reserve = (flow: Flow, height: number): void => {
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

/** Writes one line with its baseline below `flow.y`, and advances. */
const writeLine = (flow: Flow, text: string, x: number, style: TextStyle, link: string | undefined): void => {
  const { doc } = flow;
  const height = heightOf(style);
  reserve(flow, height);
  use(doc, link ? { ...style, color: ink.accent } : style);
  doc.text(text, x, flow.y + style.size);
  if (link) doc.link(x, flow.y, doc.getTextWidth(text), height, { url: link });
  flow.y += height;
};

/** Writes text of any length in a column. */
export const write = (
  flow: Flow,
  { text, link, strong }: SheetLine,
  x: number,
  width: number,
  style: TextStyle = strong ? styles.strong : styles.body,
): void => {
  for (const line of wrap(flow.doc, text, width, style)) writeLine(flow, line, x, style, link);
};
