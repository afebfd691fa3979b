// Parsers from a value of the file to the stored value. They throw a BadValue that ends the sentence 'The value ...'.
import { canonicalLine, canonicalParagraphs, matchKey } from '@readerlens/contract/text';
import {
  activityTypes,
  contentTypes,
  isEmail,
  lineProblem,
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
import { findCountry } from './countries.ts';

export class BadValue extends Error {
  override readonly name = 'BadValue';
}

export type Parsed = string | number | boolean;
export type ParseValue = (text: string) => Parsed;

/** A value as it is; the limits keep indexed values below the maximum size of an index entry. */
const limited =
  (maxLength: number): ParseValue =>
  (value) => {
    if (value.length > maxLength) {
      throw new BadValue(`is longer than ${maxLength} characters (${value.length})`);
    }
    return value;
  };

const nothingSeen = 'has no character that can be seen';

/** Ends the sentence 'The value ...'; undefined for one line of text that can be seen. */
const problemOfLine = (value: string): string | undefined =>
  lineProblem(value, { label: '', required: nothingSeen })?.trim();

/** One line of text, by the rule for names in forms. */
export const line = (maxLength: number): ParseValue => {
  const limit = limited(maxLength);
  return (value) => {
    const problem = problemOfLine(value);
    if (problem !== undefined) throw new BadValue(problem);
    return limit(canonicalLine(value));
  };
};

/** Text of any number of lines. */
export const paragraphs = (maxLength: number): ParseValue => {
  const limit = limited(maxLength);
  return (value) => {
    const kept = canonicalParagraphs(value);
    if (kept === '') throw new BadValue(nothingSeen);
    return limit(kept);
  };
};

/** Any text that can be seen, as it is: ids belong to other systems. */
export const id: ParseValue = (value) => {
  const problem = problemOfLine(value.replace(/\p{Cc}/gu, ' '));
  if (problem !== undefined) throw new BadValue(problem);
  return limited(200)(value);
};

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

export const email: ParseValue = (value) => {
  if (!isEmail(value)) throw new BadValue('is not an e-mail address');
  return value;
};

export const country: ParseValue = (value) => {
  const found = findCountry(value);
  if (!found) throw new BadValue('is neither the two-letter ISO code nor the English name of a country');
  return found.iso;
};

const hostName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** A web address, https when it has no scheme. Other schemes, like `javascript:`, would make harmful links. */
export const webAddress: ParseValue = (value) => {
  const given = hostName.test(value.split(/[/?#]/, 1)[0] ?? '') ? `https://${value}` : value;
  if (problemOfLine(given) !== undefined || !/^https?:\/\/\S+$/i.test(given) || !URL.canParse(given)) {
    throw new BadValue('is not a web address that begins with http:// or https://');
  }
  return limited(2000)(given);
};

/** `acme.example`, also from an address or with `www.`. */
export const domain: ParseValue = (value) => {
  const [host = ''] = value
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#:]/, 1);
  if (host.length > 253 || !hostName.test(host)) throw new BadValue('is not a domain such as example.com');
  return host;
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

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Milliseconds of the day's midnight; NaN for an invalid day, which Date would turn into another one. */
const dayTime = (value: string): number => {
  const [, year, month, day] = dayPattern.exec(value) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(value) ? Number.NaN : time;
};

const offsetMinutes = (zone: string): number => {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const clockTime = (value: string): number => {
  const match = timePattern.exec(value);
  if (!match) return Number.NaN;
  const [hour, minute, second] = [match[1], match[2], match[3] ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const fraction = Math.floor(Number(`0.${match[4] ?? '0'}`) * 1000);
  return (hour * 3600 + (minute - offsetMinutes(match[5] ?? 'Z')) * 60 + second) * 1000 + fraction;
};

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2100, 0, 1);

const inRange = (time: number, rule: string): number => {
  if (Number.isNaN(time)) throw new BadValue(rule);
  if (time < earliest || time >= latest) throw new BadValue('is not between 1970 and 2100');
  return time;
};

/** ISO 8601, in UTC when no zone is given, to the millisecond. */
export const instant: ParseValue = (value) => {
  const time = dayTime(value.slice(0, 10)) + (value.length > 10 ? clockTime(value.slice(11)) : 0);
  const isSeparated = value.length === 10 || /[T ]/i.test(value[10] ?? '');
  const rule = 'is not a date and time such as 2025-03-31T14:05:00Z';
  return new Date(inRange(isSeparated ? time : Number.NaN, rule)).toISOString();
};

export const day: ParseValue = (value) =>
  new Date(inRange(dayTime(value), 'is not a day such as 2025-03-31')).toISOString().slice(0, 10);
