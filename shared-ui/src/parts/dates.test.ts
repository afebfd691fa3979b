import { formatDayIn, formatMoment, formatPeriod } from './dates.ts';

it('writes moments long for alerts, and short by default', () => {
  const moment = '2026-03-01T09:05:00';
  expect([formatMoment(moment, 'long'), formatMoment(moment)]).toEqual([
    'March 01, 2026 09:05 AM',
    'Mar 1, 2026 9:05 AM',
  ]);
});

it('writes the day of a time zone, and a period without its end', () => {
  const [from, to] = ['2026-03-01T23:30:00Z', '2026-03-03T23:00:00Z'];
  expect([formatDayIn('UTC', from), formatDayIn('Europe/Berlin', from, 'long')]).toEqual([
    'Mar 1, 2026',
    'March 02, 2026',
  ]);
  expect(formatPeriod({ from, to }, 'Europe/Berlin')).toBe('Mar 2, 2026 to Mar 3, 2026');
  expect(formatPeriod({ from, to: '2026-03-02T23:00:00Z' }, 'Europe/Berlin', 'long')).toBe('March 02, 2026');
});
