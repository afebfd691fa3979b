import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../platform/config.ts';
import { DataDirectoryInUseError, MigrationError, openDatabase } from '../platform/db/index.ts';
import { ImportError } from './import-error.ts';
import { importFile } from './import-file.ts';
import type { ImportSummary, Rejected } from './import-file.ts';
import type { ImportKind } from './fields.ts';
import { readMapping } from './mapping.ts';
import { openReport } from './report.ts';
import { showProgress } from './show-progress.ts';

export const importUsage = `Usage: pnpm import FILE [--kind engagements|documents] [--mapping MAPPING.json] [--report REJECTED.csv]

Imports CSV or one JSON object per line, plain or gzipped. See docs/importing.md.
`;

interface Command {
  readonly file: string;
  readonly kind: ImportKind;
  readonly mapping: string | undefined;
  readonly report: string | undefined;
}

class UsageError extends Error {}

const readCommand = (argv: readonly string[]): Command => {
  const options = {
    kind: { type: 'string' },
    mapping: { type: 'string' },
    report: { type: 'string' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [file, ...rest] = positionals;
  const { kind = 'engagements', mapping, report } = values;
  if (file === undefined || rest.length > 0) throw new UsageError('Name one file.');
  if (kind !== 'engagements' && kind !== 'documents') throw new UsageError(`'${kind}' cannot be imported.`);
  return { file, kind, mapping, report };
};

const shownRejections = 20;

/** Keeps what there is to say about rejected lines: all in the report, the first ones on the terminal. */
const rejectionsOf = async (report: string | undefined) => {
  const file = report === undefined ? undefined : await openReport(report);
  const shown: Rejected[] = [];
  return {
    shown,
    add(rejected: Rejected) {
      file?.add(rejected);
      if (shown.length < shownRejections) shown.push(rejected);
    },
    close: async () => file?.close(),
  };
};

const sentence = ({ line, field, reason }: Rejected): string =>
  `  line ${line}: ${field === undefined ? reason : `${field}: ${reason}`}\n`;

const summaryOf = (
  kind: ImportKind,
  { read, imported, alreadyThere, duplicates, rejected }: ImportSummary,
): string =>
  kind === 'documents'
    ? `${read} rows read: ${imported} documents added, ${alreadyThere} brought up to date, ${rejected} rejected.\n`
    : `${read} rows read: ${imported} imported, ${alreadyThere} already there, ${duplicates} duplicates, ${rejected} rejected.\n`;

const run = async (
  { file, kind, mapping, report }: Command,
  environment: NodeJS.ProcessEnv,
): Promise<number> => {
  const config = readConfig(environment);
  const parsedMapping = mapping === undefined ? undefined : await readMapping(mapping, kind);
  const where = config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir };
  const db = await openDatabase({ ...where, statementTimeoutMs: 0 });
  const rejections = await rejectionsOf(report);
  const progress = showProgress(process.stderr);
  try {
    const summary = await importFile(db, {
      file,
      kind,
      mapping: parsedMapping,
      onProgress: (now) => progress.update(now),
      onRejected: (rejected) => rejections.add(rejected),
    });
    progress.stop();
    process.stderr.write(rejections.shown.map(sentence).join(''));
    process.stdout.write(summaryOf(kind, summary));
    return summary.rejected > 0 ? 2 : 0;
  } finally {
    progress.stop();
    await rejections.close();
    await db.close();
  }
};

/** These say what to do; a stack trace would only hide it. */
const plain = [ImportError, ConfigError, DataDirectoryInUseError, MigrationError];

/**
 * `pnpm import`. Answers the exit code: 0 when everything is in, 2 when lines were rejected, 1 when the import could not
 * be done to its end.
 */
export const runImport = async (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  try {
    return await run(readCommand(argv), environment);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n${importUsage}`);
      return 1;
    }
    const isPlain = plain.some((type) => error instanceof type);
    process.stderr.write(
      `${isPlain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    );
    return 1;
  }
};
