import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { plainText } from '../../platform/spreadsheet/index.ts';
import { ImportError } from './import-error.ts';
import type { Problem } from './map-rows.ts';
import { shortened } from './shown-value.ts';

const longestValue = 200;

const cell = (text: string): string => {
  const safe = plainText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a problem did: the row was not imported, or it was imported without this value. */
export type Outcome = 'rejected' | 'warning';

export interface ReportedProblem extends Problem {
  readonly outcome: Outcome;
}

export interface ReportFile {
  /** Resolves when the stream accepts more. */
  add(problems: readonly ReportedProblem[]): Promise<void>;
  close(): Promise<void>;
}

/** Writes problems as CSV: line, column, value, reason, outcome. @throws ImportError when the file cannot be written */
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
  await write('line,column,value,reason,outcome\n');
  return {
    async add(problems) {
      const lines = problems.map(
        ({ line, column, value, reason, outcome }) =>
          `${line},${cell(column)},${cell(shortened(value, longestValue))},${cell(reason)},${outcome}\n`,
      );
      if (lines.length > 0) await write(lines.join(''));
    },
    async close() {
      stream.end();
      await finished(stream).catch(check);
    },
  };
};
