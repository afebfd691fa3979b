import type { Readable } from 'node:stream';
import type { CallInput, Calls } from '@readerlens/contract';
import { exportName } from '@readerlens/contract/engagements';
import type { ExportColumnDefinition, ExportFormat } from '@readerlens/contract/engagements';
import { keyOrderOf } from '../activities/activity-order.ts';
import type { ActivityOrder } from '../activities/activity-order.ts';
import type { Condition } from '../engagements/filter-sql.ts';
import { auditedIdentities } from '../platform/audit.ts';
import { unavailable } from '../platform/errors.ts';
import type { FileAnswer } from '../platform/route.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import {
  aboutColumns,
  aboutRows,
  checkRowCount,
  csvMediaType,
  fileFromThread,
  xlsxMediaType,
} from '../platform/spreadsheet/index.ts';
import type { Row } from '../platform/spreadsheet/index.ts';
import { exportBatches } from './export-batches.ts';
import { neededOf } from './export-columns.ts';
import { readExportKeys } from './export-keys.ts';
import type { ExportKeys } from './export-keys.ts';
import type { ExportPlan } from './export-plan.ts';
import { startProgress } from './export-progress.ts';
import { openOneState } from './one-state.ts';

type SelectionBody = CallInput<Calls['POST /api/analytics/export-selection']>['body'];
export type ExportOptions = Pick<SelectionBody, 'aggregateSubsequents' | 'format' | 'exportId'>;

/** A checked request for an export. */
export interface ExportRequest {
  readonly options: ExportOptions;
  readonly columns: readonly ExportColumnDefinition[];
  readonly where: Condition;
  readonly order: ActivityOrder;
  /** In the session or by the caller's wish. */
  readonly blinded: boolean;
  /** What is exported, in words. */
  readonly selection: string;
  readonly filters: readonly Row[];
}

type Parts = Pick<Services, 'db' | 'audit'>;

/** Each export has a thread, and a session with the database, for as long as its reader takes. */
const maxAtOnce = 4;
/** Whoever takes nothing for so long is taken for gone. */
const maxIdleMs = 120_000;

const script = new URL('./export.thread.ts', import.meta.url);

const aboutOf = (
  { user }: Session,
  { filters, selection, blinded, options }: ExportRequest,
  count: number,
) => ({
  columns: aboutColumns,
  rows: [
    ...aboutRows({ user, count, masked: blinded, selection }),
    ['Subsequent Activities', options.aggregateSubsequents ? 'Aggregated' : 'A row each'],
    ...filters,
  ] satisfies Row[],
});

const planOf = (session: Session, request: ExportRequest, { count }: ExportKeys): ExportPlan => ({
  format: request.options.format ?? 'xlsx',
  fields: request.columns.map(({ field }) => field),
  blinded: request.blinded,
  aggregated: request.options.aggregateSubsequents ?? false,
  about: aboutOf(session, request, count),
});

const checkLength = ({ count }: ExportKeys, { format }: ExportOptions): void => {
  if (format !== 'csv') checkRowCount(count, { instead: ', or export it as CSV' });
};

const record = async ({ audit }: Parts, session: Session, request: ExportRequest, { count }: ExportKeys) => {
  const { format = 'xlsx', aggregateSubsequents = false } = request.options;
  const { selection, blinded } = request;
  const detail = { rows: count, masked: blinded, format, aggregated: aggregateSubsequents, selection };
  await audit.record({ action: 'activities.export', ...auditedIdentities(session), detail });
};

export interface ActivityExports {
  /**
   * A file of activities as it comes about, and for a workbook a second sheet that says what they are. All rows are of
   * one state of the data. `left` ends the work of a reader who goes before the file begins.
   * @throws AppError 400 for more rows than a spreadsheet can hold, 503 while there are too many exports
   */
  export(request: ExportRequest, session: Session, left: AbortSignal): Promise<FileAnswer>;
}

/** `held` is disposed of when the file ends, or when there is none. */
const write = async (
  parts: Parts,
  request: ExportRequest,
  session: Session,
  { left, held }: { left: AbortSignal; held: AsyncDisposableStack },
): Promise<Readable> => {
  const { aggregateSubsequents: aggregated = false, exportId } = request.options;
  let isWhole = false;
  const progress = await startProgress(parts.db.kysely, session.user.id, exportId);
  held.defer(() => progress.end(isWhole));
  const state = await openOneState(parts.db, left);
  held.defer(() => state.close());
  const keys = await readExportKeys(state.kysely, request.where, keyOrderOf(request.order), { aggregated });
  checkLength(keys, request.options);
  await progress.expect(keys.count);
  await record(parts, session, request, keys);
  const idle = setTimeout(() => file.destroy(new Error('Nobody takes the export.')), maxIdleMs).unref();
  const plan = planOf(session, request, keys);
  const batches = exportBatches(
    parts.db,
    state,
    { list: keys.list, names: neededOf(plan.fields) },
    {
      onRows: async (rows) => {
        idle.refresh();
        await progress.written(rows);
      },
      onEnd: async (hasAll) => {
        isWhole = hasAll;
        clearTimeout(idle);
        await held.disposeAsync();
      },
    },
  );
  const file = fileFromThread(script, plan, batches, ({ rows }) => [rows.buffer]);
  return file;
};

const fileTypes: Record<ExportFormat, { ending: string; mediaType: string }> = {
  xlsx: { ending: 'xlsx', mediaType: xlsxMediaType },
  csv: { ending: 'csv', mediaType: csvMediaType },
};

export const createActivityExports = (parts: Parts): ActivityExports => {
  let running = 0;
  return {
    async export(request, session, left) {
      if (running >= maxAtOnce)
        throw unavailable('Several exports are being written. Please try again in a moment.');
      const held = new AsyncDisposableStack();
      running += 1;
      held.defer(() => {
        running -= 1;
      });
      const { ending, mediaType } = fileTypes[request.options.format ?? 'xlsx'];
      const name = `${exportName(new Date())}.${ending}`;
      try {
        return { name, mediaType, content: await write(parts, request, session, { left, held }) };
      } catch (error) {
        await held.disposeAsync();
        throw error;
      }
    },
  };
};
