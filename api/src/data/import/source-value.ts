import { columnKey } from './source-record.ts';

/** JSON.parse whose reviver gets the source text of numbers, which the type definitions lack. */
const parseKeepingDigits = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Numbers with more digits than a double holds, like 64-bit ids, keep their text. */
export const parseJson = (text: string): unknown =>
  /\d{16}/.test(text)
    ? parseKeepingDigits(text, (_, value, { source }) => (typeof value === 'number' ? source : value))
    : JSON.parse(text);

/** A value that is not empty, as text. */
export interface SourceValue {
  readonly text: string;
  /** Why it cannot be used; ends the sentence 'The value ...'. */
  readonly problem?: string;
}

type Members = ReadonlyMap<string, unknown>;

/** The keys of a column: `properties.url` is a column of that name, or the member `url` of the column `properties`. */
export const splitPath = (name: string): readonly string[] => columnKey(name).split('.');

/** The columns that a path may be in, the longest name last. */
export const listColumns = (path: readonly string[]): readonly string[] =>
  path.map((_, index) => path.slice(0, index + 1).join('.'));

/** The text of a value: undefined if empty, null if it is or contains an object. Entries of a list get bars between them. */
const formatValue = (value: unknown): string | null | undefined => {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const entries = value.map(formatValue);
    return entries.includes(null)
      ? null
      : entries.filter((entry) => entry !== undefined).join('|') || undefined;
  }
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'object' ? null : JSON.stringify(value);
};

const readMembers = (value: unknown): Members | undefined => {
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([name, member]) => [columnKey(name), member]));
  try {
    const parsed: unknown = typeof value === 'string' ? parseJson(value) : undefined;
    return typeof parsed === 'object' ? readMembers(parsed) : undefined;
  } catch {
    return undefined;
  }
};

/** Several fields read the members of the same column in turn. */
let last: { readonly value: unknown; readonly members: Members | undefined } | undefined;
const membersOnce = (value: unknown): Members | undefined => {
  if (last?.value !== value) last = { value, members: readMembers(value) };
  return last?.members;
};

const found = (value: unknown): SourceValue | undefined => {
  const text = formatValue(value);
  if (text === undefined) return undefined;
  return text === null
    ? { text: JSON.stringify(value), problem: 'is an object; a text, number or list is expected' }
    : { text };
};

/** Finds a value by its path, also within text that is JSON. */
export const findValue = (values: Members, path: readonly string[]): SourceValue | undefined => {
  if (path.length === 1) return found(values.get(path[0] as string));
  for (const [index, column] of listColumns(path).entries()) {
    const value = values.get(column);
    const text = formatValue(value);
    if (text === undefined) continue;
    const rest = path.slice(index + 1);
    if (rest.length === 0) return found(value);
    const members = membersOnce(value);
    if (!members) return { text: text ?? JSON.stringify(value), problem: 'is not a JSON object' };
    const inner = findValue(members, rest);
    if (inner) return inner;
  }
  return undefined;
};
