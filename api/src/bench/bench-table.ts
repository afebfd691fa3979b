import type { BenchResult } from './bench-dashboard.ts';
import type { ExportBenchResult } from './bench-export.ts';
import type { ReviewBenchResult } from './bench-review.ts';
import type { SearchBenchResult } from './bench-search.ts';

type Columns<T> = readonly (readonly [string, (result: T) => string])[];

const dashboardColumns: Columns<BenchResult> = [
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

const reviewColumns: Columns<ReviewBenchResult> = [
  ['engine', ({ engine }) => engine],
  ['activities', ({ activities }) => String(activities)],
  ['search ms', ({ searchMs }) => searchMs.toFixed(1)],
  ['bare UPDATE ms', ({ bareMs }) => bareMs.toFixed(0)],
  ['approve ms', ({ approveMs }) => approveMs.toFixed(0)],
  ['ratio', ({ approveRatio }) => approveRatio.toFixed(2)],
  ['reverse ms', ({ reverseMs }) => reverseMs.toFixed(0)],
  ['ratio', ({ reverseRatio }) => reverseRatio.toFixed(2)],
];

const searchColumns: Columns<SearchBenchResult> = [
  ['engine', ({ engine }) => engine],
  ['search', ({ filters }) => filters],
  ['found', ({ found }) => String(found)],
  ['bare rows ms', ({ bareMs }) => bareMs.toFixed(1)],
  ['first page ms', ({ firstMs }) => firstMs.toFixed(1)],
  ['ratio', ({ ratio }) => ratio.toFixed(1)],
  ['middle ms', ({ middleMs }) => middleMs.toFixed(1)],
  ['last ms', ({ lastMs }) => lastMs.toFixed(1)],
  ['deep / first', ({ deepRatio }) => deepRatio.toFixed(2)],
];

const exportColumns: Columns<ExportBenchResult> = [
  ['engine', ({ engine }) => engine],
  ['rows', ({ rows }) => String(rows)],
  ['file MB', ({ fileMb }) => fileMb.toFixed(1)],
  ['memory + MB', ({ growthMb }) => growthMb.toFixed(0)],
  ['export ms', ({ exportMs }) => exportMs.toFixed(0)],
  ['xlsx library ms', ({ libraryMs }) => libraryMs.toFixed(0)],
  ['ratio', ({ exportMs, libraryMs }) => (exportMs / libraryMs).toFixed(2)],
  ['own writer ms', ({ ownMs }) => ownMs.toFixed(0)],
  ['ratio', ({ exportMs, ownMs }) => (exportMs / ownMs).toFixed(2)],
  ['others quiet ms', ({ quietMs }) => quietMs.toFixed(1)],
  ['meanwhile ms', ({ medianMs }) => medianMs.toFixed(1)],
  ['p99 ms', ({ p99Ms }) => p99Ms.toFixed(1)],
];

const tableOf =
  <T>(columns: Columns<T>) =>
  (results: readonly T[]): string => {
    const rows = [
      columns.map(([name]) => name),
      ...results.map((result) => columns.map(([, text]) => text(result))),
    ];
    const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
    const line = (row: readonly string[]) =>
      row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
    return rows.map((row) => line(row).trimEnd()).join('\n');
  };

/** The results as lines of aligned columns, under their headings. */
export const benchTable = tableOf(dashboardColumns);
export const reviewBenchTable = tableOf(reviewColumns);
export const searchBenchTable = tableOf(searchColumns);
export const exportBenchTable = tableOf(exportColumns);
