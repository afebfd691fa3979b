import {
  formatChange,
  formatCompared,
  formatMonth,
  formatMonthLong,
  formatShare,
  truncateTitle,
} from './format.ts';
import { formatCount } from '../format.ts';

it('formats counts with thousands separators', () => {
  expect([0, 999, 12345, 1_000_000].map(formatCount)).toEqual(['0', '999', '12,345', '1,000,000']);
});

it('formats shares with two significant digits', () => {
  const shares = [1, 2, 3].map((part) => formatShare(part, 3));
  expect(shares).toEqual(['33%', '67%', '100%']);
  expect([
    formatShare(1, 600),
    formatShare(46, 1000),
    formatShare(1, 20),
    formatShare(0, 5),
    formatShare(0, 0),
  ]).toEqual(['0.17%', '4.6%', '5.0%', '0%', '0%']);
});

it('formats months short and long, in any time zone', () => {
  expect([formatMonth('2026-03'), formatMonthLong('2025-12')]).toEqual(["Mar '26", 'Dec 2025']);
});

it('tells which changes are worth a color', () => {
  const changes = [102, 103, 98, 97, 100].map((now) => formatChange(now, 100));
  expect(changes.map((change) => change?.text)).toEqual(['+2%', '+3%', '−2%', '−3%', '0%']);
  expect(changes.map((change) => change?.isNotable)).toEqual([false, true, false, true, false]);
});

it('gives no percentages of small numbers, and none above 1,000', () => {
  expect([formatChange(506, 1), formatChange(3, 4), formatChange(60, 5)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([formatChange(55, 5)?.text, formatChange(3, 5)?.text]).toEqual(['+1,000%', '−40%']);
  expect([formatCompared(506, 1), formatCompared(9, 0), formatCompared(0, 0)]).toEqual(['from 1', 'New', '']);
});

it('truncates titles to the limit, including the ellipsis', () => {
  const title = 'Engagements Over Time By Community And Region';
  expect(truncateTitle(title, 32)).toBe('Engagements Over Time By Commun…');
  expect(truncateTitle(title, 32)).toHaveLength(32);
  expect(truncateTitle('x'.repeat(35), 35)).toBe('x'.repeat(35));
  expect(truncateTitle('Engagements by é👍👍', 18)).toBe('Engagements by é👍👍');
});
