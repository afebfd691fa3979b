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
  const values = line.split('\t');
  return line.includes('\\') ? values.map((text) => (text === '\\N' ? null : unescaped(text))) : values;
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

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const encodeCharacter = (character: string): string =>
  `\\+${character.codePointAt(0)!.toString(16).padStart(6, '0')}`;

/** A string of SQL with a Unicode escape for all that is neither a letter nor a digit of ASCII, so that nothing needs quoting. */
const encodeText = (text: string): string =>
  `U&'${Buffer.from(text)
    .toString()
    .replace(/[^A-Za-z0-9]/gu, encodeCharacter)}'`;

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
const writeText = (text: string | null): string => (text === null ? 'NULL' : encodeText(text));

/** Only what needs no quoting is written into a statement. */
const literal = (value: unknown): string | undefined => {
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  if (typeof value === 'string' && instant.test(value)) return `'${value}'`;
  if (isText(value)) return writeText(value);
  if (!Array.isArray(value)) return undefined;
  if (value.every(Number.isSafeInteger)) return `'{${value.join(',')}}'`;
  return value.every(isText) ? `ARRAY[${value.map(writeText).join(', ')}]` : undefined;
};

/** Whether all parameters of a query can be written into its text. */
export const isCopyable = ({ parameters }: Pick<CompiledQuery, 'parameters'>): boolean =>
  parameters.every((value) => literal(value) !== undefined);

/** The text of a query with its parameters written into it, because COPY takes none. */
export const withoutParameters = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, place: string) => {
    const text = literal(parameters[Number(place) - 1]);
    if (text === undefined)
      throw new Error('A parameter of a copy is neither a number, a flag, a text nor a list of one kind.');
    return text;
  });

/** Signature, flags and length of the extension, which is empty. */
const binaryHeader = 19;

/** The fields of the first row in COPY binary format; null for a missing value. They are copies, so that each is aligned. */
export const copiedFields = (bytes: Uint8Array<ArrayBuffer>): (Uint8Array<ArrayBuffer> | null)[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getInt16(binaryHeader);
  const fields: (Uint8Array<ArrayBuffer> | null)[] = [];
  let at = binaryHeader + 2;
  for (let read = 0; read < count; read += 1) {
    const length = view.getInt32(at);
    at += 4;
    fields.push(length < 0 ? null : bytes.slice(at, at + length));
    if (length > 0) at += length;
  }
  return fields;
};
