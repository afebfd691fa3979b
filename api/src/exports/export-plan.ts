import type { ExportFormat } from '@readerlens/contract/engagements';
import type { Column, Row } from '../platform/spreadsheet/index.ts';

/** What the thread that writes an export is told. It travels there as a structured clone. */
export interface ExportPlan {
  readonly format: ExportFormat;
  /** Fields of the vocabulary, in order. */
  readonly fields: readonly string[];
  readonly blinded: boolean;
  /** Whether rows have how often their reader came back, and when last. */
  readonly aggregated: boolean;
  /** The second sheet, which only a workbook has. */
  readonly about: { readonly columns: readonly Column[]; readonly rows: readonly Row[] };
}

/** Some rows of an export on their way to that thread. */
export interface ExportBatch {
  /**
   * A line for each, in the text format of COPY: a JSON list of what `neededOf` the fields names. Bytes pass through a
   * thread without a trace; as objects or as text they would fill its heap.
   */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** Lines that there have to be. */
  readonly count: number;
  /** For each row when aggregated, else none. */
  readonly returns: readonly Returns[];
}

/** Of the activities of one reader with one document, besides the one that the row shows. */
export interface Returns {
  readonly count: number;
  /** Of all of them, the shown one included; milliseconds since 1970. */
  readonly lastAt: number;
}
