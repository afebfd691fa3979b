import type { MonthPoint } from '@readerlens/ui/charts';
import * as fc from 'fast-check';
import { addDays, addMonths, datePresets, previousRange } from '../../model/index.ts';
import type { ResolvedRange } from '../../model/index.ts';
import { runs, testSeed } from '../../testing/index.ts';
import { withPrevious, withPreviousValues } from './previous-period.ts';

it('aligns months from the last one backwards', () => {
  const month = (key: string, primary: number) => ({ key, value: { primary, secondary: 1 } });
  const now = [month('2026-01', 1), month('2026-02', 2)];
  const before = [month('2025-11', 8), month('2025-12', 9)];
  expect(withPrevious(now, before).map(({ previous }) => previous)).toEqual([
    { key: '2025-11', value: 9 },
    { key: '2025-12', value: 10 },
  ]);
  expect(withPrevious(now, before.slice(1)).map(({ previous }) => previous?.value)).toEqual([undefined, 10]);
  expect(withPrevious(now, undefined)).toEqual(now);
});

it('shows all months of a previous period that has more', () => {
  const month = (key: string, primary: number) => ({ key, value: { primary, secondary: 0 } });
  expect(withPrevious([month('2026-01', 5)], [month('2025-11', 3), month('2025-12', 4)])).toEqual([
    { ...month('2025-12', 0), previous: { key: '2025-11', value: 3 } },
    { ...month('2026-01', 5), previous: { key: '2025-12', value: 4 } },
  ]);
});

it('keeps both totals, whatever the ranges are', () => {
  const months = (range: ResolvedRange, values: readonly number[]) => {
    const keys: string[] = [];
    for (let key = range.from.slice(0, 7); key <= range.to.slice(0, 7);) {
      keys.push(key);
      key = addMonths(`${key}-01`, 1).slice(0, 7);
    }
    return keys.map((key, at) => ({
      key,
      value: { primary: values[at % values.length] ?? 0, secondary: at % 3 },
    }));
  };
  const sumMonths = (points: readonly MonthPoint[]) =>
    points.reduce((sum, { value }) => sum + value.primary + value.secondary, 0);
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2021-01-01', days));
  const custom = fc.tuple(day, fc.integer({ min: 0, max: 800 })).map(([from, length]) => ({
    from,
    to: addDays(from, length),
  }));
  const preset = day.chain((today) => fc.constantFrom(...datePresets(new Date(`${today}T12:00:00Z`))));
  fc.assert(
    fc.property(fc.oneof(custom, preset), fc.array(fc.nat(900), { minLength: 1 }), (range, values) => {
      const [now, before] = [months(range, values), months(previousRange(range), values.toReversed())];
      const compared = withPrevious(now, before);
      expect(sumMonths(compared)).toBe(sumMonths(now));
      expect(compared.reduce((sum, { previous }) => sum + (previous?.value ?? 0), 0)).toBe(sumMonths(before));
      expect(new Set(compared.map(({ key }) => key)).size).toBe(compared.length);
    }),
    { numRuns: runs({ test: 200, soak: 20_000 }), seed: testSeed },
  );
});

it('finds the previous value of a category by its id, or by its name', () => {
  const now = [
    { id: '1', name: 'Early', value: 5 },
    { name: 'Webinar', value: 2 },
    { id: '9', name: 'New', value: 1 },
  ];
  const before = [
    { id: '1', name: 'Early stage', value: 4 },
    { name: 'Webinar', value: 3 },
    { id: '2', name: 'Gone', value: 8 },
  ];
  expect(withPreviousValues(now, before).map(({ previous }) => previous)).toEqual([4, 3, 0]);
  expect(withPreviousValues(now, undefined)).toEqual(now);
});
