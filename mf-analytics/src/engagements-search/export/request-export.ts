import { api } from '@readerlens/auth';
import { tableOptions, wholeResult } from './export-kinds.ts';
import { sortOf } from '../search.queries.ts';
import type { ExportKind, ExportScope } from './export-kinds.ts';

/** The file of an export, as the server makes it. Rejects with ApiError, or with the signal's reason. */
export const requestExport = async (
  kind: ExportKind,
  scope: ExportScope,
  { exportId, signal }: { exportId: string; signal: AbortSignal },
): Promise<Blob> => {
  const itemIds = [...scope.selected];
  const sort = sortOf(scope.view);
  if (kind === 'pdf') {
    const body = { itemIds, sort, blindReaderAndCompany: scope.viewer.blinded };
    return (await api('POST /api/analytics/export-pdf', { body }, { signal })).data;
  }
  const options = tableOptions(kind, scope, exportId);
  if (itemIds.length > 0) {
    const body = { itemIds, sort, ...options };
    return (await api('POST /api/analytics/export-selection', { body }, { signal })).data;
  }
  const body = { ...wholeResult(scope), ...options };
  return (await api('POST /api/analytics/export', { body }, { signal })).data;
};
