// Lines of CSV from lines of a copy. Most cells have the same bytes in both, and are copied without being text meanwhile.
import type { ActivityRow } from '../../activities/activity-rows.ts';
import type { ActivityValue } from '../../activities/activity-values.ts';
import { copiedValue } from '../../platform/db/copy-rows.ts';
import { csvCell } from '../../platform/spreadsheet/index.ts';
import type { Cell } from '../../platform/spreadsheet/index.ts';
import { ByteOutput } from './byte-output.ts';
import type { ActivityColumn } from './export-columns.ts';
import { lastLineEnd } from './export-rows.ts';
import type { Bytes } from './export-thread-input.ts';
import { moment, parsers, text } from './row-reader.ts';

const byte = (character: string): number => character.charCodeAt(0);
const comma = byte(',');
const lineFeed = byte('\n');
const carriageReturn = byte('\r');
const space = byte(' ');
const plus = byte('+');
const zero = byte('0');

/** What a byte means in a field. A line of a copy has no bare carriage return. */
const ordinary = 0;
const special = 1;
const fieldEnd = 2;
const meanings = new Uint8Array(256).fill(ordinary);
for (const character of '",\\') meanings[byte(character)] = special;
for (const character of '\t\n') meanings[byte(character)] = fieldEnd;

/** ASCII letters and digits. Text that starts otherwise may be a formula. */
const startsPlain = Uint8Array.from({ length: 256 }, (_, value) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(value)) ? 1 : 0,
);

/** '2024-02-29 23:59:58', with which '2024-02-29 23:59:58.7+00' starts. */
const secondsLength = 19;

/** More digits may be more than a number can hold. */
const maxDigits = 15;

/** Where the fields of a line are, by place. */
interface Fields {
  readonly starts: number[];
  readonly ends: number[];
  /** Whether text is the same in CSV. */
  readonly plain: boolean[];
}

/** Finds the fields of the line that starts there. Returns where the next one starts. */
const findFields = (lines: Uint8Array, lineStart: number, { starts, ends, plain }: Fields): number => {
  let at = lineStart;
  for (let field = 0; ; field += 1) {
    starts[field] = at;
    let isPlain = startsPlain[lines[at]!] === 1;
    for (let meaning = meanings[lines[at]!]!; meaning !== fieldEnd; meaning = meanings[lines[at]!]!) {
      if (meaning === special) isPlain = false;
      at += 1;
    }
    ends[field] = at;
    plain[field] = isPlain;
    at += 1;
    if (lines[at - 1] === lineFeed) return at;
  }
};

/** Whether it is a moment in UTC whose first bytes are what CSV has. */
const hasSeconds = (lines: Uint8Array, start: number, end: number): boolean =>
  end - start > secondsLength &&
  lines[start + 10] === space &&
  lines[end - 3] === plus &&
  lines[end - 2] === zero &&
  lines[end - 1] === zero;

/** The number that is written as these digits; undefined for others. */
const readDigits = (lines: Uint8Array, start: number, end: number): number | undefined => {
  if (end === start || end - start > maxDigits) return undefined;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = lines[at]! - zero;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
};

/** Reads a field that rows have after their columns. */
export type FurtherField = (content: string) => Cell;

/** Writes one cell of the line whose fields were found. */
type WriteCell = (lines: Buffer) => void;

/**
 * Returns a function that writes lines of CSV from whole lines of a copy with the columns `names` and further fields, as
 * if each row was read and its cells were written.
 */
export const csvLines = (
  columns: readonly ActivityColumn[],
  names: readonly (keyof ActivityRow)[],
  further: readonly FurtherField[],
): ((lines: Buffer) => Bytes) => {
  const output = new ByteOutput();
  const fields: Fields = { starts: [], ends: [], plain: [] };
  const { starts, ends, plain } = fields;
  /** The columns that computed cells need, of the current line. */
  const row: Partial<Record<keyof ActivityRow, unknown>> = {};

  const readText = (lines: Buffer, field: number) =>
    copiedValue(lines.toString('utf8', starts[field], ends[field]));

  const valueReader = (name: keyof ActivityRow) => {
    const [field, parse] = [names.indexOf(name), parsers[name]];
    return (lines: Buffer): unknown => {
      const number = parse === Number ? readDigits(lines, starts[field]!, ends[field]!) : undefined;
      if (number !== undefined) return number;
      const content = readText(lines, field);
      return content === null ? null : parse(content);
    };
  };

  const copying = (name: keyof ActivityRow): WriteCell => {
    const [field, parse, read] = [names.indexOf(name), parsers[name], valueReader(name)];
    return (lines) => {
      const [start, end] = [starts[field]!, ends[field]!];
      if (parse === text && plain[field]) output.copy(lines, start, end);
      else if (parse === moment && hasSeconds(lines, start, end))
        output.copy(lines, start, start + secondsLength);
      else output.text(csvCell(read(lines) as Cell));
    };
  };
  const computing =
    ({ of }: ActivityValue<Cell>): WriteCell =>
    () =>
      output.text(csvCell(of(row as unknown as ActivityRow)));
  const reading =
    (read: FurtherField, place: number): WriteCell =>
    (lines) =>
      output.text(csvCell(read(readText(lines, names.length + place) ?? '')));

  const writers = [
    ...columns.map(({ cell }) => (cell.column === undefined ? computing(cell) : copying(cell.column))),
    ...further.map(reading),
  ];
  const computed = columns.flatMap(({ cell }) => (cell.column === undefined ? cell.needs : []));
  const needed = [...new Set(computed)].map((name) => ({ name, read: valueReader(name) }));
  return (lines) => {
    const end = lastLineEnd(lines);
    for (let at = 0; at < end;) {
      at = findFields(lines, at, fields);
      for (const { name, read } of needed) row[name] = read(lines);
      for (let index = 0; index < writers.length; index += 1) {
        if (index > 0) output.byte(comma);
        writers[index]!(lines);
      }
      output.byte(carriageReturn);
      output.byte(lineFeed);
    }
    return output.take();
  };
};
