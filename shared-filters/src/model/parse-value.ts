// Turns the JSON of one filter's value into the value of its kind, or says what is wrong with it.
import { mediaSourceOptions } from '@readerlens/contract/vocabulary';
import type { RelativeRange } from '@readerlens/contract/vocabulary';
import { parseActivityType } from './activity-types.ts';
import { calendarDay, parseDay } from './dates.ts';
import { rangeOrder } from './messages.ts';
import type { FieldDefinition } from './field-definition.ts';
import { relativeCodes } from './kinds.ts';
import type { DateRangeValue, Term } from './kinds.ts';

export const limits = {
  /** Filters in one list. */
  filters: 200,
  /** Entries of one field. */
  entries: 7,
  /** Terms of one filter. */
  terms: 2000,
  id: 128,
  name: 500,
  /** Characters of one text value, and its lines. */
  text: 20_000,
  lines: 500,
  number: 1e15,
} as const;

export interface Problem {
  readonly path: string;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const bad = (path: string, message: string): { ok: false; problems: Problem[] } => ({
  ok: false,
  problems: [{ path, message }],
});

export const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Own keys only: a filter named `__proto__` or `constructor` finds nothing. */
export const own = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** NUL cannot be stored and a lone surrogate cannot be encoded; neither is ever meant. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

const parseId = (input: unknown): string | undefined => {
  const id = typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input;
  if (typeof id !== 'string' || id.trim() === '' || id.length > limits.id || !isStorable(id))
    return undefined;
  return id;
};

/** The id that a spelling means among a field's fixed options; undefined when it is none of them. */
const idAmongOptions = (definition: FieldDefinition, id: string): string | undefined => {
  if (definition.field === 'ActivityTypes') return parseActivityType(id);
  const { options } = definition;
  if (options?.from !== 'static') return id;
  const wanted = id.toLowerCase();
  const item =
    options.items.find((option) => option.id.toLowerCase() === wanted) ??
    options.items.find((option) => option.name.toLowerCase() === wanted);
  if (item) return item.id;
  const aliases = options.aliases ?? {};
  return Object.hasOwn(aliases, wanted) ? aliases[wanted] : options.fallback;
};

const parseTerm = (input: unknown, definition: FieldDefinition, path: string): Parsed<Term> => {
  const id = parseId(isRecord(input) ? own(input, 'id') : input);
  if (id === undefined) return bad(path, 'An option with an id is expected.');
  const known = idAmongOptions(definition, id);
  if (known === undefined) return bad(path, `'${id}' is not an option of ${definition.label}.`);
  const name = isRecord(input) ? own(input, 'name') : undefined;
  if (name === undefined || name === null) return good({ id: known });
  if (typeof name !== 'string' || name.length > limits.name || !isStorable(name))
    return bad(`${path}/name`, 'A name is a text of at most 500 characters.');
  return good({ id: known, name });
};

/** Options in the order given; a repeated id counts once. */
export const parseTerms = (input: unknown, definition: FieldDefinition, path: string): Parsed<Term[]> => {
  if (!Array.isArray(input)) return bad(path, 'A list of options is expected.');
  if (input.length > limits.terms) return bad(path, `At most ${limits.terms} options are allowed.`);
  const byId = new Map<string, Term>();
  const problems: Problem[] = [];
  for (const [index, entry] of input.entries()) {
    const term = parseTerm(entry, definition, `${path}/${index}`);
    if (!term.ok) problems.push(...term.problems);
    else if (!byId.has(term.value.id)) byId.set(term.value.id, term.value);
  }
  return problems.length > 0 ? { ok: false, problems } : good([...byId.values()]);
};

export const parseText = (input: unknown, path: string): Parsed<string> => {
  const text =
    Array.isArray(input) && input.every((line) => typeof line === 'string') ? input.join('\n') : input;
  if (text === null) return good('');
  if (typeof text !== 'string') return bad(path, 'A text is expected.');
  if (text.length > limits.text)
    return bad(path, `At most ${limits.text.toLocaleString('en-US')} characters are allowed.`);
  if (!isStorable(text)) return bad(path, 'The text has characters that cannot be stored.');
  if (text.split(/\r\n|\r|\n/).length > limits.lines)
    return bad(path, `At most ${limits.lines} lines are allowed.`);
  return good(text);
};

export const parseFlag = (input: unknown, path: string): Parsed<boolean | null> =>
  input === null || typeof input === 'boolean' ? good(input) : bad(path, 'true, false or null is expected.');

export const parseNumber = (
  input: unknown,
  definition: FieldDefinition,
  path: string,
): Parsed<number | null> => {
  if (input === null) return good(null);
  if (typeof input !== 'number' || !Number.isFinite(input)) return bad(path, 'A number is expected.');
  if (Math.abs(input) > limits.number) return bad(path, 'The number is too large.');
  if (definition.numeric?.display === 'Integer' && !Number.isInteger(input))
    return bad(path, 'A whole number is expected.');
  return good(input === 0 ? 0 : input);
};

const parseEnd = (input: unknown, path: string): Parsed<string | null> => {
  if (input === undefined || input === null || input === '') return good(null);
  const day = parseDay(input);
  if (day !== undefined) return good(day);
  const isFar = calendarDay(input) !== undefined;
  return bad(path, isFar ? 'A date between 1900 and 2199 is expected.' : 'A date as YYYY-MM-DD is expected.');
};

export const parseDateRange = (input: unknown, path: string): Parsed<DateRangeValue> => {
  if (!isRecord(input)) return bad(path, 'A range with from and to is expected.');
  const from = parseEnd(own(input, 'from'), `${path}/from`);
  const to = parseEnd(own(input, 'to'), `${path}/to`);
  if (!from.ok) return from;
  if (!to.ok) return to;
  if (from.value !== null && to.value !== null && from.value > to.value) return bad(path, rangeOrder);
  return good({ from: from.value, to: to.value });
};

const mediaByName = new Map(Object.keys(mediaSourceOptions).map((name) => [name.toLowerCase(), name]));

export const parseMedia = (input: unknown, path: string): Parsed<string[]> => {
  if (!Array.isArray(input)) return bad(path, 'A list of media sources is expected.');
  const names = input.map((entry: unknown) => {
    const name = isRecord(entry) ? own(entry, 'id') : entry;
    return typeof name === 'string' ? mediaByName.get(name.toLowerCase()) : undefined;
  });
  const wrong = names.indexOf(undefined);
  if (wrong >= 0) return bad(`${path}/${wrong}`, 'This is not a media source.');
  return good([...new Set(names.filter((name) => name !== undefined))]);
};

const relativeByName = new Map<string, RelativeRange>([
  ...relativeCodes.map((code) => [code, code] as const),
  ['last1year', '-1y'],
]);

export const parseRelative = (input: unknown, path: string): Parsed<RelativeRange> => {
  if (input === null) return good('custom');
  const code = typeof input === 'string' ? relativeByName.get(input.toLowerCase()) : undefined;
  return code ? good(code) : bad(path, 'This is not a relative date range.');
};
