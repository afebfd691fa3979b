import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { plainText } from '../../platform/spreadsheet/index.ts';
import { ImportError } from './import-error.ts';
import type { Rejection } from './map-rows.ts';

const longestValue = 200;

const cell = (text: string): string => {
  const safe = plainText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const shortened = (value: string): string =>
  value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;

export interface ReportFile {
  /** Resolves when the stream accepts more. */
  add(rejections: readonly Rejection[]): Promise<void>;
  close(): Promise<void>;
}

/** Writes rejections as CSV: line, column, value, reason. @throws ImportError when the file cannot be written */
export const openReport = async (file: string): Promise<ReportFile> => {
  const stream = createWriteStream(file);
  let failure: Error | undefined;
  stream.on('error', (error) => (failure = error));
  const check = () => {
    if (failure) throw new ImportError(`The report ${file} cannot be written: ${failure.message}.`);
  };
  const write = async (text: string) => {
    check();
    if (!stream.write(text)) await once(stream, 'drain').catch(check);
    check();
  };
  await once(stream, 'open').catch(check);
  await write('line,column,value,reason\n');
  return {
    async add(rejections) {
      const lines = rejections.map(
        ({ line, column, value, reason }) =>
          `${line},${cell(column)},${cell(shortened(value))},${cell(reason)}\n`,
      );
      if (lines.length > 0) await write(lines.join(''));
    },
    async close() {
      stream.end();
      await finished(stream).catch(check);
    },
  };
};
