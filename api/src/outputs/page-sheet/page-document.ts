import { drawFooter, drawHeader, drawHeading } from '../activity-sheet/pdf/draw-sheet.ts';
import { gap, reserve, rule, write } from '../activity-sheet/pdf/page-flow.ts';
import type { Flow } from '../activity-sheet/pdf/page-flow.ts';
import { computeLineHeight, ink, page, sheetWidth, styles } from '../activity-sheet/pdf/paper.ts';
import type { Line, TextStyle } from '../activity-sheet/pdf/paper.ts';
import { finishDocument, startDocument } from '../activity-sheet/pdf/sheets-document.ts';
import type { PageFigure, PageTable } from '@readerlens/contract';
import type { PageSheet } from './page-sheet.ts';

/** Rows of a table in the document; the workbook has all of them. */
export const shownRows = 20;

const figureStyle = { size: 14, color: ink.text, bold: true } as const satisfies TextStyle;
const noteStyle = { size: 7.5, color: ink.muted } as const satisfies TextStyle;
const headStyle = { size: 7.5, color: ink.subtle, bold: true } as const satisfies TextStyle;
const cellStyle = { size: 8, color: ink.text } as const satisfies TextStyle;

const figuresPerLine = 3;
const gutter = 12;
const figureWidth = (sheetWidth - (figuresPerLine - 1) * gutter) / figuresPerLine;

/** Draws lines below each other from `y`, and returns the y below the last one. */
const drawLines = (lines: readonly Line[], x: number, y: number, style: TextStyle): number => {
  lines.forEach((line, index) => line.draw(x, y + style.size + index * computeLineHeight(style)));
  return y + lines.length * computeLineHeight(style);
};

const breakFigure = ({ makeLines }: Flow, { label, value, note }: PageFigure) => {
  // A number is short; why there is none is a sentence.
  const valueStyle = value.length > 16 ? styles.body : figureStyle;
  const parts = [
    { lines: makeLines(label, noteStyle, figureWidth), style: noteStyle },
    { lines: makeLines(value, valueStyle, figureWidth), style: valueStyle },
    ...(note === '' ? [] : [{ lines: makeLines(note, noteStyle, figureWidth), style: noteStyle }]),
  ];
  const height = parts.reduce((sum, { lines, style }) => sum + lines.length * computeLineHeight(style), 0);
  return { parts, height };
};

const drawFigures = (flow: Flow, figures: readonly PageFigure[]): void => {
  for (let start = 0; start < figures.length; start += figuresPerLine) {
    const broken = figures.slice(start, start + figuresPerLine).map((figure) => breakFigure(flow, figure));
    const height = Math.max(...broken.map((figure) => figure.height));
    reserve(flow, height);
    broken.forEach(({ parts }, index) => {
      let { y } = flow;
      for (const { lines, style } of parts)
        y = drawLines(lines, page.left + index * (figureWidth + gutter), y, style);
    });
    gap(flow, height + 9);
  }
};

const isNumber = (text: string): boolean => /^[-+−]?[\d,.]+\s?%?$/.test(text);

const cellGap = 6;

/** The width of the longest word of a column in points, so that no day and no heading is broken; at most a fifth of the sheet. */
const measureWord = ({ makeLines }: Flow, title: string, cells: readonly string[]): number => {
  const measure = (text: string, style: TextStyle) =>
    Math.max(0, ...text.split(/\s+/).map((word) => makeLines(word, style)[0]?.width() ?? 0));
  const longest = Math.max(measure(title, headStyle), ...cells.map((cell) => measure(cell, cellStyle)));
  return Math.min(sheetWidth / 5, longest + cellGap + 1);
};

/** Widths of the columns in points: what the longest word of each needs, and a share of the rest by its longest text. */
const divideWidth = (flow: Flow, { columns, rows }: Pick<PageTable, 'columns' | 'rows'>): number[] => {
  const cells = columns.map((_, index) => rows.map((row) => row[index] ?? ''));
  const least = columns.map((title, index) => measureWord(flow, title, cells[index] ?? []));
  const needed = least.reduce((sum, width) => sum + width, 0);
  if (needed > sheetWidth) return least.map((width) => (width * sheetWidth) / needed);
  const longest = columns.map((title, index) =>
    Math.min(60, Math.max(title.length, ...(cells[index] ?? []).map(({ length }) => length))),
  );
  const total = longest.reduce((sum, length) => sum + length, 0) || 1;
  return least.map((width, index) => width + ((sheetWidth - needed) * (longest[index] ?? 0)) / total);
};

const drawRow = (
  flow: Flow,
  cells: readonly string[],
  widths: readonly number[],
  style: TextStyle,
  isRight: readonly boolean[],
): void => {
  const broken = widths.map((width, index) => flow.makeLines(cells[index] ?? '', style, width - cellGap));
  const height = Math.max(1, ...broken.map((lines) => lines.length)) * computeLineHeight(style);
  reserve(flow, height + 2);
  let x: number = page.left;
  broken.forEach((lines, index) => {
    const width = widths[index] ?? 0;
    for (const [at, line] of lines.entries())
      line.draw(
        isRight[index] === true ? x + width - cellGap - line.width() : x,
        flow.y + style.size + at * computeLineHeight(style),
      );
    x += width;
  });
  gap(flow, height + 2);
};

const drawTable = (flow: Flow, { title, note, columns, rows }: PageTable): void => {
  drawHeading(flow, title);
  if (note !== '') {
    write(flow, { text: note }, page.left, sheetWidth, noteStyle);
    gap(flow, 3);
  }
  if (rows.length === 0) {
    write(flow, { text: 'Nothing to show.' }, page.left, sheetWidth, cellStyle);
    return;
  }
  const shown = rows.slice(0, shownRows);
  const widths = divideWidth(flow, { columns, rows: shown });
  const isRight = columns.map(
    (_, index) => index > 0 && shown.every((row) => (row[index] ?? '') === '' || isNumber(row[index] ?? '')),
  );
  drawRow(flow, columns, widths, headStyle, isRight);
  rule(flow);
  gap(flow, 2);
  for (const row of shown) drawRow(flow, row, widths, cellStyle, isRight);
  const more = rows.length - shown.length;
  if (more > 0)
    write(
      flow,
      { text: `${more} more ${more === 1 ? 'row is' : 'rows are'} in the Excel file.` },
      page.left,
      sheetWidth,
      noteStyle,
    );
};

/** A page as a PDF: its filters, its figures, and its tables. */
export const pageDocument = async (sheet: PageSheet): Promise<Uint8Array> => {
  const { doc, makeLines } = await startDocument(sheet.title, sheet);
  const flow: Flow = { doc, makeLines, y: page.top, title: sheet.title };
  drawHeader(flow, sheet);
  gap(flow, 6);
  for (const [label, text] of sheet.about)
    write(flow, { text: `${label}: ${text}` }, page.left, sheetWidth, styles.date);
  for (const note of sheet.notes) write(flow, { text: note }, page.left, sheetWidth, styles.date);
  if (sheet.figures.length > 0) {
    drawHeading(flow, 'Figures');
    drawFigures(flow, sheet.figures);
  }
  for (const table of sheet.tables) drawTable(flow, table);
  drawFooter(flow, sheet.help);
  return finishDocument(doc);
};
