import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { DocAge } from '@readerlens/contract/vocabulary';
import { addMonths } from '@readerlens/filters/model';
import type { Condition } from './filter-sql.ts';

const oldestFirst = ['Over 2 years', '1-2 years', '6-12 months', '3-6 months', '0-3 months'] as const;
/** The start dates of all age classes but the oldest, on the last day of a range (YYYY-MM-DD). */
const startDays = (lastDay: string): string[] => [24, 12, 6, 3].map((months) => addMonths(lastDay, -months));

/** The number of the age class of `document AS d` on that day; NULL if the day of publication is not known. */
export const ageNumber = (lastDay: string) =>
  sql<number | null>`width_bucket(d.published_on, ${startDays(lastDay)}::date[])`;

/** The age class with a number of `ageNumber`. */
export const decodeAge = (number: number | null): DocAge =>
  (number === null ? undefined : oldestFirst[number]) ?? 'Unknown';

/** The condition on `engagement AS e` for documents of an age on that day. */
export const ofDocumentAge = (age: DocAge, lastDay: string): Condition => {
  const number = oldestFirst.findIndex((known) => known === age);
  return sql<SqlBool>`e.document_id IN (SELECT d.id FROM document AS d
    WHERE ${ageNumber(lastDay)} IS NOT DISTINCT FROM ${number < 0 ? null : number}::integer)`;
};
