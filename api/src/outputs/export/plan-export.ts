import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExportColumnDefinition, ExportFormat } from '@readerlens/contract/explorer';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import type { ActivityOrder } from '../../activities/activity-order.ts';
import type { ActivityViewer } from '../../activities/activity-view.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Database } from '../../platform/db/index.ts';
import type { UserRow } from '../../people/tables.ts';
import {
  checkRowCount,
  csvMediaType,
  fileFromThread,
  xlsxMediaType,
} from '../../platform/spreadsheet/index.ts';
import type { Row } from '../../platform/spreadsheet/index.ts';
import { aboutColumns, aboutRows } from './about-sheet.ts';
import { readByKeys } from './export-batches.ts';
import { activityColumns, requiredColumns } from './export-columns.ts';
import type { ThreadInput } from './export-thread-input.ts';
import { readInOnePass } from './one-pass.ts';
import { reportBatches } from './report-batches.ts';
import type { BatchEvents } from './report-batches.ts';
import { openSnapshot } from './snapshot.ts';

/** The viewer of an export; blinded due to the session's mode or the caller's choice. */
export interface ExportViewer extends ActivityViewer {
  readonly user: Pick<UserRow, 'first_name' | 'last_name'>;
}

export interface ExportRequest {
  /** Limited to what the viewer may see, as `selectionWhere` and `namedWhere` are. */
  readonly where: Condition;
  readonly columns: readonly ExportColumnDefinition[];
  readonly viewer: ExportViewer;
  readonly order: ActivityOrder;
  /** Default: xlsx. */
  readonly format?: ExportFormat;
  /** One row per reader and document, with the number of returns and the date of the last one. */
  readonly aggregated?: boolean;
  /** The columns are those of a table on screen, not those of the specified file. */
  readonly asShown?: boolean;
  /** A description of the exported data for the About sheet. */
  readonly selection: string;
  readonly filters?: readonly Row[];
}

/** An export whose rows are known. It holds a snapshot of the data until its stream ends or `close` is called. */
export interface PlannedExport {
  readonly count: number;
  readonly mediaType: string;
  /** File name extension, without the dot. */
  readonly extension: ExportFormat;
  /** Starts writing; call at most once. */
  stream(events?: Partial<BatchEvents>): Readable;
  close(): Promise<void>;
}

const mediaTypes: Record<ExportFormat, string> = { xlsx: xlsxMediaType, csv: csvMediaType };

const script = new URL('./export.thread.ts', import.meta.url);

const threadInput = (request: ExportRequest, count: number): ThreadInput => {
  const { viewer, columns, format = 'xlsx', aggregated = false, selection, filters = [] } = request;
  return {
    format,
    fields: columns.map(({ field }) => field),
    viewer: { blinded: viewer.blinded, scope: { searchFields: viewer.scope.searchFields } },
    aggregated,
    about: {
      columns: aboutColumns,
      rows: [
        ...aboutRows({ user: viewer.user, count, masked: viewer.blinded, selection }),
        ['Subsequent Activities', aggregated ? 'Aggregated' : 'A row each'],
        ...filters,
      ],
    },
  };
};

/**
 * Opens an export of a single snapshot of the data. `signal` cancels the running statement.
 * @throws AppError 400 for more rows than a spreadsheet can hold
 */
export const planExport = async (
  db: Database,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<PlannedExport> => {
  const { where, order, format = 'xlsx', aggregated = false, columns, viewer } = request;
  const snapshot = await openSnapshot(db, signal);
  try {
    const fields = columns.map(({ field }) => field);
    // A database with a single session would be blocked by a statement that runs as long as the download.
    const read = snapshot.changedFrom === undefined ? readInOnePass : readByKeys;
    const rows = await read(db, snapshot, {
      where,
      order: buildKeyOrder(order),
      aggregated,
      names: requiredColumns(activityColumns(fields, viewer)),
      onCount(count) {
        if (format !== 'csv') checkRowCount(count, { instead: ', or export it as CSV' });
      },
    });
    const { count } = rows;
    return {
      count,
      mediaType: mediaTypes[format],
      extension: format,
      stream: ({ onRows = async () => {}, onEnd = async () => {} } = {}) => {
        const batches = reportBatches(rows, {
          onRows,
          onEnd: (isWhole) => snapshot.close().finally(() => onEnd(isWhole)),
        });
        return fileFromThread(script, threadInput(request, count), batches, ({ rows: { buffer: sent } }) => [
          sent,
        ]);
      },
      close: () => rows.stop().finally(() => snapshot.close()),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
};

/**
 * The file of an export that is small enough for memory, such as an attachment.
 * @throws AppError as `planExport`, and 409 if the data changed meanwhile and the database does not support snapshots
 */
export const exportToBuffer = async (db: Database, request: ExportRequest): Promise<Uint8Array> =>
  buffer((await planExport(db, request)).stream());
