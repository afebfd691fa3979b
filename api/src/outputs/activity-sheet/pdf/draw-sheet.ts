import type { jsPDF } from 'jspdf';
import type { Help, Sheet, SheetField, SheetLine, SheetSection } from '../sheet.ts';
import { gap, reserve, rule, write } from './page-flow.ts';
import type { Flow } from './page-flow.ts';
import { computeLineHeight, ink, page, sheetWidth, styles, use } from './paper.ts';
import type { LineMaker } from './paper.ts';
import { drawBadge, drawMark } from './pictures.ts';

const labelWidth = 150;
const rightEdge = page.left + sheetWidth;

export const drawHeader = (flow: Flow, { title, date }: Pick<Sheet, 'title' | 'date'>): void => {
  const { doc } = flow;
  drawMark(doc, { x: page.left, y: page.top, size: 24 });
  use(doc, styles.brand);
  doc.text('Readerlens', page.left + 30, page.top + 17);
  use(doc, styles.date);
  doc.text(date, rightEdge, page.top + 17, { align: 'right' });
  flow.y = page.top + 36;
  rule(flow, ink.accent, 1.4);
  gap(flow, 16);
  write(flow, { text: title }, page.left, sheetWidth, styles.title);
};

/** Keeps a heading together with the lines after it. */
export const drawHeading = (flow: Flow, text: string): void => {
  gap(flow, 18);
  reserve(flow, 60);
  write(flow, { text }, page.left, sheetWidth, styles.heading);
  gap(flow, 3);
  rule(flow);
  gap(flow, 8);
};

const badgeSize = 12;

export const drawField = (flow: Flow, { label, lines, badge }: SheetField): void => {
  const { doc } = flow;
  reserve(flow, computeLineHeight(styles.body));
  use(doc, styles.label);
  doc.text(label, page.left, flow.y + styles.body.size);
  const x = page.left + labelWidth;
  if (badge) drawBadge(doc, { x, y: flow.y - 0.5, size: badgeSize }, badge);
  const indent = badge ? badgeSize + 7 : 0;
  for (const line of lines) write(flow, line, x + indent, sheetWidth - labelWidth - indent);
  gap(flow, 6);
};

const drawEntry = (flow: Flow, lines: readonly SheetLine[]): void => {
  for (const line of lines) write(flow, line, page.left, sheetWidth);
  gap(flow, 5);
};

export const drawSection = (flow: Flow, { title, entries }: SheetSection, index: number): void => {
  if (index > 0) {
    gap(flow, 4);
    reserve(flow, 60);
    rule(flow);
    gap(flow, 9);
  }
  if (title !== undefined) {
    write(flow, { text: title }, page.left, sheetWidth, styles.section);
    gap(flow, 4);
  }
  for (const entry of entries) drawEntry(flow, entry);
};

/** Consecutive texts, some of them links. */
const drawRun = ({ doc, makeLines }: Flow, parts: readonly SheetLine[], y: number): void => {
  let x: number = page.left;
  for (const { text, link, strong } of parts) {
    const color = link ? ink.accent : styles.footer.color;
    const [line] = makeLines(text, { ...styles.footer, bold: strong ?? false, color });
    if (!line) continue;
    const width = line.width();
    line.draw(x, y);
    if (link) doc.link(x, y - styles.footer.size, width, styles.footer.size * 1.4, { url: link });
    x += width + 8;
  }
};

export const drawFooter = (flow: Flow, { email, knowledgeBaseUrl }: Help): void => {
  const y = page.height - page.bottom;
  rule({ doc: flow.doc, y: y - 18 });
  const parts = [
    { text: 'Need help?', strong: true },
    { text: email, link: `mailto:${email}` },
    { text: 'Knowledge Base', link: knowledgeBaseUrl },
  ];
  drawRun(flow, parts, y - 3);
};

/** Draws an activity onto the current page; a long one continues on further pages. */
export const drawSheet = (doc: jsPDF, makeLines: LineMaker, sheet: Sheet, help: Help): void => {
  const flow: Flow = { doc, makeLines, y: page.top, title: sheet.title };
  drawHeader(flow, sheet);
  for (const [title, fields] of [
    ['Reader Details', sheet.reader],
    ['Engagement Details', sheet.engagement],
  ] as const) {
    drawHeading(flow, title);
    for (const field of fields) drawField(flow, field);
  }
  if (sheet.specifics.length > 0) {
    drawHeading(flow, 'Specifics');
    sheet.specifics.forEach((section, index) => drawSection(flow, section, index));
  }
  drawFooter(flow, help);
};
