import type { BenchResult } from './bench-dashboard.ts';

const columns: readonly (readonly [string, (result: BenchResult) => string])[] = [
  ['engine', ({ engine }) => engine],
  ['filters', ({ filters }) => filters],
  ['counted', ({ counted }) => String(counted)],
  ['direct ms', ({ directMs }) => directMs.toFixed(1)],
  ['http ms', ({ httpMs }) => httpMs.toFixed(1)],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['loop p99 ms', ({ loopDelayP99Ms }) => loopDelayP99Ms.toFixed(1)],
  ['loop max ms', ({ loopDelayMaxMs }) => loopDelayMaxMs.toFixed(1)],
  ['rss MB', ({ rssMb }) => rssMb.toFixed(0)],
  ['heap MB', ({ heapMb }) => heapMb.toFixed(0)],
];

/** The results as lines of aligned columns, under their headings. */
export const benchTable = (results: readonly BenchResult[]): string => {
  const rows = [
    columns.map(([name]) => name),
    ...results.map((result) => columns.map(([, text]) => text(result))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
};
