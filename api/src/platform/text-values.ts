// Parsers from a text of a file to the stored value. They throw a BadValue that ends the sentence 'The value ...'.
import { canonicalLine, canonicalParagraphs } from '@readerlens/contract/text';
import { isEmail, lineProblem } from '@readerlens/contract/vocabulary';

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
export const problemOfLine = (value: string): string | undefined =>
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

export const email: ParseValue = (value) => {
  if (!isEmail(value)) throw new BadValue('is not an e-mail address');
  return value;
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
