import { previousRange } from './previous-range.ts';

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
