/** A record of the file: the line where it begins, and its values by column key. */
export interface SourceRecord {
  readonly line: number;
  /** Text from CSV, any JSON value from NDJSON; see `findValue`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A line that is not a record. */
export interface BrokenRecord {
  readonly line: number;
  readonly reason: string;
}

export const isBroken = (record: SourceRecord | BrokenRecord): record is BrokenRecord => 'reason' in record;

/** Column names are compared in this form: 'Occurred At' and 'occurred_at' are the same column. */
export const columnKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
