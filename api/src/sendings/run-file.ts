// The files of alerts, reports and shared activities: made for each mail and each download, never stored.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { completeColumns } from '@readerlens/contract/explorer';
import { exportableColumns } from '@readerlens/filters/model';
import type { ActivityKey } from '../activities/activity-key.ts';
import { readOrder } from '../activities/activity-order.ts';
import { joinWithAnd } from '../activities/filter-sql.ts';
import type { Condition } from '../activities/filter-sql.ts';
import { visibleWhere } from '../activities/selection.ts';
import { exportToBuffer } from '../outputs/export/plan-export.ts';
import type { ExportRequest } from '../outputs/export/plan-export.ts';
import type { DataScope } from '../people/policy.ts';
import type { Services } from '../people/services.ts';

/** The WHERE condition on `engagement AS e` for given activities that are within a scope. */
export const givenWhere = (keys: readonly ActivityKey[], scope: DataScope): Condition =>
  joinWithAnd([
    sql<SqlBool>`(e.client_id, e.id) IN (
      SELECT * FROM unnest(${keys.map(({ clientId }) => clientId)}::integer[],
        ${keys.map(({ id }) => id)}::bigint[]))`,
    visibleWhere(scope),
  ]);

/** Likewise for the activities that a run has sent, by the table that has them. */
export const sentWhere = (table: string, runId: string, scope: DataScope): Condition =>
  joinWithAnd([
    sql<SqlBool>`(e.client_id, e.id) IN (
      SELECT client_id, activity_id FROM ${sql.table(table)} WHERE run_id = ${runId}::uuid)`,
    visibleWhere(scope),
  ]);

/** The columns of a file with these names; those that a person may not see are left out. */
export const fileColumns = (names: readonly string[], { searchFields }: DataScope) =>
  completeColumns(names, exportableColumns(searchFields));

/**
 * A workbook in the order of the list of activities. Waits for an export slot.
 * @throws AppError as `exportToBuffer`
 */
export const makeWorkbook = async (
  { db, exportSlots }: Pick<Services, 'db' | 'exportSlots'>,
  request: Omit<ExportRequest, 'order'>,
): Promise<Uint8Array> => {
  const free = await exportSlots.take();
  try {
    const order = readOrder(undefined, { blinded: request.viewer.blinded });
    return await exportToBuffer(db, { ...request, order });
  } finally {
    free();
  }
};
