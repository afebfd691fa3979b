import { readCsv } from './read-csv.ts';
import { TableError, tooPacked } from './table.ts';
import type { Table, TableLimits } from './table.ts';

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

/**
 * Reads the table of a file, told apart by its content. For threads: a file can take seconds and a lot of memory.
 * @throws TableError
 */
export const readTable = async (bytes: Buffer, limits: TableLimits): Promise<Table> => {
  if (bytes.length > limits.packedBytes) throw tooPacked(limits);
  if (startsWith(bytes, 0x50, 0x4b)) {
    // Most of the time that a thread needs for a small CSV would be that of loading the library.
    const { readWorkbook } = await import('./read-workbook.ts');
    return readWorkbook(bytes, limits);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new TableError('The file is an old or encrypted workbook. Save it as xlsx or CSV.');
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff))
    throw new TableError('The file is in UTF-16. Save it in UTF-8.');
  return readCsv(bytes, limits);
};
