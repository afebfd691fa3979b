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

/** A value of a line in COPY text format; null for a missing one. */
export const copiedValue = (text: string): string | null => (text === '\\N' ? null : unescaped(text));

/** The values of a line in COPY text format, without its line break; null for a missing value. */
export const copiedValues = (line: string): (string | null)[] => {
  const values = line.split('\t');
  return line.includes('\\') ? values.map(copiedValue) : values;
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

/** Needs neither quotes nor escapes within a string: words, instants, and lists of numbers. */
const plainText = /^[A-Za-z0-9 _:.,{}+-]*$/;

const encodeCharacter = (character: string): string =>
  `\\+${character.codePointAt(0)!.toString(16).padStart(6, '0')}`;

/** A string of SQL. Unless it is plain, all but letters and digits of ASCII are Unicode escapes, so that nothing needs quoting. */
const encodeText = (text: string): string =>
  plainText.test(text)
    ? `'${text}'`
    : `U&'${Buffer.from(text)
        .toString()
        .replace(/[^A-Za-z0-9]/gu, encodeCharacter)}'`;

/** A parameter as the driver would send it; a long list of ids without the quotes that it needs not have. */
const literal = (value: unknown): string => {
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return `'{${value.join(',')}}'`;
  const text = toText(value);
  return text === null ? 'NULL' : encodeText(text);
};

/** The text of a query with its parameters written into it, because COPY takes none. */
export const withoutParameters = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));

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
