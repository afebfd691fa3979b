import type { CompiledQuery } from 'kysely';
import { quoteName, toText } from './values.ts';

export type Rows = Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;

const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const field = (value: unknown): string => {
  const text = toText(value);
  return text === null ? '\\N' : text.replace(special, (character) => escapes[character] as string);
};

const unescapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(.)/g, (_, character: string) => unescapes[character] ?? character)
    : text;

/** The values of a line in COPY text format, without its line break; null for a missing value. */
export const copiedValues = (line: string): (string | null)[] => {
  const values: (string | null)[] = line.split('\t');
  // Most lines have no escapes.
  if (line.includes('\\'))
    for (const [index, text] of values.entries())
      values[index] = text === '\\N' ? null : unescaped(text as string);
  return values;
};

/** Rows in COPY text format, in chunks of about a megabyte; each chunk holds whole rows. */
export async function* copyText(rows: Rows, chunkLength = 1 << 20): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let lines = '';
  for await (const row of rows) {
    lines += `${row.map(field).join('\t')}\n`;
    if (lines.length >= chunkLength) {
      yield Buffer.from(lines);
      lines = '';
    }
  }
  if (lines) yield Buffer.from(lines);
}

/** The target of a COPY statement: `"table" ("column", ...)`. */
export const copyTarget = (table: string, columns: readonly string[]): string =>
  `${quoteName(table)} (${columns.map(quoteName).join(', ')})`;

/** Only integers may be written into a statement, because they need no quoting. */
const literal = (value: unknown): string => {
  if (Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return `'{${value.join(',')}}'`;
  throw new Error('Only integers and lists of integers can be parameters of a copy.');
};

/** The text of a query with its parameters written into it, because COPY takes none. */
export const withoutParameters = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));
