import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityView } from '../../activities/activity-view.ts';
import { readStoredModel } from '@readerlens/filters/model';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { buildKeyOrder, readOrder } from '../../activities/activity-order.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { readKeys } from '../../activities/key-list.ts';
import { readHelp, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { readDefaultColumns } from '../../outputs/export/default-columns.ts';
import { countAggregated } from '../../outputs/export/aggregated.ts';
import type { ExportViewer } from '../../outputs/export/plan-export.ts';
import type { Owner } from '../../people/owner.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import { searchableBy } from '../../activities/searches/filter-input.ts';
import { filtersInWords } from '../../activities/searches/filters-in-words.ts';
import type { FilterInWords } from '../../activities/searches/filters-in-words.ts';
import { createShownModels } from '../../activities/searches/shown-model.ts';
import { reportTypes } from '@readerlens/contract/activity-reports';
import { fileColumns, givenWhere, makeWorkbook, sentWhere } from '../../sendings/run-file.ts';
import type { ReportRunRow } from './report-access.ts';

type Parts = Pick<Services, 'db' | 'exportSlots' | 'catalogue'>;

/** What decides how the rows of a run look in a file. */
export type ReportLayout = Pick<ReportRunRow, 'report_type' | 'is_aggregated' | 'includes_quality'>;

/** Whether the file has one row for all activities of a reader with a document. */
const isAggregated = ({ is_aggregated, report_type }: Pick<ReportLayout, 'is_aggregated' | 'report_type'>) =>
  is_aggregated && report_type === reportTypes.Consolidated;

/** Counts the rows of a file that has fewer than there are activities; undefined if it has a row for each. */
export const countFileRows = async (
  { db }: Pick<Services, 'db'>,
  layout: Pick<ReportLayout, 'is_aggregated' | 'report_type'>,
  where: Condition,
): Promise<number | undefined> => (isAggregated(layout) ? countAggregated(db.kysely, where) : undefined);

export interface ReportFile {
  readonly where: Condition;
  readonly layout: ReportLayout;
  /** Whose default export columns the file has. */
  readonly owner: Owner;
  readonly viewer: ExportViewer & { readonly scope: DataScope };
  /** What it was selected by, for its 'About' sheet. */
  readonly selection?: Pick<ReportRunRow, 'filters' | 'indices'>;
}

/** Writes 'Activity Report 2026-03-02.xlsx', without the names of the contact and its client, which Blinded Mode hides. */
export const reportFileName = ({ run_at }: Pick<ReportRunRow, 'run_at'>): string =>
  `Activity Report ${run_at.toISOString().slice(0, 10)}.xlsx`;

/** Writes 'Webinar 2026-03-02.pdf'. */
export const sheetFileName = ({ activityType, date }: Pick<ActivityView, 'activityType' | 'date'>): string =>
  `${activityTypeLabel[activityType]} ${date.slice(0, 10)}.pdf`;

/** Describes the filters of a file, as far as its owner and the viewer may use them. */
const describeFilters = async (
  parts: Parts,
  { owner, viewer, selection }: ReportFile,
): Promise<readonly FilterInWords[]> => {
  if (!selection) return [];
  const catalogue = await parts.catalogue();
  const { filters: stored, indices } = readStoredModel(selection, catalogue);
  const filters = searchableBy(stored, owner.scope);
  const [model] = await createShownModels(parts)([{ filters, indices }], viewer, 'reads');
  return model ? filtersInWords(model, catalogue, viewer) : [];
};

/** The WHERE condition on `engagement AS e` for the activities of a run that are within a scope, or for one of them. */
export const runWhere = (runId: string, scope: DataScope, only?: ActivityKey): Condition => {
  const all = sentWhere('activity_report_activity', runId, scope);
  return only ? joinWithAnd([all, givenWhere([only], scope)]) : all;
};

/**
 * The workbook of a run as a person may see it now.
 * @throws AppError as `exportToBuffer`
 */
export const reportWorkbook = async (parts: Parts, file: ReportFile): Promise<Uint8Array> => {
  const { where, layout, owner, viewer } = file;
  const chosen = (await readDefaultColumns(parts.db, owner)).map(({ field }) => field);
  const columns = fileColumns(chosen, viewer.scope);
  const filters = await describeFilters(parts, file);
  return makeWorkbook(parts, {
    where,
    columns: columns.filter(({ field }) => layout.includes_quality || field !== 'quality'),
    viewer,
    aggregated: isAggregated(layout),
    selection: 'Activity report',
    filters: filters.map(({ name, operation, value }) => [name, `${operation} ${value}`]),
  });
};

/** Renders the sheet of an activity as a PDF; undefined if the viewer may not see the activity. */
export const activitySheetFile = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  where: Condition,
  viewer: ExportViewer,
): Promise<Uint8Array | undefined> => {
  const order = buildKeyOrder(readOrder(undefined, { blinded: viewer.blinded }));
  const rows = await readActivities(
    db.kysely,
    await readKeys(db.kysely, where, order, { size: 1, offset: 0 }),
  );
  return rows.length === 0 ? undefined : sheetsPdf(rows, viewer, readHelp(config));
};
