import type { ExportColumnName, ExportFormat } from '@readerlens/contract/explorer';
import type { ActivityViewer } from '../../activities/activity-view.ts';
import type { Column, Row } from '../../platform/spreadsheet/index.ts';

/** Input of the thread that writes an export; structured clone. */
export interface ThreadInput {
  readonly format: ExportFormat;
  /** Fields of the vocabulary, in order. */
  readonly fields: readonly ExportColumnName[];
  readonly viewer: ActivityViewer;
  /** Whether rows show how often the reader returned, and when last. */
  readonly aggregated: boolean;
  /** The second sheet; workbooks only. */
  readonly about: { readonly columns: readonly Column[]; readonly rows: readonly Row[] };
}

/** A batch of export rows for the thread. */
export interface ExportBatch {
  /**
   * One line per row, in the text format of COPY: the columns in `requiredColumns`. Bytes are stored outside the heap
   * of the API's thread; objects or text would fill it.
   */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** Expected number of lines. */
  readonly count: number;
  /** One per row when aggregated, else empty. */
  readonly returns: readonly Returns[];
}

/** Activities of one reader with one document, other than the one in the row. */
export interface Returns {
  readonly count: number;
  /** Date of the latest, including the one in the row; milliseconds since 1970. */
  readonly lastAt: number;
}
