import { withoutMark } from '../formula.ts';
import { createCellReader } from './csv-cells.ts';
import { longestRecord } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';

/** The cells of a record, with the line where it begins, or why that line is invalid. */
export type CsvItem =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly reason: string };

export interface CsvRecordReader {
  read(lines: readonly TextLine[]): CsvItem[];
  end(): CsvItem[];
}

/**
 * Combines lines into records. Of an invalid record only the first line is rejected; the following lines are read
 * again, so that a stray quote does not affect them.
 */
export const createCsvRecordReader = (delimiter: string): CsvRecordReader => {
  const cells = createCellReader(delimiter);
  /** Lines of the record that is being read. */
  let pending: TextLine[] = [];
  let length = 0;

  const rejectFirstLine = (reason: string): { item: CsvItem; rest: TextLine[] } => {
    const [first, ...rest] = pending as [TextLine, ...TextLine[]];
    pending = [];
    length = 0;
    cells.reset();
    return { item: { line: first.number, reason: first.problem ?? reason }, rest };
  };

  const finish = (values: readonly string[]): CsvItem[] => {
    const [first] = pending as [TextLine, ...TextLine[]];
    const problem = pending.find((line) => line.problem)?.problem;
    pending = [];
    length = 0;
    if (problem) return [{ line: first.number, reason: problem }];
    return values.every((value) => value === '')
      ? []
      : [{ line: first.number, cells: values.map(withoutMark) }];
  };

  const readAll = (lines: readonly TextLine[]): CsvItem[] => {
    const items: CsvItem[] = [];
    let waiting = [...lines];
    for (let index = 0; index < waiting.length; index += 1) {
      const line = waiting[index] as TextLine;
      pending.push(line);
      length += line.text.length;
      const result = cells.readLine(line.text);
      if (result.state === 'complete') items.push(...finish(result.cells));
      else if (result.state === 'invalid' || length > longestRecord) {
        const { item, rest } = rejectFirstLine(
          result.state === 'invalid'
            ? result.reason
            : `A quoted value is longer than ${longestRecord} characters, or its closing quote is missing.`,
        );
        items.push(item);
        waiting = [...rest, ...waiting.slice(index + 1)];
        index = -1;
      }
    }
    return items;
  };

  return {
    read: readAll,
    end() {
      const items: CsvItem[] = [];
      while (pending.length > 0) {
        const { item, rest } = rejectFirstLine('The closing quote of a value is missing.');
        items.push(item, ...readAll(rest));
      }
      return items;
    },
  };
};
