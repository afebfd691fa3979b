// Imports a file into a data directory, and prints the number of rows read after each batch. The test kills it.
import { flushCompileCache } from 'node:module';
import { openDatabase } from '../../../platform/db/index.ts';
import { importFile } from '../import-file.ts';

// Node stores compiled modules when a process ends, which a killed one does not.
flushCompileCache();
const [dataDir, file, batchSize] = process.argv.slice(2) as [string, string, string];
const db = await openDatabase({ dataDir, statementTimeoutMs: 0 });
await importFile(db, {
  file,
  batchSize: Number(batchSize),
  onProgress: ({ read, stage }) => process.stdout.write(`${stage} ${read}\n`),
});
await db.close();
