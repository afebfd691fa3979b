import type { AlertsBenchResult } from './bench-alerts.ts';
import type { AttackBenchResult } from './bench-attack.ts';
import type { BenchResult } from './bench-dashboard.ts';
import type { DashboardsBenchResult } from './bench-dashboards.ts';
import type { CsvBenchResult, ExportBenchResult } from './bench-export.ts';
import type { ListsBenchResult } from './bench-lists.ts';
import type { ReportsBenchResult } from './bench-reports.ts';
import type { ReviewBenchResult } from './bench-review.ts';
import type { SearchBenchResult } from './bench-search.ts';
import type { UploadsBenchResult } from './bench-uploads.ts';
import type { UsersBenchResult } from './bench-users.ts';

/** A heading, the property of a result, and the decimal places for numbers. */
type Column<T> = readonly [heading: string, part: keyof T & string, digits?: number];

const formatCell = (value: string | number, digits = 0): string =>
  typeof value === 'number' ? value.toFixed(digits) : value;

/** Formats results as a text table with aligned columns. */
export const createTableFormatter =
  <T extends Record<keyof T, string | number>>(columns: readonly Column<T>[]) =>
  (results: readonly T[]): string => {
    const rows = [
      columns.map(([heading]) => heading),
      ...results.map((result) => columns.map(([, part, digits]) => formatCell(result[part], digits))),
    ];
    const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
    const line = (row: readonly string[]) =>
      row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
    return rows.map((row) => line(row).trimEnd()).join('\n');
  };

export const benchTable = createTableFormatter<BenchResult>([
  ['engine', 'engine'],
  ['filters', 'filters'],
  ['counted', 'counted'],
  ['direct ms', 'directMs', 1],
  ['http ms', 'httpMs', 1],
  ['ratio', 'ratio', 2],
  ['again ms', 'againMs', 1],
  ['ratio', 'againRatio', 2],
  ['one request ms', 'oneMs', 1],
  ['ratio', 'oneRatio', 2],
  ['again ms', 'oneAgainMs', 1],
  ['ratio', 'oneAgainRatio', 2],
  ['loop p99 ms', 'loopDelayP99Ms', 1],
  ['loop max ms', 'loopDelayMaxMs', 1],
  ['rss MB', 'rssMb'],
  ['heap MB', 'heapMb'],
]);

export const dashboardsBenchTable = createTableFormatter<DashboardsBenchResult>([
  ['engine', 'engine'],
  ['page', 'page'],
  ['clients', 'clients'],
  ['calls', 'calls'],
  ['statements', 'statements'],
  ['direct ms', 'directMs', 1],
  ['http ms', 'httpMs', 1],
  ['ratio', 'ratio', 2],
  ['again ms', 'againMs', 1],
  ['ratio', 'againRatio', 2],
  ['one request ms', 'oneMs', 1],
  ['ratio', 'oneRatio', 2],
  ['again ms', 'oneAgainMs', 1],
  ['ratio', 'oneAgainRatio', 2],
]);

export const listsBenchTable = createTableFormatter<ListsBenchResult>([
  ['engine', 'engine'],
  ['page', 'page'],
  ['organizations', 'organizations'],
  ['picked ms', 'pickedMs', 1],
  ['rule ms', 'ruleMs', 1],
  ['ratio', 'ratio', 2],
  ['picked again ms', 'pickedAgainMs', 1],
  ['rule again ms', 'ruleAgainMs', 1],
  ['ratio', 'againRatio', 2],
]);

export const alertsBenchTable = createTableFormatter<AlertsBenchResult>([
  ['engine', 'engine'],
  ['alerts', 'alerts'],
  ['found', 'found'],
  ['one by one ms', 'directMs'],
  ['run ms', 'runMs'],
  ['ratio', 'ratio', 2],
  ['idle calls ms', 'idleMs', 1],
  ['busy calls ms', 'busyMs', 1],
  ['ratio', 'busyRatio', 2],
  ['busy max ms', 'busyMaxMs'],
]);

export const reviewBenchTable = createTableFormatter<ReviewBenchResult>([
  ['engine', 'engine'],
  ['activities', 'activities'],
  ['search ms', 'searchMs', 1],
  ['bare UPDATE ms', 'bareMs'],
  ['approve ms', 'approveMs'],
  ['ratio', 'approveRatio', 2],
  ['reverse ms', 'reverseMs'],
  ['ratio', 'reverseRatio', 2],
]);

export const searchBenchTable = createTableFormatter<SearchBenchResult>([
  ['engine', 'engine'],
  ['search', 'filters'],
  ['found', 'found'],
  ['by SQL ms', 'sqlMs', 1],
  ['first page ms', 'firstMs', 1],
  ['ratio', 'firstRatio', 2],
  ['again ms', 'againMs', 1],
  ['ratio', 'againRatio', 2],
  ['middle by SQL ms', 'middleSqlMs', 1],
  ['middle ms', 'middleMs', 1],
  ['ratio', 'middleRatio', 2],
  ['last ms', 'lastMs', 1],
]);

const csvBenchTable = createTableFormatter<CsvBenchResult>([
  ['engine', 'engine'],
  ['activities', 'of'],
  ['rows', 'rows'],
  ['csv ms', 'csvMs'],
  ['copy ms', 'copyMs'],
  ['ratio', 'copyRatio', 2],
  ['all columns ms', 'wholeMs'],
  ['ratio', 'wholeRatio', 2],
  ['cpu ms', 'cpuMs'],
  ['memory + MB', 'growthMb'],
]);

const workbookBenchTable = createTableFormatter<Omit<ExportBenchResult, 'csv'>>([
  ['engine', 'engine'],
  ['rows', 'rows'],
  ['file MB', 'fileMb', 1],
  ['memory + MB', 'growthMb'],
  ['export ms', 'exportMs'],
  ['xlsx library ms', 'libraryMs'],
  ['ratio', 'libraryRatio', 2],
  ['own writer ms', 'ownMs'],
  ['ratio', 'ownRatio', 2],
  ['beside others ms', 'besideOthersMs'],
  ['others quiet ms', 'quietMs', 1],
  ['meanwhile ms', 'medianMs', 1],
  ['p99 ms', 'p99Ms', 1],
]);

/** A table of the workbooks, and one of the CSVs. */
export const exportBenchTable = (results: readonly ExportBenchResult[]): string =>
  [workbookBenchTable(results), csvBenchTable(results.flatMap(({ csv }) => csv))].join('\n\n');

export const uploadsBenchTable = createTableFormatter<UploadsBenchResult>([
  ['engine', 'engine'],
  ['uploads', 'uploads'],
  ['MB each', 'uploadMb'],
  ['seconds', 'seconds'],
  ['memory + MB', 'growthMb'],
  ['overview idle ms', 'idleMs', 1],
  ['meanwhile ms', 'busyMs', 1],
  ['ratio', 'busyRatio', 2],
  ['slowest ms', 'busyMaxMs'],
]);

export const attackBenchTable = createTableFormatter<AttackBenchResult>([
  ['engine', 'engine'],
  ['calls of the other user', 'attack'],
  ['statements ms', 'directMs', 1],
  ['idle ms', 'idleMs', 1],
  ['beside ms', 'besideMs', 1],
  ['ratio', 'ratio', 2],
  ['slowest ms', 'worstMs', 1],
  ['slowest ready ms', 'readyMs', 1],
  ['not ready', 'notReady'],
  ['answers', 'answers'],
]);

export const usersBenchTable = createTableFormatter<UsersBenchResult>([
  ['engine', 'engine'],
  ['page', 'page'],
  ['users found', 'found'],
  ['direct ms', 'directMs', 1],
  ['http ms', 'httpMs', 1],
  ['ratio', 'ratio', 2],
]);

export const reportsBenchTable = createTableFormatter<ReportsBenchResult>([
  ['engine', 'engine'],
  ['reports', 'reports'],
  ['mails', 'mails'],
  ['one by one ms', 'directMs'],
  ['hand-over ms', 'handOverMs'],
  ['run ms', 'runMs'],
  ['ratio', 'ratio', 2],
  ['growth MB', 'growthMb'],
  ['dashboards ms', 'idleMs'],
  ['during runs ms', 'busyMs'],
  ['ratio', 'busyRatio', 2],
  ['slowest ms', 'busyMaxMs'],
]);
