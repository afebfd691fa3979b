import type { ServerResponse } from 'node:http';
import { asShownExportName, exportName } from '@readerlens/contract/explorer';
import { planExport } from '../../outputs/export/plan-export.ts';
import type { ExportRequest } from '../../outputs/export/plan-export.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { requireMinimumRate } from '../../platform/http/minimum-rate.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import { startProgress } from './export-progress.ts';
import type { ExportProgress } from './export-progress.ts';

type Parts = Pick<Services, 'db' | 'audit' | 'exportSlots'>;

export interface ExportCaller {
  readonly session: Session;
  /** The id that the caller uses to request progress. */
  readonly exportId: string | undefined;
  readonly disconnected: AbortSignal;
  /** What the file is written to. */
  readonly response: ServerResponse;
}

export interface ExportReplies {
  /**
   * Streams an export to the caller, recorded in the audit log, with progress. The work ends when the caller disconnects.
   * @throws AppError 400 for more rows than a spreadsheet can hold, 429 while too many exports of the user wait
   */
  send(request: ExportRequest, caller: ExportCaller): Promise<FileResponse>;
}

const record = async (
  { audit }: Parts,
  { viewer, format = 'xlsx', aggregated = false, asShown, selection }: ExportRequest,
  { session, rows }: { session: Session; rows: number },
) => {
  const detail = {
    rows,
    masked: viewer.blinded,
    format,
    aggregated,
    selection,
    ...(asShown ? { asShown } : {}),
  };
  await audit.record({ action: 'activities.export', ...auditedIdentities(session), detail });
};

/** Waits for a slot, and stores the position in the line meanwhile. */
const waitForSlot = async (
  { exportSlots }: Parts,
  progress: ExportProgress,
  signal: AbortSignal,
): Promise<() => void> => {
  let stored = Promise.resolve();
  const onPosition = (before: number) => {
    stored = stored.then(() => progress.waits(before)).catch(() => undefined);
  };
  const free = await exportSlots.take({ signal, onPosition });
  await stored;
  return free;
};

/** `resources` is released when the stream ends, or by the caller if there is no stream. */
const streamed = async (
  parts: Parts,
  request: ExportRequest,
  { session, exportId, disconnected, response }: ExportCaller,
  resources: AsyncDisposableStack,
): Promise<FileResponse> => {
  let isWhole = false;
  const progress = await startProgress(parts.db.kysely, session.user.id, exportId);
  resources.defer(() => progress.end(isWhole));
  resources.defer(await waitForSlot(parts, progress, disconnected));
  const plan = await planExport(parts.db, request, disconnected);
  resources.defer(() => plan.close());
  await progress.expect(plan.count);
  await record(parts, request, { session, rows: plan.count });
  const content = plan.stream({
    onRows: (rows) => progress.written(rows),
    onEnd: async (hasAllRows) => {
      isWhole = hasAllRows;
      await resources.disposeAsync();
    },
  });
  requireMinimumRate(content, response);
  const name = request.asShown ? asShownExportName(new Date()) : exportName(new Date());
  return { name: `${name}.${plan.extension}`, mediaType: plan.mediaType, content };
};

export const createExportReplies = (parts: Parts): ExportReplies => ({
  async send(request, caller) {
    const resources = new AsyncDisposableStack();
    try {
      return await streamed(parts, request, caller, resources);
    } catch (error) {
      await resources.disposeAsync();
      throw error;
    }
  },
});
