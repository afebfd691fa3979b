import { countText } from '@readerlens/contract/numbers';
import { runCommand } from '../../platform/command.ts';
import type { Command } from '../../platform/command.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { importUsage, readCommand } from './import-command.ts';
import type { ImportCommand } from './import-command.ts';
import { ImportError } from './import-error.ts';
import { importFile } from './import-file.ts';
import type { ImportSummary } from './import-file.ts';
import { readMappingFile } from './mapping.ts';
import { showProgress } from './progress.ts';
import { shownValue } from './shown-value.ts';
import type { Output } from './progress.ts';

/** Where the command reads and writes; by default the process. */
export interface ImportContext {
  readonly environment?: NodeJS.ProcessEnv;
  readonly stdout?: Output;
  readonly stderr?: Output;
  readonly signal?: AbortSignal;
}

const grouped = new Intl.NumberFormat('en');

const outcome: Readonly<Record<ImportSummary['kind'], string>> = {
  engagements: 'imported',
  documents: 'added or changed',
};

const formatCounts = (summary: ImportSummary): string =>
  (
    [
      ['rows read', summary.read],
      [outcome[summary.kind], summary.imported],
      [summary.kind === 'engagements' ? 'already present' : 'unchanged', summary.alreadyPresent],
      ['duplicates within the file', summary.duplicates],
      ['rejected', summary.rejected],
      ['not rejected, with warnings', summary.warned],
    ] as const
  )
    .map(([name, count]) => `  ${name.padEnd(27)}${grouped.format(count).padStart(12)}\n`)
    .join('');

const formatRejections = ({ rejected, rejections }: ImportSummary): string => {
  if (rejected === 0) return '';
  const lines = rejections.map(({ line, column, value, reason }) => {
    const place = column === '' ? '' : ` ${column}${value === '' ? '' : ` '${shownValue(value)}'`}:`;
    return `  line ${line}:${place} ${reason}\n`;
  });
  return `\nFirst rejected lines:\n${lines.join('')}`;
};

const formatWarnings = ({ warnings }: ImportSummary): string => {
  if (warnings.length === 0) return '';
  const lines = warnings.map(
    ({ column, count, reason, line, value }) =>
      `  ${column}, ${countText(count, 'value')}: ${reason} Line ${line}: '${shownValue(value)}'\n`,
  );
  return `\nWarnings, values that are not used:\n${lines.join('')}`;
};

const formatProblems = (summary: ImportSummary, report: string | undefined): string => {
  const problems = formatRejections(summary) + formatWarnings(summary);
  if (problems === '') return '';
  const rest =
    report === undefined ? 'Use --report R.csv for a list of all.' : `All of them are in ${report}.`;
  return `${problems}${rest}\n`;
};

const formatSpeed = (rows: number, milliseconds: number): string => {
  const seconds = Math.max(milliseconds, 1) / 1000;
  return `Took ${seconds.toFixed(1)} s, ${grouped.format(Math.round(rows / seconds))} rows a second.\n`;
};

const formatColumns = ({ ignoredColumns, emptyColumns }: ImportSummary): string =>
  (
    [
      ['Columns not used', ignoredColumns],
      ['Columns of the mapping without any value', emptyColumns],
    ] as const
  )
    .map(([title, columns]) => (columns.length === 0 ? '' : `${title}: ${columns.join(', ')}\n`))
    .join('');

const stopped = 'Stopped. Rows imported so far stay; run the same command again to import the rest.';

const run = async (
  { file, kind, mappingFile, report, batchSize, database, erasureKey }: ImportCommand,
  { open, print, signal }: Command,
  stderr: Output,
): Promise<number> => {
  const mapping = mappingFile === undefined ? {} : await readMappingFile(mappingFile);
  const db = await open(openDatabase(database));
  const startedAt = Date.now();
  const progress = showProgress(stderr);
  try {
    const summary = await importFile(db, {
      file,
      kind,
      mapping,
      batchSize,
      erasureKey,
      signal,
      ...(report === undefined ? {} : { report }),
      onProgress: (now) => progress.update(now),
    }).finally(() => progress.stop());
    const speed = formatSpeed(summary.read, Date.now() - startedAt);
    print(
      `${formatCounts(summary)}${speed}${formatColumns(summary)}${formatProblems(summary, report)}`.trimEnd(),
    );
    return summary.rejected > 0 ? 2 : 0;
  } catch (error) {
    throw signal.aborted ? new ImportError(stopped) : error;
  }
};

/**
 * Runs `pnpm run import`. Returns the exit code: 0 when all lines were imported, 2 when some were rejected, 1 when the
 * import failed. Never throws; errors are written to stderr.
 */
export const runImport = (
  argv: readonly string[],
  { stdout = process.stdout, stderr = process.stderr, ...context }: ImportContext = {},
): Promise<number> =>
  runCommand(
    async (command) => {
      const read = readCommand(argv, command.readConfig);
      if (read) return run(read, command, stderr);
      command.print(importUsage);
      return 0;
    },
    {
      ...context,
      write: (text) => void stdout.write(text),
      writeError: (text) => void stderr.write(text),
    },
  );
