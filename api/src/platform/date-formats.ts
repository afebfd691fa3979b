import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { BadValue } from './text-values.ts';

dayjs.extend(customParseFormat);
dayjs.extend(utc);

/** Milliseconds per unit of the formats for numbers, which dayjs does not read strictly. */
const epochs: ReadonlyMap<string, number> = new Map([
  ['X', 1000],
  ['x', 1],
]);

const example = dayjs.utc('2001-11-23T14:05:00Z');
const formatExample = (format: string): string => {
  const unit = epochs.get(format);
  return unit === undefined ? example.format(format) : String(example.valueOf() / unit);
};

const parseInstant = (text: string, formats: readonly string[]): string | undefined => {
  for (const format of formats) {
    const unit = epochs.get(format);
    const number =
      unit !== undefined && /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) * unit : undefined;
    const time = unit === undefined ? dayjs.utc(text, format, true) : dayjs.utc(number ?? Number.NaN);
    if (time.isValid()) return time.toISOString();
  }
  return undefined;
};

/** Whether a format says which day it is. */
export const isDateFormat = (format: string): boolean =>
  parseInstant(formatExample(format), [format])?.startsWith('2001-11-23') ?? false;

/** The ISO 8601 form of a date in one of these formats. @throws BadValue */
export const toIso = (text: string, formats: readonly string[]): string => {
  const iso = parseInstant(text, formats);
  if (iso === undefined) {
    throw new BadValue(`is not a date such as ${formats.map(formatExample).join(' or ')}`);
  }
  return iso;
};
