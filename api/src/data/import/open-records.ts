import { delimiterNames, findDelimiter } from '../../platform/spreadsheet/csv/find-delimiter.ts';
import type { Delimiter } from '../../platform/spreadsheet/csv/find-delimiter.ts';
import { createCsvRecordReader } from '../../platform/spreadsheet/csv/csv-records.ts';
import type { CsvItem } from '../../platform/spreadsheet/csv/csv-records.ts';
import { ImportError } from './import-error.ts';
import { parseJsonLine } from './json-line.ts';
import { openBytes } from './open-bytes.ts';
import { columnKey } from './source-record.ts';
import type { BrokenRecord, SourceRecord } from './source-record.ts';
import { shortened } from './shown-value.ts';
import { textLines, undecodable } from '../../platform/spreadsheet/csv/text-lines.ts';
import type { TextLine } from '../../platform/spreadsheet/csv/text-lines.ts';

export interface Header {
  /** Column names, empty ones included. */
  readonly columns: readonly string[];
  /** A sentence that says what was read, for errors. */
  readonly description: string;
}

export interface SourceFile {
  readonly format: 'csv' | 'ndjson';
  /** Undefined if each record has its own columns. */
  readonly header: Header | undefined;
  readonly records: AsyncIterable<readonly (SourceRecord | BrokenRecord)[]>;
  readonly totalBytes: number;
  readonly bytesRead: () => number;
  close(): void;
}

const shownColumns = 50;

const describe = (columns: readonly string[], { character, isDeclared }: Delimiter): string => {
  const names = columns.filter((name) => name.trim() !== '').map((name) => shortened(name, 60));
  const more = names.length > shownColumns ? ` and ${names.length - shownColumns} more` : '';
  const delimiter = delimiterNames[character] ?? `'${character}'`;
  const origin = isDeclared ? `as its line 'sep=' says` : `without a line 'sep='`;
  return `It has ${names.slice(0, shownColumns).join(', ')}${more} (read as UTF-8 with ${delimiter}, ${origin}).`;
};

const readHeader = (item: CsvItem | undefined, firstLine: string, delimiter: Delimiter): Header => {
  if (!item) throw new ImportError('The file has no header line.');
  const columns = 'reason' in item ? [firstLine] : item.cells;
  const description = describe(columns, delimiter);
  const fail = (reason: string) => {
    throw new ImportError(`The header line cannot be read. ${reason} ${description}`);
  };
  if ('reason' in item) fail(item.reason);
  if (columns.some((name) => name.includes(undecodable))) fail('The line has bytes that are not UTF-8.');
  return { columns, description };
};

const toRecord = (keys: readonly string[], item: CsvItem): SourceRecord | BrokenRecord => {
  if ('reason' in item) return item;
  const { line, cells } = item;
  if (cells.length !== keys.length) {
    return {
      line,
      reason: `The line has ${cells.length} values, but the header has ${keys.length} columns.`,
    };
  }
  const values = new Map<string, string>();
  for (const [index, cell] of cells.entries()) {
    const value = cell.trim();
    const key = keys[index];
    if (value !== '' && key) values.set(key, value);
  }
  return { line, values };
};

type Lines = AsyncGenerator<TextLine[]>;

/** The items of the file in groups, header included. */
async function* csvItems(
  first: readonly TextLine[],
  lines: Lines,
  delimiter: string,
): AsyncGenerator<CsvItem[]> {
  const reader = createCsvRecordReader(delimiter);
  yield reader.read(first);
  for await (const group of lines) yield reader.read(group);
  yield reader.end();
}

const openCsv = async (first: readonly TextLine[], lines: Lines) => {
  const firstLine = first.find(({ text }) => text.trim() !== '')?.text ?? '';
  const delimiter = findDelimiter(firstLine);
  const items = csvItems(first, lines, delimiter.character);
  const begin = delimiter.isDeclared ? 1 : 0;
  // A quoted column name with a line break may span several groups.
  const head: CsvItem[] = [];
  while (head.length <= begin) {
    const { value, done } = await items.next();
    if (done) break;
    head.push(...value);
  }
  const header = readHeader(head[begin], firstLine, delimiter);
  const keys = header.columns.map(columnKey);
  const records = async function* () {
    yield head.slice(begin + 1).map((item) => toRecord(keys, item));
    for await (const next of items) yield next.map((item) => toRecord(keys, item));
  };
  return { format: 'csv' as const, header, records: records() };
};

const openNdjson = (first: readonly TextLine[], lines: Lines) => {
  const recordsIn = (group: readonly TextLine[]) =>
    group.filter(({ text, problem }) => problem !== undefined || text.trim() !== '').map(parseJsonLine);
  const records = async function* () {
    yield recordsIn(first);
    for await (const group of lines) yield recordsIn(group);
  };
  return { format: 'ndjson' as const, header: undefined, records: records() };
};

/** Lines up to the first group that is not blank. */
const firstLines = async (lines: Lines): Promise<TextLine[]> => {
  const first: TextLine[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return first;
    first.push(...value);
    if (value.some(({ text, problem }) => problem !== undefined || text.trim() !== '')) return first;
  }
};

/**
 * Opens CSV (with commas, semicolons or tabs) or one JSON object per line, plain or gzipped, detected from the content.
 * @throws ImportError when it is neither, also while reading
 */
export const openRecords = async (file: string): Promise<SourceFile> => {
  const { chunks, totalBytes, bytesRead, close } = await openBytes(file);
  try {
    const lines = textLines(chunks);
    const first = await firstLines(lines);
    const start = first.find(({ text }) => text.trim() !== '')?.text.trimStart();
    if (start === undefined && !first.some(({ problem }) => problem))
      throw new ImportError('The file is empty.');
    if (start?.startsWith('[')) {
      throw new ImportError('The file is one JSON array. Write one JSON object per line instead.');
    }
    const opened = start?.startsWith('{') ? openNdjson(first, lines) : await openCsv(first, lines);
    return { ...opened, totalBytes, bytesRead, close };
  } catch (error) {
    close();
    throw error;
  }
};
