// The files of runs: made for each mail and each download, never stored.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { completeColumns } from '@readerlens/contract/explorer';
import { exportableColumns } from '@readerlens/filters/model';
import { orderOf } from '../../core/activities/activity-order.ts';
import type { ActivityKey } from '../../core/activities/activity-key.ts';
import { readActivities } from '../../core/activities/activity-rows.ts';
import { allOf } from '../../core/activities/filter-sql.ts';
import type { Condition } from '../../core/activities/filter-sql.ts';
import { readKeys } from '../../core/activities/key-list.ts';
import { keyOrderOf } from '../../core/activities/activity-order.ts';
import { visibleWhere } from '../../core/activities/selection.ts';
import { helpOf, sheetsPdf } from '../../core/activity-sheet/sheets-pdf.ts';
import { defaultColumnsOf } from '../../core/export-plan/default-columns.ts';
import { exportToBuffer } from '../../core/export-plan/plan-export.ts';
import type { ExportViewer } from '../../core/export-plan/plan-export.ts';
import type { Owner } from '../../core/people/owner.ts';
import type { DataScope } from '../../core/people/policy.ts';
import type { Services } from '../../core/services.ts';
import type { FilterInWords } from '../../core/searches/filters-in-words.ts';
import { reportTypes } from '@readerlens/contract/activity-reports';
import type { ReportRunRow } from './report-access.ts';

type Parts = Pick<Services, 'db' | 'exportSlots'>;

/** What decides how the rows of a run look in a file. */
export type ReportLayout = Pick<ReportRunRow, 'report_type' | 'is_aggregated' | 'includes_quality'>;

export interface ReportFile {
  readonly where: Condition;
  readonly layout: ReportLayout;
  /** Whose default export columns the file has. */
  readonly owner: Owner;
  readonly viewer: ExportViewer & { readonly scope: DataScope };
  readonly filters?: readonly FilterInWords[];
}

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
export const reportWorkbook = async (
  { db, exportSlots }: Parts,
  { where, layout, owner, viewer, filters = [] }: ReportFile,
): Promise<Uint8Array> => {
  const chosen = (await defaultColumnsOf(db, owner)).map(({ field }) => field);
  const columns = completeColumns(chosen, exportableColumns(viewer.scope.searchFields));
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
