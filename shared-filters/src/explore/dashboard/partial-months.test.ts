import { fromQuery, namedCatalogue } from '../../model/index.ts';
import { withPartial } from './partial-months.ts';

const now = new Date('2026-11-22T12:00:00Z');
const listPartialMonths = (dates: string, ...keys: string[]) =>
  withPartial(
    keys.map((key) => ({ key, value: { primary: 1, secondary: 0 } })),
    fromQuery(dates, namedCatalogue).model,
    now,
  ).map(({ partial }) => partial);

it('marks the months that the date filter cuts', () => {
  expect(listPartialMonths('DateRange:2026-01-10,2026-03-20', '2026-01', '2026-02', '2026-03')).toEqual([
    'from Jan 10',
    undefined,
    'to Mar 20',
  ]);
  expect(listPartialMonths('RelativeDateRange:-1y', '2025-11', '2026-10', '2026-11')).toEqual([
    'from Nov 22',
    undefined,
    'to Nov 22',
  ]);
  expect(listPartialMonths('DateRange:2026-02-05,2026-02-09', '2026-02')[0]).toMatch(/^Feb 5\s–\s9$/);
});

it('marks the month that today cuts, and no complete month', () => {
  expect(listPartialMonths('DateRange:2026-10-01,2026-11-30', '2026-10', '2026-11')).toEqual([
    undefined,
    'to Nov 22',
  ]);
  expect(listPartialMonths('DateRange:2024-02-01,2024-02-29', '2024-02')).toEqual([undefined]);
});
