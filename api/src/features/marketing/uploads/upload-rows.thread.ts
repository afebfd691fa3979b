// Reads an uploaded file: its table, and the rows of its kind.
import { parentPort, workerData } from 'node:worker_threads';
import { shownProblems } from '@readerlens/contract/marketing-pipeline';
import { readTable } from '../../../platform/spreadsheet/read/read-table.ts';
import { TableError, tableLimits } from '../../../platform/spreadsheet/read/table.ts';
import type { Table } from '../../../platform/spreadsheet/read/table.ts';
import type { FromTableThread } from '../../../platform/spreadsheet/read/table-thread.ts';
import { readRows } from './read-rows.ts';
import type { ThreadInput } from './read-upload.ts';
import { uploadRules } from './upload-kinds.ts';

const { kind, context, source } = workerData as ThreadInput;
const send = (message: FromTableThread) => parentPort?.postMessage(message);

const batchRows = 2000;

/** The columns of all rows, in the order in which they occur. */
const toTable = (rows: readonly Readonly<Record<string, number | string | null>>[]): Table => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    header,
    rows: rows.map((row, index) => ({
      row: index + 1,
      cells: header.map((name) => (row[name] === null || row[name] === undefined ? '' : String(row[name]))),
    })),
  };
};

try {
  const table =
    'rows' in source ? toTable(source.rows) : await readTable(Buffer.from(source.file), tableLimits);
  const batch: unknown[] = [];
  const end = readRows(table, uploadRules[kind], context, {
    shownProblems,
    keep(row) {
      batch.push(row);
      if (batch.length === batchRows) send({ part: batch.splice(0) });
    },
  });
  send({ part: batch });
  send({ end });
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  send({ refused: error.message });
}
