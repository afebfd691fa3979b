import type { jsPDF } from 'jspdf';
import type { SheetLine } from '../sheet.ts';
import { computeLineHeight, ink, page, sheetWidth, styles } from './paper.ts';
import type { Line, LineMaker, TextStyle } from './paper.ts';

/** Height reserved for the footer. */
const footerHeight = 34;

/** The position of the next line; a full page continues on another page of the same activity. */
export interface Flow {
  readonly doc: jsPDF;
  readonly makeLines: LineMaker;
  y: number;
  readonly title: string;
}

const lowest = page.height - page.bottom - footerHeight;

const continueOnNextPage = (flow: Flow): void => {
  const { doc, makeLines, title } = flow;
  doc.addPage();
  flow.y = page.top + styles.continued.size;
  const [line] = makeLines(`${title} (continued)`, styles.continued, sheetWidth);
  line?.draw(page.left, flow.y);
  flow.y += 16;
};

/** Starts a new page if the given height does not fit. */
export const reserve = (flow: Flow, height: number): void => {
  if (flow.y + height > lowest) continueOnNextPage(flow);
};

export const gap = (flow: Flow, height: number): void => {
  flow.y += height;
};

export const rule = ({ doc, y }: Pick<Flow, 'doc' | 'y'>, color: string = ink.border, width = 0.6): void => {
  doc
    .setDrawColor(color)
    .setLineWidth(width)
    .line(page.left, y, page.left + sheetWidth, y);
};

/** Writes one line with its baseline below `flow.y`, and advances. */
const writeLine = (flow: Flow, line: Line, x: number, style: TextStyle, link: string | undefined): void => {
  const height = computeLineHeight(style);
  reserve(flow, height);
  line.draw(x, flow.y + style.size);
  if (link) flow.doc.link(x, flow.y, line.width(), height, { url: link });
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
  const shown = link ? { ...style, color: ink.accent } : style;
  for (const line of flow.makeLines(text, shown, width)) writeLine(flow, line, x, shown, link);
};
