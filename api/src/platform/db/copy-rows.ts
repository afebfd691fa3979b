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

/** Chunks end to end, in memory of their own. */
export const joinChunks = (chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
};

/** Takes bytes from chunks, one after the other. */
const takeFrom = (chunks: readonly Uint8Array[]) => {
  let place = 0;
  let start = 0;
  /** The parts of the next bytes, which are not copied. */
  const take = (length: number): Uint8Array[] => {
    const parts: Uint8Array[] = [];
    for (let left = length; left > 0;) {
      const chunk = chunks[place];
      if (!chunk) throw new Error('A copy ends within a value.');
      const part = chunk.subarray(start, start + left);
      left -= part.length;
      start += part.length;
      if (part.length > 0) parts.push(part);
      if (start === chunk.length) {
        place += 1;
        start = 0;
      }
    }
    return parts;
  };
  const takeInteger = (length: 2 | 4): number => {
    let value = 0;
    for (const part of take(length)) for (const byte of part) value = (value << 8) | byte;
    return length === 2 ? (value << 16) >> 16 : value;
  };
  return { take, takeInteger };
};

/**
 * The columns of rows in COPY binary format: the values of all rows end to end, or null if no row has one. Each is copied once, so that
 * it is aligned.
 */
export const copiedColumns = (chunks: readonly Uint8Array[]): (Uint8Array<ArrayBuffer> | null)[] => {
  const { take, takeInteger } = takeFrom(chunks);
  take(binaryHeader);
  const columns: (Uint8Array[] | null)[] = [];
  // The end has -1 in the place of the number of columns.
  for (let count = takeInteger(2); count >= 0; count = takeInteger(2))
    for (let column = 0; column < count; column += 1) {
      const length = takeInteger(4);
      columns[column] ??= null;
      if (length >= 0) (columns[column] ??= []).push(...take(length));
    }
  return columns.map((parts) => parts && joinChunks(parts));
};
