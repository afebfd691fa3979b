// Parses and validates the JSON of one filter's value, by kind, and of activity types.
import { mediaSourceOptions, activityTypes } from '@readerlens/contract/vocabulary';
import type { RelativeRange, ActivityType } from '@readerlens/contract/vocabulary';
import { calendarDay, parseDay } from './dates.ts';
import { rangeOrderMessage } from './messages.ts';
import type { FieldDefinition } from './field-definition.ts';
import { relativeCodes } from './kinds.ts';
import type { DateRangeValue, Term } from './kinds.ts';
import { isRecord } from '@readerlens/contract/guards';

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

export const valid = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (path: string, message: string): { ok: false; problems: Problem[] } => ({
  ok: false,
  problems: [{ path, message }],
});

/** Reads own keys only: inherited ones such as `__proto__` or `constructor` count as missing. */
export const ownValue = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** NUL cannot be stored and a lone surrogate cannot be encoded; both are invalid input. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

const parseId = (input: unknown): string | undefined => {
  const id = typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input;
  if (typeof id !== 'string' || id.trim() === '' || id.length > limits.id || !isStorable(id))
    return undefined;
  return id;
};

/**
 * Resolves an id, name or alias among a field's fixed options; undefined if there is no match. Lookup ids are not
 * checked.
 */
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
  const id = parseId(isRecord(input) ? ownValue(input, 'id') : input);
  if (id === undefined) return invalid(path, 'Expected an option with an id.');
  const known = idAmongOptions(definition, id);
  if (known === undefined) return invalid(path, `'${id}' is not an option of ${definition.label}.`);
  const name = isRecord(input) ? ownValue(input, 'name') : undefined;
  if (name === undefined || name === null) return valid({ id: known });
  if (typeof name !== 'string' || name.length > limits.name || !isStorable(name))
    return invalid(`${path}/name`, 'A name must be text of at most 500 characters.');
  return valid({ id: known, name });
};

/** Parses options in the given order; duplicate ids are dropped. */
export const parseTerms = (input: unknown, definition: FieldDefinition, path: string): Parsed<Term[]> => {
  if (!Array.isArray(input)) return invalid(path, 'Expected a list of options.');
  const most = definition.maxTerms ?? limits.terms;
  if (input.length > most) return invalid(path, `At most ${most} options are allowed.`);
  const byId = new Map<string, Term>();
  const problems: Problem[] = [];
  for (const [index, entry] of input.entries()) {
    const term = parseTerm(entry, definition, `${path}/${index}`);
    if (!term.ok) problems.push(...term.problems);
    else if (!byId.has(term.value.id)) byId.set(term.value.id, term.value);
  }
  return problems.length > 0 ? { ok: false, problems } : valid([...byId.values()]);
};

export const parseText = (input: unknown, path: string): Parsed<string> => {
  const text =
    Array.isArray(input) && input.every((line) => typeof line === 'string') ? input.join('\n') : input;
  if (text === null) return valid('');
  if (typeof text !== 'string') return invalid(path, 'Expected text.');
  if (text.length > limits.text)
    return invalid(path, `At most ${limits.text.toLocaleString('en-US')} characters are allowed.`);
  if (!isStorable(text)) return invalid(path, 'The text contains characters that cannot be stored.');
  if (text.split(/\r\n|\r|\n/).length > limits.lines)
    return invalid(path, `At most ${limits.lines} lines are allowed.`);
  return valid(text);
};

export const parseFlag = (input: unknown, path: string): Parsed<boolean | null> =>
  input === null || typeof input === 'boolean'
    ? valid(input)
    : invalid(path, 'Expected true, false or null.');

export const parseNumber = (
  input: unknown,
  definition: FieldDefinition,
  path: string,
): Parsed<number | null> => {
  if (input === null) return valid(null);
  if (typeof input !== 'number' || !Number.isFinite(input)) return invalid(path, 'Expected a number.');
  if (Math.abs(input) > limits.number) return invalid(path, 'The number is too large.');
  if (definition.numeric?.display === 'Integer' && !Number.isInteger(input))
    return invalid(path, 'Expected a whole number.');
  return valid(input === 0 ? 0 : input);
};

const parseEnd = (input: unknown, path: string): Parsed<string | null> => {
  if (input === undefined || input === null || input === '') return valid(null);
  const day = parseDay(input);
  if (day !== undefined) return valid(day);
  const isFar = calendarDay(input) !== undefined;
  return invalid(path, isFar ? 'Expected a date between 1900 and 2199.' : 'Expected a date as YYYY-MM-DD.');
};

export const parseDateRange = (input: unknown, path: string): Parsed<DateRangeValue> => {
  if (!isRecord(input)) return invalid(path, 'Expected a range with from and to.');
  const from = parseEnd(ownValue(input, 'from'), `${path}/from`);
  const to = parseEnd(ownValue(input, 'to'), `${path}/to`);
  if (!from.ok) return from;
  if (!to.ok) return to;
  if (from.value !== null && to.value !== null && from.value > to.value)
    return invalid(path, rangeOrderMessage);
  return valid({ from: from.value, to: to.value });
};

const mediaByName = new Map(Object.keys(mediaSourceOptions).map((name) => [name.toLowerCase(), name]));

export const parseMedia = (input: unknown, path: string): Parsed<string[]> => {
  if (!Array.isArray(input)) return invalid(path, 'Expected a list of media sources.');
  const names = input.map((entry: unknown) => {
    const name = isRecord(entry) ? ownValue(entry, 'id') : entry;
    return typeof name === 'string' ? mediaByName.get(name.toLowerCase()) : undefined;
  });
  const wrong = names.indexOf(undefined);
  if (wrong >= 0) return invalid(`${path}/${wrong}`, 'Unknown media source.');
  return valid([...new Set(names.filter((name) => name !== undefined))]);
};

const relativeByName = new Map<string, RelativeRange>([
  ...relativeCodes.map((code) => [code, code] as const),
  ['last1year', '-1y'],
]);

export const parseRelative = (input: unknown, path: string): Parsed<RelativeRange> => {
  if (input === null) return valid('custom');
  const code = typeof input === 'string' ? relativeByName.get(input.toLowerCase()) : undefined;
  return code ? valid(code) : invalid(path, 'Unknown relative date range.');
};

const buildTypeKey = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

const typeByKey: ReadonlyMap<string, ActivityType> = new Map([
  ...activityTypes.map((type) => [buildTypeKey(type), type] as const),
  ['1', 'Webinar'],
  ['2', 'Event'],
]);

/** Parses one activity type: id or label in any case and spacing, or the code 1 (Webinar) or 2 (Event). */
export const parseActivityType = (input: unknown): ActivityType | undefined =>
  typeof input === 'string' || typeof input === 'number'
    ? typeByKey.get(buildTypeKey(String(input)))
    : undefined;

type ParsedActivityTypes =
  | { readonly ok: true; readonly activityTypes: readonly ActivityType[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses activity types; removes duplicates and sorts them by the vocabulary. Empty means all. */
export const parseActivityTypes = (input: unknown): ParsedActivityTypes => {
  if (input === undefined || input === null) return { ok: true, activityTypes: [] };
  if (!Array.isArray(input)) return invalid('/activityTypes', 'Expected a list.');
  const parsed = input.map(parseActivityType);
  const problems = parsed.flatMap((type, index) =>
    type ? [] : [{ path: `/activityTypes/${index}`, message: 'Unknown activity type.' }],
  );
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, activityTypes: activityTypes.filter((type) => parsed.includes(type)) };
};
