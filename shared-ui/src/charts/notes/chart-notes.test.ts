import type { Bucket } from '@readerlens/contract/buckets';
import type { TimeKey } from '../time-keys.ts';
import { noteMarks, notesLabel, notesSummary } from './chart-notes.ts';
import type { ChartNote } from './chart-notes.ts';

const note = (date: string, text: string | null = 'Mail sent'): ChartNote => ({
  id: date,
  date,
  text,
  author: 'Ada',
  client: 'Acme',
});

const listTimes = (keys: readonly string[], bucket: Bucket): TimeKey[] =>
  keys.map((key) => ({ key, bucket }));
const placed = (dates: readonly string[], months = listTimes(['2026-01', '2026-02'], 'month')) =>
  noteMarks(
    dates.map((date) => note(date)),
    { months, computeLeft: (at: number) => at * 100, step: 100 },
    24,
  ).map(({ x, notes }) => [Math.round(x), notes.length]);

it('places marks at the dates within their months', () => {
  expect(placed(['2026-01-01', '2026-01-31', '2026-02-15'])).toEqual([
    [2, 1],
    [98, 1],
    [152, 1],
  ]);
});

it('places marks at the dates within their weeks, and in the middle of their days', () => {
  const weeks = listTimes(['2026-03-02', '2026-03-09'], 'week');
  expect(placed(['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-12', '2026-03-16'], weeks)).toEqual([
    [7, 1],
    [93, 1],
    [150, 1],
  ]);
  const days = listTimes(['2026-03-31', '2026-04-01'], 'day');
  expect(placed(['2026-03-31', '2026-04-01', '2026-04-02'], days)).toEqual([
    [50, 1],
    [150, 1],
  ]);
});

it('omits notes on other months', () => {
  expect(placed(['2025-12-31', '2026-03-01'])).toEqual([]);
});

it('combines notes whose marks would overlap, and keeps the marks apart', () => {
  expect(placed(['2026-01-01', '2026-01-05', '2026-01-07'])).toEqual([[12, 3]]);
  const marks = placed(['2026-01-01', '2026-01-08', '2026-01-09', '2026-01-16', '2026-01-17', '2026-01-24']);
  const gaps = marks.slice(1).map(([x = 0], at) => x - (marks[at]?.[0] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24);
  expect(marks.reduce((sum, [, count = 0]) => sum + count, 0)).toBe(6);
});

it('names a mark by its dates and text', () => {
  expect(notesLabel([note('2026-03-10')])).toBe('Note, Mar 10, 2026: Mail sent');
  expect(notesLabel([note('2026-03-10', null)])).toBe('Note, Mar 10, 2026');
  expect(notesLabel([note('2026-03-10'), note('2026-03-12')])).toBe('2 notes, Mar 10\u2009–\u200912, 2026');
  expect(notesLabel([note('2026-03-10', 'x'.repeat(500))]).length).toBeLessThan(150);
});

it('summarizes the first notes', () => {
  expect(notesSummary([])).toBe('');
  expect(notesSummary([note('2026-03-10')])).toBe(' 1 note: Mar 10, 2026 (Mail sent).');
  const four = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'].map((date) => note(date, null));
  expect(notesSummary(four)).toBe(' 4 notes: Mar 10, 2026; Mar 11, 2026; Mar 12, 2026; 1 more.');
});
