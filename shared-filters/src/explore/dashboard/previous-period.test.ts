import { previousRange, withPrevious } from './previous-period.ts';

it('goes back as many days as the range has', () => {
  expect(previousRange({ from: '2026-03-01', to: '2026-03-10' })).toEqual({
    from: '2026-02-19',
    to: '2026-02-28',
  });
});

it('goes back whole years, leap days or not', () => {
  const cases = [
    { from: '2025-11-21', to: '2026-11-21' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2024-01-01', to: '2025-12-31' },
  ];
  expect(cases.map(previousRange)).toEqual([
    { from: '2024-11-21', to: '2025-11-20' },
    { from: '2024-01-01', to: '2024-12-31' },
    { from: '2022-01-01', to: '2023-12-31' },
  ]);
});

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
