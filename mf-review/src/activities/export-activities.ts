import { api } from '@readerlens/auth';
import { reviewExportName } from '@readerlens/contract/review';
import { useFileExport } from '@readerlens/filters/list';
import { idsByType } from '../decisions/decision.ts';
import type { ReviewSearch } from '../filter/review-criteria.ts';
import type { ReviewActivity } from './activity.ts';

interface ExportRequest {
  search: ReviewSearch;
  /** These alone; without, all that match. */
  rows?: readonly ReviewActivity[];
}

const requestExport = async ({ search, rows }: ExportRequest, signal: AbortSignal) => {
  const { page: _page, size: _size, ...all } = search;
  const body = { ...all, action: 'export' as const, ...(rows ? idsByType(rows) : {}) };
  return (await api('POST /api/export-activities-review', { body }, { signal })).data;
};

/** Saves activities as an Excel file that the server makes. */
export const useExport = () => {
  const { run, start } = useFileExport<'xlsx'>({ onLeave: 'finish' });
  return {
    isBusy: run !== undefined,
    start: (asked: ExportRequest) =>
      start({
        kind: 'xlsx',
        request: ({ signal }) => requestExport(asked, signal),
        nameOf: () => reviewExportName,
        failed: (reason) => `The file could not be made. ${reason}`,
      }),
  };
};
