import { columnKey } from './source-record.ts';
import type { BrokenRecord, SourceRecord } from './source-record.ts';
import type { TextLine } from './text-lines.ts';

/** JSON.parse whose reviver gets the source text of numbers, which the type definitions lack. */
const parseKeepingDigits = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Numbers with more digits than a double holds, like 64-bit ids, keep their text. */
const parse = (text: string): unknown =>
  /\d{16}/.test(text)
    ? parseKeepingDigits(text, (_, value, { source }) => (typeof value === 'number' ? source : value))
    : JSON.parse(text);

/** The text of a value: undefined if empty, null if it cannot be the value of a column. */
const cellOf = (value: unknown): string | null | undefined => {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const entries = value.map(cellOf);
    return entries.includes(null)
      ? null
      : entries.filter((entry) => entry !== undefined).join('|') || undefined;
  }
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'object' ? null : JSON.stringify(value);
};

/** Reads a record from a line with one JSON object; lists become text with bars. */
export const parseJsonLine = ({ number: line, text, problem }: TextLine): SourceRecord | BrokenRecord => {
  if (problem !== undefined) return { line, reason: problem };
  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch {
    return { line, reason: 'The line is not valid JSON.' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { line, reason: 'The line is not a JSON object.' };
  }
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    const cell = cellOf(value);
    if (cell === null)
      return {
        line,
        reason: `The value of '${name.slice(0, 60)}' is an object; a text, number or list is expected.`,
      };
    if (cell !== undefined) values.set(columnKey(name), cell);
  }
  return { line, values };
};
