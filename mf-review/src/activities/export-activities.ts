import { api } from '@readerlens/auth';
import { reviewExportName } from '@readerlens/contract/review';
import { saveFile, toast } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReviewSearch } from '../filter/review-criteria.ts';
import { idsByType } from '../decisions/decision.ts';
import type { ReviewActivity } from './activity.ts';

interface ExportRequest {
  search: ReviewSearch;
  /** These alone; without, all that match. */
  rows?: readonly ReviewActivity[];
}

const exportActivities = async ({ search, rows }: ExportRequest) => {
  const { page: _page, size: _size, ...all } = search;
  const { data } = await api('POST /api/export-activities-review', {
    body: { ...all, action: 'export', ...(rows ? idsByType(rows) : {}) },
  });
  saveFile(data, reviewExportName);
};

/** Saves activities as an Excel file that the server makes. */
export const useExport = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: exportActivities,
    onError: (error) => toast.error(`The file could not be made. ${error.message}`),
  });
