import { parseArguments } from '../../platform/command.ts';
import { formatProductCommand } from '../../platform/command-text.ts';
import type { Command } from '../../platform/command.ts';
import { databaseLocation } from '../../platform/config.ts';
import { UsageError } from '../../platform/explained-error.ts';
import { findErasureKey } from '../../platform/secrets.ts';
import type { ErasureKey } from '../../platform/secrets.ts';
import type { DatabaseConfig } from '../../platform/db/index.ts';
import { importKinds } from './fields.ts';
import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import { defaultBatchSize } from './import-file.ts';

export const importUsage = `Usage: ${formatProductCommand('import')} FILE [options]

Imports activities of readers, or documents, from CSV or from one JSON object per line, plain or gzipped.

  --mapping M.json   how the file's columns become the import's fields
  --kind KIND        engagements (the default) or documents
  --report R.csv     where to write all rejected lines and warnings with their reasons
  --data-dir D       the embedded database's folder (default: DATA_DIR, else .data)
  --batch N          rows per transaction (default: ${defaultBatchSize})
  --help             show this text

Imports into the PostgreSQL server of DATABASE_URL where that is set and --data-dir is not given.
Exit code: 0 when all lines were imported, 2 when some were rejected, 1 when the import failed.
Fields, mappings and rules: docs/importing.md`;

export interface ImportCommand {
  readonly file: string;
  readonly kind: ImportKind;
  readonly mappingFile: string | undefined;
  readonly report: string | undefined;
  readonly batchSize: number;
  readonly database: DatabaseConfig;
  readonly erasureKey: ErasureKey;
}

/** For a wrong command line. The exit code 2 of an import is for rejected lines. */
const usageError = (problem: string) => new ImportError(`${problem}\n\n${importUsage}`);

const options = {
  mapping: { type: 'string' },
  kind: { type: 'string', default: 'engagements' },
  report: { type: 'string' },
  'data-dir': { type: 'string' },
  batch: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (argv: readonly string[]) => {
  try {
    return parseArguments(argv, { options, most: 1 });
  } catch (error) {
    throw error instanceof UsageError ? usageError(error.message) : error;
  }
};

const readKind = (text: string): ImportKind => {
  const kind = importKinds.find((each) => each === text);
  if (!kind) throw usageError(`--kind must be one of ${importKinds.join(', ')}; it is '${text}'.`);
  return kind;
};

const largestBatch = 200_000;

const readBatchSize = (text: string | undefined): number => {
  if (text === undefined) return defaultBatchSize;
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= 1 && size <= largestBatch) return size;
  throw usageError(`--batch must be a whole number from 1 to ${largestBatch}; it is '${text}'.`);
};

const chooseDatabase = (
  readConfig: Command['readConfig'],
  dataDir: string | undefined,
): Pick<ImportCommand, 'database' | 'erasureKey'> => {
  // The statement timeout of the server does not apply to a bulk load.
  const limits = { statementTimeoutMs: 0, poolSize: 1 };
  const onlyEmbedded = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, WORKERS: undefined };
  // An import signs and encrypts nothing.
  const config = readConfig(dataDir === undefined ? {} : { ...onlyEmbedded, DATA_DIR: dataDir }, {
    secrets: false,
  });
  return { database: { ...limits, ...databaseLocation(config) }, erasureKey: findErasureKey(config) };
};

/** Reads a command line; undefined for help. @throws ImportError, ConfigError */
export const readCommand = (
  argv: readonly string[],
  readConfig: Command['readConfig'],
): ImportCommand | undefined => {
  const { values, positionals } = parse(argv);
  if (values.help) return undefined;
  const [file] = positionals;
  if (file === undefined) throw usageError('Name the file to import.');
  return {
    file,
    kind: readKind(values.kind),
    mappingFile: values.mapping,
    report: values.report,
    batchSize: readBatchSize(values.batch),
    ...chooseDatabase(readConfig, values['data-dir']),
  };
};
