import dayjs from 'dayjs';

const iso = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
};

/** Two-digit years: 00 to 68 are 2000 to 2068, the others 19xx. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  return year <= 68 ? 2000 + year : 1900 + year;
};

/** Reads a typed date, month first or YYYY-MM-DD, and returns YYYY-MM-DD; undefined when it is not a date. */
export const parseTypedDate = (text: string): string | undefined => {
  const monthFirst = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{2}|\d{4})$/.exec(text.trim());
  if (monthFirst) return iso(fullYear(monthFirst[3]!), Number(monthFirst[1]), Number(monthFirst[2]));
  const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  return yearFirst ? iso(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])) : undefined;
};

/** YYYY-MM-DD as MM/DD/YYYY. */
export const showDate = (value: string | null): string => (value ? dayjs(value).format('MM/DD/YYYY') : '');
