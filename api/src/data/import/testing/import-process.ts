// Imports a file into a data directory, and prints the stage and the number of rows read after each batch. The test kills
// it. Argument: ImportProcess as JSON.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { openDatabase } from '../../../platform/db/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { SqlClient } from '../../../platform/db/sql-pool.ts';
import { importFile } from '../import-file.ts';

export interface ImportProcess {
  readonly dataDir: string;
  readonly file: string;
  readonly batchSize: number;
  /** Without it, the import runs to its end. */
  readonly halt?: HaltPoint;
}

/** A statement, before which the process prints 'halted'. */
export interface HaltPoint {
  /** The number of lines about progress before it. */
  readonly lines: number;
  /** The number of statements after these lines. */
  readonly statements: number;
  /** Whether it waits for its end, on standard input, or goes on. */
  readonly waits: boolean;
}

// Node stores compiled modules when a process ends, which a killed one does not.
flushCompileCache();
const { dataDir, file, batchSize, halt } = JSON.parse(process.argv[2] ?? '') as ImportProcess;
let lines = 0;
let statements = 0;

const beforeStatement = async (): Promise<void> => {
  if (!halt || lines < halt.lines) return;
  statements += 1;
  if (statements !== halt.statements) return;
  process.stdout.write('halted\n');
  if (halt.waits) await once(process.stdin, 'data');
};

const counted = (client: SqlClient): SqlClient => ({
  ...client,
  query: async (text, parameters) => {
    await beforeStatement();
    return client.query(text, parameters);
  },
  exec: async (text) => {
    await beforeStatement();
    return client.exec(text);
  },
  copyFrom: async (target, chunks) => {
    await beforeStatement();
    return client.copyFrom(target, chunks);
  },
});

const opened = await openDatabase({ dataDir, statementTimeoutMs: 0 });
const db: Database = { ...opened, session: async () => counted(await opened.session()) };
await importFile(db, {
  erasureKey: () => undefined,
  file,
  batchSize,
  onProgress: ({ read, stage }) => {
    lines += 1;
    process.stdout.write(`${stage} ${read}\n`);
  },
});
await opened.close();
