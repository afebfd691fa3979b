import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';
import { ImportError } from './import-error.ts';

/** One line of the input by column name; values are text, empty ones are left out. */
export interface SourceRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** A line that is not a record at all. */
export interface BrokenLine {
  readonly line: number;
  readonly reason: string;
}

export interface SourceFile {
  /** Column names; of NDJSON those of the first line. */
  readonly columns: readonly string[];
  readonly records: AsyncIterable<SourceRecord | BrokenLine>;
}

export const isBroken = (item: SourceRecord | BrokenLine): item is BrokenLine => 'reason' in item;

const longestRecord = 1_000_000;

/** Text again, from its first character that is not white space. */
const peeked = async (
  text: AsyncGenerator<string>,
): Promise<{ head: string; rest: AsyncGenerator<string> }> => {
  let head = '';
  // The header line tells the delimiter, so it has to be there as a whole.
  while (!/\S[^]*\n/.test(head) && head.length < longestRecord) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  const rest = async function* () {
    yield head;
    yield* text;
  };
  return { head: head.trimStart(), rest: rest() };
};

const delimiters = [',', ';', '\t', '|'];

const delimiterOf = (head: string): string => {
  const header = (head.split(/\r\n|\r|\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
};

const recordOf = (
  columns: readonly string[],
  cells: readonly string[],
  line: number,
): SourceRecord | BrokenLine => {
  if (cells.length !== columns.length)
    return { line, reason: `The line has ${cells.length} values, the header ${columns.length}.` };
  const values: Record<string, string> = {};
  cells.forEach((cell, index) => {
    const text = cell.trim();
    if (text !== '') values[columns[index] ?? ''] = text;
  });
  return { line, values };
};

interface CsvItem {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** The cells of each line; what cannot be parsed is reported in its place. */
const csvItems = async function* (text: AsyncIterable<string>, delimiter: string) {
  const broken: BrokenLine[] = [];
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    on_skip: (error) => {
      broken.push({ line: Number(error?.lines ?? 0), reason: error?.message ?? 'The line cannot be read.' });
      return undefined;
    },
  });
  for await (const item of Readable.from(text).pipe(parser) as AsyncIterable<CsvItem>) {
    yield* broken.splice(0);
    yield item;
  }
  yield* broken;
};

const readCsv = async (head: string, text: AsyncIterable<string>): Promise<SourceFile> => {
  const items = csvItems(text, delimiterOf(head));
  const first = await items.next();
  if (first.done || !('record' in first.value)) throw new ImportError('The file has no header line.');
  const columns = first.value.record.map((name) => name.trim());
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) throw new ImportError(`The header names the column '${repeated}' twice.`);
  const records = async function* () {
    for await (const item of items) {
      yield 'record' in item ? recordOf(columns, item.record, item.info.lines) : item;
    }
  };
  return { columns, records: records() };
};

const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(textOf).join('|');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim() === '' ? undefined : text.trim();
};

const objectOf = (text: string, line: number): SourceRecord | BrokenLine => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { line, reason: 'The line is not valid JSON.' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { line, reason: 'The line is not a JSON object.' };
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed)) {
    const cell = textOf(value);
    if (cell !== undefined) values[name] = cell;
  }
  return { line, values };
};

const lines = async function* (text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest) yield rest;
};

const readNdjson = (head: string, text: AsyncIterable<string>): SourceFile => {
  const first = objectOf(head.split('\n', 1)[0] ?? '', 1);
  const records = async function* () {
    let line = 0;
    for await (const each of lines(text)) {
      line += 1;
      if (each.trim() !== '') yield objectOf(each, line);
    }
  };
  return { columns: isBroken(first) ? [] : Object.keys(first.values), records: records() };
};

/**
 * Opens CSV (with `,` `;` tab or `|`) or one JSON object per line, plain or gzipped, told apart by content.
 * @throws ImportError when it is neither.
 */
export const readRecords = async (
  file: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<SourceFile & { readonly format: 'csv' | 'ndjson' }> => {
  const { head, rest } = await peeked(decodeText(file, onBytes));
  if (head === '') throw new ImportError('The file is empty.');
  if (head.startsWith('['))
    throw new ImportError('The file is one JSON array. Write one JSON object per line instead.');
  return head.startsWith('{')
    ? { format: 'ndjson', ...readNdjson(head, rest) }
    : { format: 'csv', ...(await readCsv(head, rest)) };
};
