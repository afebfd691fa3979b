import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { exportColumns } from '@readerlens/contract/explorer';
import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { copiedValues, copyText } from '../../platform/db/copy-rows.ts';
import { csvHeading, writeCsv } from '../../platform/spreadsheet/index.ts';
import { csvLines } from './csv-lines.ts';
import { activityColumns, requiredColumns } from './export-columns.ts';
import { moment, parsers, rowReader, text } from './row-reader.ts';

const random = seededRandom();
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const listed = <T>(most: number, make: () => T): T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, make);

const pieces = [
  'a',
  'Zz',
  '7',
  ' ',
  '"',
  ',',
  '\\',
  '\\N',
  '\t',
  '\n',
  '\r',
  '=',
  '-',
  "'",
  '@',
  '＝',
  'é',
  '東',
  '😀',
  '\v',
];
const anyText = () => (random() < 0.02 ? 'long '.repeat(5000) : listed(6, () => pick(pieces)).join(''));
const plain = () => pick(['Anna', 'x@y.example', '1st', 'Größe 東京 😀', 'No']);
const moments = [
  '2024-02-29 23:59:59.999999+00',
  '1969-12-31 23:59:58.001+00',
  '2026-01-01 00:00:00+00',
  '2026-03-01 12:30:45.7+00',
  '0987-03-04 05:06:07.8+00',
  '2026-03-01 12:30:45+05',
  '2026-03-01 12:30:45+10',
];
const numbers = ['0', '7', '1234', '12345.50', '0.25', '-3', '999999999999999', '12345678901234567'];
/** Codes are those of the vocabulary, whose first numbers are in use. */
const codes = new Set<keyof ActivityRow>(['activityType', 'source', 'stage', 'contentType', 'sequence']);
const lists = new Set<keyof ActivityRow>(['analystTags', 'topics', 'orgTypes', 'productCategories']);
const never = new Set<keyof ActivityRow>([
  ...codes,
  'occurredAt',
  'clientId',
  'id',
  'readerId',
  'documentId',
]);

/** The text of a value as the database writes it, before it is escaped. */
const value = (name: keyof ActivityRow): string | null => {
  if (!never.has(name) && !['analystTags', 'topics'].includes(name) && random() < 0.15) return null;
  const parse = parsers[name];
  if (parse === text) return random() < 0.5 ? plain() : anyText();
  if (parse === moment) return pick(moments);
  if (codes.has(name)) return pick(['1', '2', '3']);
  if (lists.has(name)) return pick(['{}', '{One}', '{One,"Two, three"}', '{"=\\"x\\""}']);
  if (name === 'specifics')
    return JSON.stringify({ notes: anyText(), questions: [{ question: '-1', answer: 'é' }] });
  if (parse === Number) return never.has(name) ? pick(['1', '42', '1234567']) : pick(numbers);
  return pick(['t', 'f']);
};

const further = [Number, (milliseconds: string) => new Date(Number(milliseconds))];

describe('lines of CSV', () => {
  it('are the cells of the rows, for random values and columns', async () => {
    for (let run = 0; run < runs({ test: 60, soak: 2000 }); run += 1) {
      const shown = exportColumns.map(({ field }) => field).filter(() => random() < 0.4);
      const viewer = {
        blinded: random() < 0.3,
        scope: {
          searchFields: new Set(
            exportColumns.map(({ field }) => field as string).filter(() => random() < 0.8),
          ),
        },
      };
      const columns = activityColumns(shown, viewer);
      const names = requiredColumns(columns);
      const more = random() < 0.3 ? further : [];
      const rows = listed(40, () => [
        ...names.map(value),
        ...more.map((_, place) => (place === 0 ? '12' : pick(['1709251199999', '-1999']))),
      ]);
      const copied = await buffer(Readable.from(copyText(rows)));

      const readRow = rowReader(names);
      const lines = copied.toString().split('\n').slice(0, -1).map(copiedValues);
      const cells = lines.map((values) => {
        const row = readRow(values);
        return [
          ...columns.map(({ cell }) => cell.of(row)),
          ...more.map((read, place) => read(values[names.length + place]!)),
        ];
      });
      const titles = [...columns, { title: 'Count', width: 1 }, { title: 'Last', width: 1 }];
      const expected = (await buffer(writeCsv({ columns: titles, rows: [cells] }))).toString();

      const write = csvLines(columns, names, more);
      // Whole lines in two pieces, of which either may be empty.
      const middle = copied.indexOf('\n', Math.floor(random() * copied.length)) + 1;
      const written = [copied.subarray(0, middle), copied.subarray(middle)].map(write);
      const file = csvHeading(titles) + Buffer.concat(written).toString();
      expect({ seed: testSeed, run, shown, file }).toEqual({ seed: testSeed, run, shown, file: expected });
    }
  });
});
