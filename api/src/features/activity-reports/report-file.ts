// The files of runs: made for each mail and each download, never stored.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { completeColumns } from '@readerlens/contract/explorer';
import { exportableColumns, readStoredModel } from '@readerlens/filters/model';
import { orderOf } from '../../activities/activity-order.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { allOf } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { readKeys } from '../../activities/key-list.ts';
import { keyOrderOf } from '../../activities/activity-order.ts';
import { visibleWhere } from '../../activities/selection.ts';
import { helpOf, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { defaultColumnsOf } from '../../outputs/export/default-columns.ts';
import { exportToBuffer } from '../../outputs/export/plan-export.ts';
import type { ExportViewer } from '../../outputs/export/plan-export.ts';
import type { Owner } from '../../people/owner.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import { searchableBy } from '../../activities/searches/filter-input.ts';
import { filtersInWords } from '../../activities/searches/filters-in-words.ts';
import type { FilterInWords } from '../../activities/searches/filters-in-words.ts';
import { createShownModels } from '../../activities/searches/shown-model.ts';
import { reportTypes } from '@readerlens/contract/activity-reports';
import type { ReportRunRow } from './report-access.ts';

type Parts = Pick<Services, 'db' | 'exportSlots' | 'catalogue'>;

/** What decides how the rows of a run look in a file. */
export type ReportLayout = Pick<ReportRunRow, 'report_type' | 'is_aggregated' | 'includes_quality'>;

export interface ReportFile {
  readonly where: Condition;
  readonly layout: ReportLayout;
  /** Whose default export columns the file has. */
  readonly owner: Owner;
  readonly viewer: ExportViewer & { readonly scope: DataScope };
  /** What it was selected by, for its 'About' sheet. */
  readonly selection?: Pick<ReportRunRow, 'filters' | 'indices'>;
}

/** The filters of a file in words, as far as its owner and the viewer may use them. */
const filtersOf = async (
  parts: Parts,
  { owner, viewer, selection }: ReportFile,
): Promise<readonly FilterInWords[]> => {
  if (!selection) return [];
  const catalogue = await parts.catalogue();
  const { filters: stored, indices } = readStoredModel(selection, catalogue);
  const filters = searchableBy(searchableBy(stored, owner.scope), viewer.scope);
  const [model] = await createShownModels(parts)([{ filters, indices }], viewer);
  return model ? filtersInWords(model, catalogue, viewer) : [];
};

/** The WHERE condition on `engagement AS e` for given activities, before their run is stored. */
export const givenWhere = (keys: readonly ActivityKey[], scope: DataScope): Condition =>
  allOf([
    sql<SqlBool>`(e.client_id, e.id) IN (
      SELECT * FROM unnest(${keys.map(({ clientId }) => clientId)}::integer[],
        ${keys.map(({ id }) => id)}::bigint[]))`,
    visibleWhere(scope),
  ]);

/**
 * The workbook of a run as a person may see it now.
 * @throws AppError as `exportToBuffer`
 */
export const reportWorkbook = async (parts: Parts, file: ReportFile): Promise<Uint8Array> => {
  const { db, exportSlots } = parts;
  const { where, layout, owner, viewer } = file;
  const chosen = (await defaultColumnsOf(db, owner)).map(({ field }) => field);
  const columns = completeColumns(chosen, exportableColumns(viewer.scope.searchFields));
  const filters = await filtersOf(parts, file);
  const free = await exportSlots.take();
  try {
    return await exportToBuffer(db, {
      where,
      columns: columns.filter(({ field }) => layout.includes_quality || field !== 'quality'),
      viewer,
      order: orderOf(undefined, { blinded: viewer.blinded }),
      aggregated: layout.is_aggregated && layout.report_type === reportTypes.Consolidated,
      selection: 'Activity report',
      filters: filters.map(({ name, operation, value }) => [name, `${operation} ${value}`]),
    });
  } finally {
    free();
  }
};

/** The sheet of an activity as a PDF; undefined if the viewer may not see the activity. */
export const activitySheetFile = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  where: Condition,
  viewer: ExportViewer,
): Promise<Uint8Array | undefined> => {
  const order = keyOrderOf(orderOf(undefined, { blinded: viewer.blinded }));
  const rows = await readActivities(
    db.kysely,
    await readKeys(db.kysely, where, order, { size: 1, offset: 0 }),
  );
  return rows.length === 0 ? undefined : sheetsPdf(rows, viewer, helpOf(config));
};
