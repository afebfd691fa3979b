// The XML of a sheet in an xlsx file, in chunks, so that the rows are never all in memory.
import { looksLikeFormula } from './formula.ts';
import type { SharedStrings } from './shared-strings.ts';
import { dayMilliseconds } from '../time.ts';

/** Null is an empty cell; a Date is shown in UTC. */
export type Cell = string | number | boolean | Date | null;
export type Row = readonly Cell[];

export interface Column {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Many rows have the same text in this column, so each text is stored once. */
  readonly repeats?: boolean;
  /** Its numbers are shares, of which spreadsheets show whole percents. */
  readonly isPercent?: boolean;
}

export const sheetColumn = (title: string, width: number): Column => ({ title, width });

export interface Sheet {
  /** At most 31 characters, none of []:*?/\. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** In batches; read only after the previous sheets are written. */
  readonly rows: Iterable<Iterable<Row>> | AsyncIterable<Iterable<Row>>;
}

/** Maximum number of rows of a sheet, without its heading. */
export const maxRows = 1_048_575;
const maxText = 32_767;

/** Indexes in `cellXfs` of the styles. */
const style = { heading: 1, text: 2, dateTime: 3, percent: 4 } as const;

/** Characters not allowed in XML: most controls, unpaired surrogates, U+FFFE and U+FFFF. */
const invalidInXml = /[^\t\n -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const escapeCharacter = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A fast test, because most text needs no escaping. */
const isSpecial = /[&<>_]|[^\t\n -\ud7ff\ue000-\ufffd]/;

/** Escapes text for XML. Invalid characters become _xHHHH_, as does the underscore of text like such an escape. */
const escapeXml = (text: string): string =>
  isSpecial.test(text)
    ? text
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replace(invalidInXml, escapeCharacter)
        .replace(/[&<>]/g, (character) => entities[character] ?? '')
    : text;

/** White space that XML readers may drop or normalize. */
const hasSignificantSpace = /^\s|\s$|[\t\n]| {2}/;

export const textXml = (text: string): string =>
  `<t${hasSignificantSpace.test(text) ? ' xml:space="preserve"' : ''}>${escapeXml(text)}</t>`;

const truncate = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);

const columnLetters = (column: number): string => {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
};

const textCell = (
  ref: string,
  text: string,
  styleIndex: number,
  shared: SharedStrings | undefined,
): string => {
  const styled = styleIndex === 0 ? '' : ` s="${styleIndex}"`;
  const index = shared?.indexOf(text);
  return index === undefined
    ? `<c r="${ref}"${styled} t="inlineStr"><is>${textXml(truncate(text))}</is></c>`
    : `<c r="${ref}"${styled} t="s"><v>${index}</v></c>`;
};

/** Days from the epoch of spreadsheets to 1970. */
const epochDays = 25_569;

const numberCell = (ref: string, value: number, styleIndex: number): string =>
  Number.isFinite(value)
    ? `<c r="${ref}"${styleIndex === 0 ? '' : ` s="${styleIndex}"`}><v>${value}</v></c>`
    : '';

const cellXml = (ref: string, cell: Cell, numberStyle: number, shared: SharedStrings | undefined): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(ref, cell, looksLikeFormula(cell) ? style.text : 0, shared);
  if (typeof cell === 'number') return numberCell(ref, cell, numberStyle);
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return numberCell(ref, cell.getTime() / dayMilliseconds + epochDays, style.dateTime);
};

/** Returns a function that writes a row with at most as many cells as there are columns. */
const rowWriter = (columns: readonly Column[], shared: SharedStrings) => {
  const letters = columns.map((_, index) => columnLetters(index));
  const sharedByColumn = columns.map(({ repeats }) => (repeats ? shared : undefined));
  const numberStyles = columns.map(({ isPercent }) => (isPercent ? style.percent : 0));
  return (row: Row, number: number): string => {
    let cells = '';
    for (let index = 0; index < row.length; index += 1)
      cells += cellXml(
        `${letters[index] ?? ''}${number}`,
        row[index] ?? null,
        numberStyles[index] ?? 0,
        sharedByColumn[index],
      );
    return `<row r="${number}">${cells}</row>`;
  };
};

const headingRow = (columns: readonly Column[]): string => {
  const cells = columns.map(({ title }, index) =>
    textCell(`${columnLetters(index)}1`, title, style.heading, undefined),
  );
  return `<row r="1">${cells.join('')}</row>`;
};

const head = (columns: readonly Column[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
  columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('') +
  '</cols><sheetData>';

const pieceLength = 64 * 1024;

/** @throws Error for more rows than a sheet can hold, instead of omitting them silently */
export async function* sheetXml({ columns, rows }: Sheet, shared: SharedStrings): AsyncGenerator<string> {
  const write = rowWriter(columns, shared);
  yield head(columns) + headingRow(columns);
  let number = 1;
  let xml = '';
  for await (const batch of rows)
    for (const row of batch) {
      xml += write(row, (number += 1));
      if (number > maxRows + 1) throw new Error(`A sheet holds no more than ${maxRows} rows.`);
      if (xml.length < pieceLength) continue;
      yield xml;
      xml = '';
    }
  yield `${xml}</sheetData></worksheet>`;
}
