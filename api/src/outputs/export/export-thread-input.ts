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

/** Bytes that can be sent to a thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A batch of export rows for the thread. */
export interface ExportBatch {
  /**
   * One line per row, in the text format of COPY: the columns in `requiredColumns`, and when aggregated the number of other
   * activities of the reader with the document, and the date of the last one in milliseconds since 1970. Bytes are stored
   * outside the heap of the API's thread; objects or text would fill it.
   */
  readonly rows: Bytes;
}
