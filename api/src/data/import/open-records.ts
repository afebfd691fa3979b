import { createCsvRecordReader } from './csv-records.ts';
import type { CsvItem } from './csv-records.ts';
import { ImportError } from './import-error.ts';
import { parseJsonLine } from './json-line.ts';
import { openBytes } from './open-bytes.ts';
import { columnKey } from './source-record.ts';
import type { BrokenRecord, SourceRecord } from './source-record.ts';
import { textLines } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';

export interface SourceFile {
  readonly format: 'csv' | 'ndjson';
  /** Column names of the header; undefined if each record has its own. */
  readonly columns: readonly string[] | undefined;
  readonly records: AsyncIterable<readonly (SourceRecord | BrokenRecord)[]>;
  readonly totalBytes: number;
  readonly bytesRead: () => number;
  close(): void;
}

const delimiters = [',', ';', '\t'] as const;

/** The most frequent delimiter of the header. */
const delimiterOf = (header: string): string => {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best), ',');
};

const checkHeader = (item: CsvItem | undefined): readonly string[] => {
  if (!item) throw new ImportError('The file has no header line.');
  if ('reason' in item) throw new ImportError(`The header line cannot be read. ${item.reason}`);
  const keys = item.cells.map(columnKey).filter((key) => key !== '');
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) throw new ImportError(`The header has the column '${repeated}' twice.`);
  return item.cells;
};

const recordOf = (keys: readonly string[], item: CsvItem): SourceRecord | BrokenRecord => {
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
  const header = first.find(({ text }) => text.trim() !== '');
  const items = csvItems(first, lines, delimiterOf(header?.text ?? ''));
  // A quoted column name with a line break may span several groups.
  let group: CsvItem[] = [];
  for (;;) {
    const { value, done } = await items.next();
    group = value ?? [];
    if (done || group.length > 0) break;
  }
  const columns = checkHeader(group[0]);
  const keys = columns.map(columnKey);
  const records = async function* () {
    yield group.slice(1).map((item) => recordOf(keys, item));
    for await (const next of items) yield next.map((item) => recordOf(keys, item));
  };
  return { format: 'csv' as const, columns, records: records() };
};

const openNdjson = (first: readonly TextLine[], lines: Lines) => {
  const recordsIn = (group: readonly TextLine[]) =>
    group.filter(({ text, problem }) => problem !== undefined || text.trim() !== '').map(parseJsonLine);
  const records = async function* () {
    yield recordsIn(first);
    for await (const group of lines) yield recordsIn(group);
  };
  return { format: 'ndjson' as const, columns: undefined, records: records() };
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
