import { maxTableColumns } from '@readerlens/contract/marketing-pipeline';
import { TableError } from '../../../platform/spreadsheet/read/table.ts';
import type { Table, TableRow } from '../../../platform/spreadsheet/read/table.ts';
import { RowProblem } from './upload-kind.ts';
import type { RowContext, RowTexts, UploadKindRules } from './upload-kind.ts';

/** A row that is left out. */
export interface RefusedRow {
  readonly row: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** What a file has besides its usable rows. */
export interface FileSummary {
  readonly rows: number;
  readonly refused: number;
  /** The first ones. */
  readonly problems: readonly RefusedRow[];
  /** Ids of refused rows. What is stored under them stays as it is. */
  readonly refusedIds: readonly string[];
  readonly columns: readonly { readonly column: string; readonly field: string }[];
  readonly unusedColumns: readonly string[];
}

/** 'Created Date', 'created-date' and 'created_date' are the same column. */
export const columnKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

/** How systems write that there is no value. */
const missing = new Set(['-', '--', 'n/a', '#n/a', '(none)']);

interface Placed<Key extends string> {
  /** The place of each known column. */
  readonly places: ReadonlyMap<Key, number>;
  readonly unused: readonly string[];
}

const placeColumns = <Key extends string, Row>(
  header: readonly string[],
  { columns }: UploadKindRules<Key, Row>,
): Placed<Key> => {
  const places = new Map<Key, number>();
  const keys = header.map(columnKey);
  for (const key of Object.keys(columns) as Key[]) {
    const { label, otherNames } = columns[key];
    const names = [columnKey(label), ...otherNames];
    const found = names.map((name) => keys.indexOf(name)).find((at) => at >= 0);
    if (found !== undefined) places.set(key, found);
  }
  const lacking = (Object.keys(columns) as Key[]).filter(
    (key) => columns[key].isRequired && !places.has(key),
  );
  if (lacking.length > 0) {
    const names = lacking.map((key) => columns[key].label).join(', ');
    const has = header.filter((name) => name !== '').slice(0, maxTableColumns);
    throw new TableError(`The file has no column ${names}. Its columns are ${has.join(', ')}.`);
  }
  const used = new Set(places.values());
  return { places, unused: header.filter((name, at) => name !== '' && !used.has(at)) };
};

const readTexts = <Key extends string>(
  cells: readonly string[],
  places: ReadonlyMap<Key, number>,
): RowTexts<Key> => {
  const texts: Partial<Record<Key, string>> = {};
  for (const [key, at] of places) {
    const text = cells[at]?.trim() ?? '';
    if (text !== '' && !missing.has(text.toLowerCase())) texts[key] = text;
  }
  return texts;
};

const loneSurrogate = /\p{Surrogate}/u;

const checkTexts = <Key extends string, Row>(
  texts: RowTexts<Key>,
  { columns }: UploadKindRules<Key, Row>,
): void => {
  for (const key of Object.keys(columns) as Key[]) {
    const { label, isRequired } = columns[key];
    const text = texts[key];
    if (text === undefined && isRequired) throw new RowProblem(label, '', 'The value is missing.');
    if (text !== undefined && (text.includes('\0') || loneSurrogate.test(text)))
      throw new RowProblem(label, text, 'The value has characters that cannot be stored.');
  }
};

const describeProblem = (row: number, error: unknown): RefusedRow => {
  if (error instanceof RowProblem)
    return { row, column: error.column, value: error.value.slice(0, 200), reason: error.message };
  throw error;
};

/** Reads the rows of a table: the usable ones go to `keep`. Of two rows with the same id, the later one is refused. */
export const readRows = <Key extends string, Row>(
  { header, rows }: Table,
  kind: UploadKindRules<Key, Row>,
  context: RowContext,
  { keep, shownProblems }: { readonly keep: (row: Row) => void; readonly shownProblems: number },
): FileSummary => {
  const { places, unused } = placeColumns(header, kind);
  const seen = new Map<string, number>();
  const problems: RefusedRow[] = [];
  const refusedIds: string[] = [];
  let refused = 0;
  const refuse = (problem: RefusedRow, id: string | undefined) => {
    refused += 1;
    if (problems.length < shownProblems) problems.push(problem);
    if (id !== undefined) refusedIds.push(id);
  };
  const read = (line: TableRow) => {
    if ('reason' in line)
      return refuse({ row: line.row, column: null, value: null, reason: line.reason }, undefined);
    const texts = readTexts(line.cells, places);
    try {
      checkTexts(texts, kind);
      const parsed = kind.parse(texts, context);
      const id = kind.readId(parsed);
      const first = seen.get(id);
      if (first !== undefined)
        throw new RowProblem(
          kind.columns[kind.idColumn].label,
          texts[kind.idColumn] ?? '',
          `Row ${first} has the same ${kind.idWords}.`,
        );
      seen.set(id, line.row);
      keep(parsed);
    } catch (error) {
      refuse(describeProblem(line.row, error), kind.findId(texts));
    }
  };
  for (const line of rows) read(line);
  return {
    rows: rows.length,
    refused,
    problems,
    refusedIds,
    columns: [...places].map(([key, at]) => ({ column: header[at] ?? '', field: kind.columns[key].label })),
    unusedColumns: unused,
  };
};
