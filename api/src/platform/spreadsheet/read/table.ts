// Tables in files of strangers. A thread with a limited heap reads them: see table-thread.ts.
import {
  maxTableColumns,
  maxTablePackedBytes,
  maxTableRows,
  maxTableUnpackedBytes,
} from '@readerlens/contract/marketing-pipeline';

/** A row of a file: its number there and its texts, or why it cannot be read. */
export type TableRow =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly reason: string };

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableLimits {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly columns: number;
  readonly rows: number;
}

export const tableLimits: TableLimits = {
  packedBytes: maxTablePackedBytes,
  unpackedBytes: maxTableUnpackedBytes,
  columns: maxTableColumns,
  rows: maxTableRows,
};

/** Why a file is refused, as a sentence. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const count = (number: number): string => number.toLocaleString('en-US');

export const tooPacked = ({ packedBytes }: TableLimits) =>
  new TableError(`The file is larger than ${megabytes(packedBytes)}.`);
export const tooUnpacked = ({ unpackedBytes }: TableLimits) =>
  new TableError(`The workbook unpacks to more than ${megabytes(unpackedBytes)}.`);
export const tooManyRows = ({ rows }: TableLimits) =>
  new TableError(`The file has more than ${count(rows)} rows. Divide it into several files.`);
const tooManyColumns = (found: number, { columns }: TableLimits) =>
  new TableError(`The file has ${count(found)} columns. It may have ${columns}.`);

export const checkColumns = (found: number, limits: TableLimits): void => {
  if (found > limits.columns) throw tooManyColumns(found, limits);
};
