import type { ActivityRow } from '../../activities/activity-rows.ts';
import type { RowOrder } from '../../activities/activity-rows.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { KeyOrder } from '../../activities/key-list.ts';
import type { Bytes } from './export-thread-input.ts';

/** What an export reads. */
export interface ExportSelection {
  readonly where: Condition;
  readonly order: KeyOrder & RowOrder;
  readonly aggregated: boolean;
  readonly names: readonly (keyof ActivityRow)[];
  /** Called with the number of rows before they are read; what it throws ends the export. */
  readonly onCount: (count: number) => void;
}

/** The rows of an export, in order. */
export interface ExportRows {
  readonly count: number;
  /** Whole lines, as in `ExportBatch`; undefined after the last ones. */
  next(): Promise<Bytes | undefined>;
  /** Ends the running statement. Must be called before the snapshot is closed. */
  stop(): Promise<void>;
}

const lineBreak = 10;

export const lastLineEnd = (bytes: Uint8Array): number => bytes.lastIndexOf(lineBreak) + 1;

export const countLines = (bytes: Uint8Array): number => {
  let count = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) count += 1;
  return count;
};
