/** Result of reading a line: the record is complete, a quoted value is still open, or the line is not valid CSV. */
export type LineResult =
  | { readonly state: 'complete'; readonly cells: readonly string[] }
  | { readonly state: 'open' }
  | { readonly state: 'invalid'; readonly reason: string };

export interface CellReader {
  /** Reads the next line of a record. After a complete or an invalid one a new record begins. */
  readLine(line: string): LineResult;
  reset(): void;
}

const open: LineResult = { state: 'open' };
const afterQuote: LineResult = {
  state: 'invalid',
  reason: 'There is text after the closing quote of a value.',
};

/** Position of the opening quote of the cell that begins at `start`, after spaces; -1 when it is not quoted. */
const openingQuote = (line: string, start: number): number => {
  let position = start;
  while (line[position] === ' ') position += 1;
  return line[position] === '"' ? position : -1;
};

/**
 * Reads the cells of CSV records line by line (RFC 4180). Cells without quotes are trimmed. A quote opens a quoted
 * value only at the beginning of a cell, so `5" pipe` is a plain value.
 */
export const createCellReader = (delimiter: string): CellReader => {
  let cells: string[] = [];
  let quoted: string[] | undefined;
  const reset = () => {
    cells = [];
    quoted = undefined;
  };

  const readQuoted = (line: string, from: number, parts: string[]): number | LineResult => {
    let position = from;
    for (;;) {
      const quote = line.indexOf('"', position);
      if (quote < 0) {
        parts.push(line.slice(position), '\n');
        quoted = parts;
        return open;
      }
      parts.push(line.slice(position, quote));
      if (line[quote + 1] !== '"') return quote + 1;
      parts.push('"');
      position = quote + 2;
    }
  };

  /** Where the next cell begins after a quoted value; -1 at the end of the line. */
  const afterQuoted = (line: string, from: number): number | LineResult => {
    const next = line.indexOf(delimiter, from);
    const gap = next < 0 ? line.slice(from) : line.slice(from, next);
    if (gap.trim() !== '') return afterQuote;
    return next < 0 ? -1 : next + 1;
  };

  const readCells = (line: string): LineResult => {
    let position = 0;
    let parts = quoted;
    quoted = undefined;
    for (;;) {
      const opening = parts ? position : openingQuote(line, position);
      if (opening < 0) {
        const next = line.indexOf(delimiter, position);
        cells.push((next < 0 ? line.slice(position) : line.slice(position, next)).trim());
        if (next < 0) return { state: 'complete', cells };
        position = next + 1;
        continue;
      }
      const value = parts ?? [];
      const end = readQuoted(line, parts ? position : opening + 1, value);
      if (typeof end !== 'number') return end;
      cells.push(value.join(''));
      parts = undefined;
      const after = afterQuoted(line, end);
      if (typeof after !== 'number') return after;
      if (after < 0) return { state: 'complete', cells };
      position = after;
    }
  };

  return {
    reset,
    readLine(line) {
      if (!quoted && !line.includes('"'))
        return { state: 'complete', cells: line.split(delimiter).map((cell) => cell.trim()) };
      const result = readCells(line);
      if (result.state !== 'open') reset();
      return result;
    },
  };
};
