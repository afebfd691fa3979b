// Parsers from a value of the file to the stored value. They throw a BadValue that ends the sentence 'The value ...'.
import { canonicalLine, matchKey } from '@readerlens/contract/text';
import {
  activityTypes,
  contentTypes,
  profileStatuses,
  reviewStatuses,
  sequences,
  sources,
  stages,
} from '@readerlens/contract/vocabulary';
import { rejectReasons } from '@readerlens/contract/review';
import {
  activityTypeCode,
  contentTypeCode,
  rejectReasonCode,
  sourceCode,
  statusCode,
} from '../../activities/codes.ts';
import { BadValue, line, problemOfLine } from '../../platform/text-values.ts';
import type { Parsed, ParseValue } from '../../platform/text-values.ts';
import { findCountry } from './countries.ts';

export * from '../../platform/text-values.ts';

const addressLine = line(500);
/** An address, which files often have on several lines. */
export const address: ParseValue = (value) => {
  const lines = value.split(/[\r\n]+/).map((each) => each.trim());
  return addressLine(lines.filter((each) => each !== '').join(', '));
};

/** A sign before a number is not spacing: -1 is not 1. */
const buildWordKey = (name: string) => matchKey(canonicalLine(name)).replace(/(?<=\w)[\s_-]+(?=\w)/g, '');

/** The value of one of a list of words, in any case and spacing. */
const parseWord = <T extends Parsed>(
  values: Readonly<Record<string, T>>,
  alsoAccepted: Readonly<Record<string, T>> = {},
): ParseValue => {
  const entries = Object.entries({ ...alsoAccepted, ...values });
  const byKey = new Map(entries.map(([name, value]) => [buildWordKey(name), value]));
  const names = Object.keys(values).join(', ');
  return (value) => {
    const found = byKey.get(buildWordKey(value));
    if (found === undefined) throw new BadValue(`is not one of ${names}`);
    return found;
  };
};

const pick = <T extends string>(names: readonly T[], codes: Readonly<Record<T, number>>) =>
  Object.fromEntries(names.map((name) => [name, codes[name]]));

export const activityType = parseWord(pick(activityTypes, activityTypeCode));
export const source = parseWord(pick(sources, sourceCode));
export const status = parseWord(pick(reviewStatuses, statusCode));
export const rejectReason = parseWord(pick(rejectReasons, rejectReasonCode));
/** The name itself: documents refer to a table of stages, activities have a code. */
export const stage = parseWord(Object.fromEntries(stages.map((name) => [name, name])));
export const contentType = parseWord(pick(contentTypes, contentTypeCode));
export const sequence = parseWord(sequences, { '1': 1, '2': 2 });
export const quality = parseWord({ '1': 1, '2': 2, '3': 3 });
export const profileStatus = parseWord(profileStatuses, { '1': 1, '2': 2, '3': 3 });
export const flag = parseWord(
  { yes: true, no: false },
  { true: true, false: false, y: true, n: false, '1': true, '0': false },
);
/** Codes of open access: 1 is gated, 2 is not. */
export const gated = parseWord(
  { yes: 1, no: 2 },
  { gated: 1, ungated: 2, true: 1, false: 2, y: 1, n: 2, '1': 1, '0': 2 },
);

export const country: ParseValue = (value) => {
  const found = findCountry(value);
  if (!found) throw new BadValue('is neither the two-letter ISO code nor the English name of a country');
  return found.iso;
};

/** Entries between bars, without empty ones and those that look like an earlier one. */
export const list: ParseValue = (value) => {
  const entries = new Map<string, string>();
  for (const given of value.split('|').map((each) => each.trim())) {
    if (given === '') continue;
    const problem = problemOfLine(given);
    if (problem !== undefined) throw new BadValue(`has an entry that ${problem}`);
    const entry = canonicalLine(given);
    if (entry.length > 200) throw new BadValue('has an entry longer than 200 characters');
    const key = matchKey(entry);
    if (!entries.has(key)) entries.set(key, entry);
  }
  if (entries.size > 200) throw new BadValue('has more than 200 entries');
  return [...entries.values()].join('|');
};
