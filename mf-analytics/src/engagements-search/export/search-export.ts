import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import {
  asShownExportName,
  exportName,
  findExportColumn,
  searchColumns,
} from '@readerlens/contract/explorer';
import { knownOption } from '@readerlens/filters/list';
import type { FilterModel } from '@readerlens/filters/model';
import type { Narrowing, SearchView } from '../search-address.ts';
import { buildCriteria, buildSort } from '../search.queries.ts';

export const exportLabels = {
  shown: 'As shown (xlsx)',
  activities: 'Individual Activities (xlsx)',
  aggregated: 'Aggregated Subsequent Rows (xlsx)',
  pdf: 'Individual Activities (pdf)',
  csv: 'Individual Activities (csv)',
} as const;
export type ExportKind = keyof typeof exportLabels;

/** Maximum activities in one PDF, each on its own page. */
export const maxPdfActivities = 500;

/** The name of a file that the server does not name. */
export const chooseName = (kind: ExportKind): string => {
  const name = kind === 'shown' ? asShownExportName(new Date()) : exportName(new Date());
  return `${name}.${kind === 'pdf' || kind === 'csv' ? kind : 'xlsx'}`;
};

/** The content of an export. */
export interface ExportScope {
  readonly model: FilterModel;
  readonly view: Narrowing & Pick<SearchView, 'sort'>;
  readonly viewer: Viewer;
  /** Qualified ids; if there are any, only these are exported. */
  readonly selected: readonly string[];
  /** Field names in order; undefined means the user's default columns. */
  readonly columns: readonly string[] | undefined;
  /** Ids of the columns that the list shows, in order. */
  readonly shownColumns: readonly string[];
}

const findColumn = (field: string) => {
  const column = findExportColumn(field);
  return column
    ? [{ field, category: column.category, isMandatoryForExport: column.isMandatoryForExport }]
    : [];
};

/** The options of a spreadsheet or CSV export. */
const tableOptions = (
  kind: ExportKind,
  { viewer, columns, shownColumns }: ExportScope,
  exportId: string,
) => ({
  ...(kind === 'shown'
    ? { shownColumns: shownColumns.flatMap((id) => knownOption(searchColumns, id) ?? []) }
    : {
        aggregateSubsequents: kind === 'aggregated',
        ...(columns ? { columns: columns.flatMap(findColumn) } : {}),
      }),
  blindReaderAndCompany: viewer.blinded,
  format: kind === 'csv' ? ('csv' as const) : ('xlsx' as const),
  exportId,
});

/** Requests the file of an export from the server. Rejects with ApiError, or with the signal's reason. */
export const requestExport = async (
  kind: ExportKind,
  scope: ExportScope,
  { exportId, signal }: { exportId: string; signal: AbortSignal },
): Promise<Blob> => {
  const itemIds = [...scope.selected];
  const sort = buildSort(scope.view);
  if (kind === 'pdf') {
    const body = { itemIds, sort, blindReaderAndCompany: scope.viewer.blinded };
    return (await api('POST /api/analytics/export-pdf', { body }, { signal })).data;
  }
  const options = tableOptions(kind, scope, exportId);
  if (itemIds.length > 0) {
    const body = { itemIds, sort, ...options };
    return (await api('POST /api/analytics/export-selection', { body }, { signal })).data;
  }
  const body = { ...buildCriteria(scope.model, scope.view), ...options };
  return (await api('POST /api/analytics/export', { body }, { signal })).data;
};
