// How one value of the input becomes what is stored. Each parser throws a BadValue with the reason.
import {
  activityTypes,
  contentTypes,
  reviewStatuses,
  sources,
  stages,
} from '@readerlens/contract/vocabulary';
import { parseActivityType } from '@readerlens/filters/model';
import {
  activityTypeCode,
  contentTypeCode,
  sourceCode,
  stageCode,
  statusCode,
} from '../engagements/codes.ts';

export class BadValue extends Error {
  override readonly name = 'BadValue';
}

export type ParseValue = (text: string) => string | number | boolean | readonly string[];

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

const bad = (text: string, rule: string) => new BadValue(`'${shown(text)}' is not ${rule}`);

export const text =
  (maxLength: number): ParseValue =>
  (value) => {
    if (value.length > maxLength) throw new BadValue(`it is longer than ${maxLength} characters`);
    if (value.includes('\0')) throw new BadValue('it contains a NUL character');
    return value;
  };

/** One of some words in any case, with or without spaces, as its code. */
const coded = <T extends string>(names: readonly T[], codes: Readonly<Record<T, number>>): ParseValue => {
  const key = (name: string) => name.replace(/\s+/g, '').toLowerCase();
  const byKey = new Map(names.map((name) => [key(name), codes[name]]));
  return (value) => {
    const code = byKey.get(key(value));
    if (code === undefined) throw bad(value, `one of ${names.join(', ')}`);
    return code;
  };
};

export const activityType: ParseValue = (value) => {
  const type = parseActivityType(value);
  if (!type) throw bad(value, `one of ${activityTypes.join(', ')}`);
  return activityTypeCode[type];
};
export const source = coded(sources, sourceCode);
export const status = coded(reviewStatuses, statusCode);
export const stage = coded(stages, stageCode);
export const contentType = coded(contentTypes, contentTypeCode);
export const sequence = coded(['Initial', 'Subsequent', '1', '2'], {
  Initial: 1,
  Subsequent: 2,
  '1': 1,
  '2': 2,
});
export const quality = coded(['1', '2', '3'], { '1': 1, '2': 2, '3': 3 });
export const openAccess = coded(['Gated', 'Ungated', '1', '2'], { Gated: 1, Ungated: 2, '1': 1, '2': 2 });

export const flag: ParseValue = (value) => {
  if (/^(true|yes|1|y)$/i.test(value)) return true;
  if (/^(false|no|0|n)$/i.test(value)) return false;
  throw bad(value, 'yes or no');
};

export const email: ParseValue = (value) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(value) || value.length > 254) throw bad(value, 'an e-mail address');
  return value;
};

export const list: ParseValue = (value) =>
  value
    .split('|')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

const withZone = (value: string): string => {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] =
    iso.exec(value) ?? [];
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}${offset}`;
};

/** Dates roll over: the 30th of February must not become a day in March. */
const isCalendarDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

const timeOf = (value: string): number => {
  if (/^\d{10}$/.test(value)) return Number(value) * 1000;
  if (/^\d{13}$/.test(value)) return Number(value);
  return iso.test(value) && isCalendarDay(value.slice(0, 10)) ? Date.parse(withZone(value)) : Number.NaN;
};

const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** ISO 8601, in UTC where no zone is given, or seconds or milliseconds since 1970. */
export const instant: ParseValue = (value) => {
  const time = timeOf(value);
  if (Number.isNaN(time)) throw bad(value, 'a date and time such as 2025-03-31T14:05:00Z');
  if (time < earliest || time >= latest) throw bad(value, 'between 1990 and 2100');
  return new Date(time).toISOString();
};

export const day: ParseValue = (value) => (instant(value) as string).slice(0, 10);
