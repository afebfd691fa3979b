import { previousRange } from './previous-range.ts';

it('goes back as many days as the range has', () => {
  expect(previousRange({ from: '2026-03-02', to: '2026-03-11' })).toEqual({
    from: '2026-02-20',
    to: '2026-03-01',
  });
});

it('compares calendar units with those before', () => {
  const cases = [
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-01-01', '2026-06-30', '2025-07-01', '2025-12-31'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
    ['2026-10-01', '2026-11-25', '2026-07-01', '2026-08-25'],
    ['2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
    ['2026-01-01', '2026-11-25', '2025-01-01', '2025-11-25'],
    ['2024-01-01', '2024-02-29', '2023-11-01', '2023-12-31'],
  ] as const;
  for (const [from, to, ...expected] of cases)
    expect([from, to, Object.values(previousRange({ from, to }))]).toEqual([from, to, expected]);
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
