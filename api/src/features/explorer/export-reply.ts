import { exportName } from '@readerlens/contract/explorer';
import { planExport } from '../../core/export-plan/plan-export.ts';
import type { ExportRequest } from '../../core/export-plan/plan-export.ts';
import type { Session } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { unavailable } from '../../platform/http/errors.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import { startProgress } from './export-progress.ts';

type Parts = Pick<Services, 'db' | 'audit'>;

export interface ExportCaller {
  readonly session: Session;
  /** The id that the caller uses to request progress. */
  readonly exportId: string | undefined;
  readonly disconnected: AbortSignal;
}

export interface ExportReplies {
  /**
   * Streams an export to the caller, recorded in the audit log, with progress. The work ends when the caller disconnects.
   * @throws AppError 400 for more rows than a spreadsheet can hold, 503 while too many exports run
   */
  send(request: ExportRequest, caller: ExportCaller): Promise<FileResponse>;
}

/** Each export occupies a thread and a database session until the download ends. */
const maxAtOnce = 4;
/** A download that accepts no bytes for this long is ended. */
const maxIdleMs = 120_000;

const record = async (
  { audit }: Parts,
  { viewer, format = 'xlsx', aggregated = false, selection }: ExportRequest,
  { session, rows }: { session: Session; rows: number },
) => {
  const detail = { rows, masked: viewer.blinded, format, aggregated, selection };
  await audit.record({ action: 'activities.export', ...auditedIdentities(session), detail });
};

/** `resources` is released when the stream ends, or by the caller if there is no stream. */
const streamed = async (
  parts: Parts,
  request: ExportRequest,
  { session, exportId, disconnected }: ExportCaller,
  resources: AsyncDisposableStack,
): Promise<FileResponse> => {
  let isWhole = false;
  const progress = await startProgress(parts.db.kysely, session.user.id, exportId);
  resources.defer(() => progress.end(isWhole));
  const plan = await planExport(parts.db, request, disconnected);
  resources.defer(() => plan.close());
  await progress.expect(plan.count);
  await record(parts, request, { session, rows: plan.count });
  const content = plan.stream({
    onRows: async (rows) => {
      idle.refresh();
      await progress.written(rows);
    },
    onEnd: async (hasAllRows) => {
      isWhole = hasAllRows;
      clearTimeout(idle);
      await resources.disposeAsync();
    },
  });
  const idle = setTimeout(() => content.destroy(new Error('The download stalled.')), maxIdleMs).unref();
  return { name: `${exportName(new Date())}.${plan.extension}`, mediaType: plan.mediaType, content };
};

export const createExportReplies = (parts: Parts): ExportReplies => {
  let running = 0;
  return {
    async send(request, caller) {
      if (running >= maxAtOnce)
        throw unavailable('Several exports are being written. Please try again in a moment.');
      const resources = new AsyncDisposableStack();
      running += 1;
      resources.defer(() => {
        running -= 1;
      });
      try {
        return await streamed(parts, request, caller, resources);
      } catch (error) {
        await resources.disposeAsync();
        throw error;
      }
    },
  };
};
