import { ErasureKeyError } from '../../activities/erasure/erased-identities.ts';
import { ConfigError } from '../../platform/config.ts';
import { DataDirectoryInUseError, MigrationError, openDatabase } from '../../platform/db/index.ts';
import { UsageError, importUsage, readCommand } from './import-command.ts';
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
      `  ${column}, ${grouped.format(count)} ${count === 1 ? 'value' : 'values'}: ${reason} Line ${line}: '${shownValue(value)}'\n`,
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

const run = async (command: ImportCommand, context: Required<ImportContext>): Promise<number> => {
  const { file, kind, mappingFile, report, batchSize, database, erasureKey } = command;
  const { stdout, stderr, signal } = context;
  const mapping = mappingFile === undefined ? {} : await readMappingFile(mappingFile);
  const db = await openDatabase(database);
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
    stdout.write(
      `${formatCounts(summary)}${speed}${formatColumns(summary)}${formatProblems(summary, report)}`,
    );
    return summary.rejected > 0 ? 2 : 0;
  } finally {
    await db.close();
  }
};

/** Errors whose message is enough, without a stack trace. */
const expectedErrors = [ImportError, ConfigError, MigrationError, ErasureKeyError];

const explain = (error: unknown): string => {
  if (error instanceof UsageError) return `${error.message}\n\n${importUsage}`;
  if (error instanceof DataDirectoryInUseError) {
    return `${error.message}\nOnly one process can open the embedded database: stop the server before the import.\n`;
  }
  if (expectedErrors.some((type) => error instanceof type)) return `${(error as Error).message}\n`;
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
};

const stopped = 'Stopped. Rows imported so far stay; run the same command again to import the rest.\n';

/** Ctrl-C stops the import after the current batch; a second one ends the process. */
const listenForInterrupt = () => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const release = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  return { signal: controller.signal, release };
};

/**
 * Runs `pnpm run import`. Returns the exit code: 0 when all lines were imported, 2 when some were rejected, 1 when the
 * import failed. Never throws; errors are written to stderr.
 */
export const runImport = async (argv: readonly string[], context: ImportContext = {}): Promise<number> => {
  const { environment = process.env, stdout = process.stdout, stderr = process.stderr } = context;
  const interrupt = listenForInterrupt();
  const signal = context.signal ?? interrupt.signal;
  try {
    const command = readCommand(argv, environment);
    if (command) return await run(command, { environment, stdout, stderr, signal });
    stdout.write(importUsage);
    return 0;
  } catch (error) {
    stderr.write(signal.aborted ? stopped : explain(error));
    return 1;
  } finally {
    interrupt.release();
  }
};
