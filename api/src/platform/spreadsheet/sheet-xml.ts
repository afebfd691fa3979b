// A sheet as the XML of an xlsx file, in chunks: the rows are never all in memory.
import type { SharedStrings } from './shared-strings.ts';

/** Null is an empty cell; a date is a moment in UTC. */
export type Cell = string | number | boolean | Date | null;
export type Row = readonly Cell[];

export interface Column {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Many rows say the same here: each text is stored once. */
  readonly repeats?: boolean;
}

export interface Sheet {
  /** At most 31 characters, none of []:*?/\. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** In batches; asked for only once the sheets before are written. */
  readonly rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

/** What a sheet can hold beside its heading. */
export const maxRows = 1_048_575;
const maxText = 32_767;

/** Places among `cellXfs` of the styles. */
const style = { heading: 1, text: 2, moment: 3 } as const;

/** Whatever XML has no way to write: controls, halves of surrogate pairs, two that are no characters. */
const unwritable = /[^\t\n -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const codeOf = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Most text is written as it is, and this is all that it costs. */
const isSpecial = /[&<>_]|[^\t\n -\ud7ff\ue000-\ufffd]/;

/** Text as XML has it. What XML cannot say goes as _xHHHH_, and so does text that only looks like that. */
const xmlText = (text: string): string =>
  isSpecial.test(text)
    ? text
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replace(unwritable, codeOf)
        .replace(/[&<>]/g, (character) => entities[character] ?? '')
    : text;

/** Blanks that a reader of XML may take for layout. */
const hasLooseBlanks = /^\s|\s$|[\t\n]| {2}/;

export const textXml = (text: string): string =>
  `<t${hasLooseBlanks.test(text) ? ' xml:space="preserve"' : ''}>${xmlText(text)}</t>`;

/** A spreadsheet takes text that begins so for a formula as soon as somebody edits it, or exports it as CSV. */
const looksLikeFormula = /^[=+\-@\t\r]/;

const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);

const letters = (column: number): string => {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
};

const textCell = (place: string, text: string, chosen: number, shared: SharedStrings | undefined): string => {
  const styled = chosen === 0 ? '' : ` s="${chosen}"`;
  const index = shared?.placeOf(text);
  return index === undefined
    ? `<c r="${place}"${styled} t="inlineStr"><is>${textXml(cut(text))}</is></c>`
    : `<c r="${place}"${styled} t="s"><v>${index}</v></c>`;
};

const dayMs = 86_400_000;
/** Days from what spreadsheets count from to 1970. */
const epochDays = 25_569;

const numberCell = (place: string, value: number, chosen = 0): string =>
  Number.isFinite(value) ? `<c r="${place}"${chosen === 0 ? '' : ` s="${chosen}"`}><v>${value}</v></c>` : '';

const cellXml = (place: string, cell: Cell, shared: SharedStrings | undefined): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string')
    return textCell(place, cell, looksLikeFormula.test(cell) ? style.text : 0, shared);
  if (typeof cell === 'number') return numberCell(place, cell);
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return numberCell(place, cell.getTime() / dayMs + epochDays, style.moment);
};

/** Of rows as wide as the columns at most. */
const rowWriter = (columns: readonly Column[], shared: SharedStrings) => {
  const places = columns.map((_, index) => letters(index));
  const sharing = columns.map(({ repeats }) => (repeats ? shared : undefined));
  return (row: Row, number: number): string => {
    let cells = '';
    for (let index = 0; index < row.length; index += 1)
      cells += cellXml(`${places[index] ?? ''}${number}`, row[index] ?? null, sharing[index]);
    return `<row r="${number}">${cells}</row>`;
  };
};

const headingRow = (columns: readonly Column[]): string => {
  const cells = columns.map(({ title }, index) =>
    textCell(`${letters(index)}1`, title, style.heading, undefined),
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

/** @throws Error for more rows than a sheet can hold: none is left out silently */
export async function* sheetXml({ columns, rows }: Sheet, shared: SharedStrings): AsyncGenerator<string> {
  const write = rowWriter(columns, shared);
  yield head(columns) + headingRow(columns);
  let number = 1;
  for await (const batch of rows) {
    let xml = '';
    for (const row of batch) xml += write(row, (number += 1));
    if (number > maxRows + 1) throw new Error(`A sheet holds no more than ${maxRows} rows.`);
    yield xml;
  }
  yield '</sheetData></worksheet>';
}
