import { withPrevious, withPreviousValues } from './previous-period.ts';

it('aligns months from the last one backwards', () => {
  const month = (key: string, primary: number) => ({ key, value: { primary, secondary: 1 } });
  const now = [month('2026-01', 1), month('2026-02', 2)];
  const before = [month('2025-10', 7), month('2025-11', 8), month('2025-12', 9)];
  expect(withPrevious(now, before).map(({ previous }) => previous)).toEqual([
    { key: '2025-11', value: 9 },
    { key: '2025-12', value: 10 },
  ]);
  expect(withPrevious(now, before.slice(2)).map(({ previous }) => previous?.value)).toEqual([undefined, 10]);
  expect(withPrevious(now, undefined)).toEqual(now);
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
