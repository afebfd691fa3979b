import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Rejected } from './import-file.ts';
import { ImportError } from './import-error.ts';

/** A cell of CSV. One that a spreadsheet would run as a formula becomes text. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export interface Report {
  add(rejected: Rejected): void;
  close(): Promise<void>;
}

/** Writes rejected lines as CSV: line, field, reason. @throws ImportError when the file cannot be written. */
export const openReport = async (file: string): Promise<Report> => {
  const stream = createWriteStream(file);
  await once(stream, 'open').catch(() => {
    throw new ImportError(`The report ${file} cannot be written.`);
  });
  stream.write('line,field,reason\n');
  return {
    add: ({ line, field = '', reason }) => {
      stream.write(`${line},${cell(field)},${cell(reason)}\n`);
    },
    async close() {
      stream.end();
      await finished(stream);
    },
  };
};
