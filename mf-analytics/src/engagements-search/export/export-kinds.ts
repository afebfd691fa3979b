import { exportColumnOf } from '@readerlens/contract/engagements';
import type { FilterModel } from '@readerlens/filters/model';
import type { SearchView } from '../search-address.ts';
import { criteriaOf } from '../search.queries.ts';
import type { Viewer } from '../search.queries.ts';

export const exportLabels = {
  activities: 'Individual Activities (xlsx)',
  aggregated: 'Aggregated Subsequent Rows (xlsx)',
  pdf: 'Individual Activities (pdf)',
  csv: 'Individual Activities (csv)',
} as const;
export type ExportKind = keyof typeof exportLabels;

/** Activities that one PDF holds at most, each on a page of its own. */
export const maxPdfActivities = 500;

export const endingOf = (kind: ExportKind): string =>
  kind === 'pdf' || kind === 'csv' ? `.${kind}` : '.xlsx';

/** What an export is of. */
export interface ExportScope {
  readonly model: FilterModel;
  readonly view: Pick<SearchView, 'query' | 'documents' | 'sort'>;
  readonly viewer: Viewer;
  /** Qualified ids; with some, these alone are exported. */
  readonly selected: ReadonlySet<string>;
  /** Fields in their order; undefined leaves the choice to the user's defaults. */
  readonly columns: readonly string[] | undefined;
}

const columnOf = (field: string) => {
  const column = exportColumnOf(field);
  return column
    ? [{ field, category: column.category, isMandatoryForExport: column.isMandatoryForExport }]
    : [];
};

/** The options of a table's export. */
export const tableOptions = (kind: ExportKind, { viewer, columns }: ExportScope, exportId: string) => ({
  aggregateSubsequents: kind === 'aggregated',
  ...(columns ? { columns: columns.flatMap(columnOf) } : {}),
  blindReaderAndCompany: viewer.blinded,
  format: kind === 'csv' ? ('csv' as const) : ('xlsx' as const),
  exportId,
});

export const wholeResult = ({ model, view }: ExportScope) => criteriaOf(model, view);
