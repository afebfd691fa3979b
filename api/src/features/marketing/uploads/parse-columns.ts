// Parsers of columns that several kinds of uploads have.
import { toIso } from '../../../platform/date-formats.ts';
import * as parse from '../../../platform/text-values.ts';
import { RowProblem, describeBadValue } from './upload-kind.ts';
import type { RowContext, UploadColumn } from './upload-kind.ts';

const { BadValue } = parse;

/** Runs a parser for a column. The caller has checked that a required column has a text. @throws RowProblem */
export const parseRequired = <T>(
  { label }: UploadColumn,
  text: string | undefined,
  parser: (text: string) => T,
): T => {
  try {
    return parser(text ?? '');
  } catch (error) {
    if (error instanceof BadValue) throw new RowProblem(label, text ?? '', describeBadValue(error));
    throw error;
  }
};

/** Null for a column without a text. */
export const parseOptional = <T>(
  column: UploadColumn,
  text: string | undefined,
  parser: (text: string) => T,
): T | null => (text === undefined ? null : parseRequired(column, text, parser));

const formats = {
  iso: undefined,
  monthFirst: ['M/D/YYYY', 'MM/DD/YYYY'],
  dayFirst: ['D/M/YYYY', 'DD/MM/YYYY', 'D.M.YYYY', 'DD.MM.YYYY'],
} as const;

/** A day, in workbooks always ISO 8601. The time of a day and time is left out. */
export const parseDay =
  ({ days }: RowContext) =>
  (text: string): string => {
    const others = formats[days];
    if (others === undefined || /^\d{4}-/.test(text)) return parse.day(text.slice(0, 10)) as string;
    return parse.day(toIso(text.split(' ')[0] ?? '', others).slice(0, 10)) as string;
  };

/** A day, or a day and a time in UTC. ISO 8601 may have another zone. */
export const parseMoment =
  ({ days }: RowContext) =>
  (text: string): string => {
    const others = formats[days];
    if (others === undefined || /^\d{4}-/.test(text)) return parse.instant(text) as string;
    const [day = '', ...time] = text.split(' ');
    const written = [toIso(day, others).slice(0, 10), ...time.filter((part) => part !== '')].join('T');
    return parse.instant(written) as string;
  };

/** One line, as names are written. */
export const parseLine =
  (maxLength: number) =>
  (text: string): string =>
    parse.line(maxLength)(text) as string;

/** In lower case: two rows of one person have the same address, however it is written. */
export const parseEmail = (text: string): string => (parse.email(text) as string).toLowerCase();

const words = new Map<string, boolean>([
  ...['yes', 'y', 'true', '1', 'x', 'attended'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'no show', 'no-show', 'did not attend', 'not attended'].map(
    (word) => [word, false] as const,
  ),
]);

export const parseYesOrNo = (text: string): boolean => {
  const found = words.get(text.toLowerCase());
  if (found === undefined) throw new BadValue('is not Yes or No');
  return found;
};

/** Also with commas between thousands. */
const numberPattern = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d+)?$/;
const mostOfCount = 100_000_000;

/** A number that is not negative. Parts of minutes are rounded. */
export const parseMinutes = (text: string): number => {
  const number = numberPattern.test(text) ? Math.round(Number(text.replaceAll(',', ''))) : Number.NaN;
  if (!(number <= 100_000)) throw new BadValue('is not a number of minutes such as 60');
  return number;
};

export const parseCount = (text: string): number => {
  const number = numberPattern.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
  if (!Number.isInteger(number) || number > mostOfCount) throw new BadValue('is not a whole number');
  return number;
};

/** Refuses a day after today, of something that has happened. */
export const checkPast = (
  { label }: UploadColumn,
  day: string | null,
  { today }: Pick<RowContext, 'today'>,
): void => {
  if (day !== null && day.slice(0, 10) > today) throw new RowProblem(label, day, 'The day is in the future.');
};
