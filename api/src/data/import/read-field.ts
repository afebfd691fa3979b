import { canonicalLine, matchKey } from '@readerlens/contract/text';
import type { Binding, Source } from './bind-fields.ts';
import type { Field } from './fields.ts';
import { BadValue } from './field-values.ts';
import type { Parsed } from './field-values.ts';
import type { SourceRecord } from './source-record.ts';
import { findValue } from './source-value.ts';
import type { SourceValue } from './source-value.ts';
import { undecodable } from '../../platform/spreadsheet/csv/text-lines.ts';

/** A value that cannot be used; the reason is a sentence. */
export interface BadCell {
  readonly value: string;
  readonly reason: string;
}

export interface FieldResult {
  /** Null if the record has no usable value. */
  readonly cell: Parsed | null;
  readonly bad: readonly BadCell[];
}

const translate = (value: string, translation: Binding['translation']): string | null => {
  const exact = translation?.get(value);
  if (exact !== undefined) return exact;
  const other = translation?.get('*');
  return other === undefined ? value : other;
};

/** How systems write that there is no value, in small letters. */
const missingSigns = new Set(
  '-|--|?|#n/a|n/a|n.a.|not set|not available|not provided|(none)|(not set)|(not provided)|(unknown)'.split(
    '|',
  ),
);
/** The same, but some people and places are called so. */
const missingWords = new Set('na|nan|nil|none|null|undefined|unknown'.split('|'));

/** A code in capitals is none of the words: NA is Namibia. */
const isMissing = (text: string, { isFree }: Field): boolean => {
  const word = matchKey(canonicalLine(text));
  return missingSigns.has(word) || (!isFree && text !== 'NA' && missingWords.has(word));
};

const loneSurrogate = /\p{Surrogate}/u;

const parseText = (text: string, { field, prefix }: Binding): Parsed => {
  if (text.includes('\0')) throw new BadValue('contains a NUL character');
  if (text.includes(undecodable)) throw new BadValue('has bytes that are not UTF-8');
  if (loneSurrogate.test(text)) throw new BadValue('contains an unpaired surrogate');
  const value = field.parse(text);
  return prefix === '' ? value : field.parse(prefix + text);
};

/** Parses a value that repeats, such as a constant, only once. */
const parseOnce = () => {
  const known = new Map<Binding, { text: string; value: Parsed }>();
  return (text: string, binding: Binding): Parsed => {
    const last = known.get(binding);
    if (last?.text === text) return last.value;
    const value = parseText(text, binding);
    known.set(binding, { text, value });
    return value;
  };
};

const nothing: FieldResult = { cell: null, bad: [] };

/**
 * Prepares the reading of fields. A value that cannot be used does not count: the next column of the field may have a
 * usable one. Defaults are for records without a value, and do not replace a wrong one.
 */
export const createFieldReader = () => {
  const parse = parseOnce();

  /** The value of one column; undefined if it has none. @throws BadValue */
  const readSource = (binding: Binding, { text, problem }: SourceValue): Parsed | undefined => {
    const translated = translate(text, binding.translation);
    if (translated === null || isMissing(translated, binding.field)) return undefined;
    if (translated !== text) return parse(translated, binding);
    if (problem !== undefined) throw new BadValue(problem);
    return parse(binding.convert(text), binding);
  };

  return (binding: Binding, { values }: SourceRecord, onFound: (source: Source) => void): FieldResult => {
    const { constant, fallback, sources } = binding;
    const bad: BadCell[] = [];
    const attempt = (value: string, read: () => Parsed | undefined): Parsed | undefined => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        bad.push({ value, reason: `The value ${error.message}.` });
        return undefined;
      }
    };
    for (const source of sources) {
      const given = findValue(values, source.path);
      if (!given) continue;
      onFound(source);
      const cell = attempt(given.text, () => readSource(binding, given));
      if (cell !== undefined) return { cell, bad };
    }
    const text = constant ?? (bad.length > 0 ? undefined : fallback);
    if (text === undefined) return bad.length > 0 ? { cell: null, bad } : nothing;
    return { cell: attempt(text, () => parse(text, binding)) ?? null, bad };
  };
};
