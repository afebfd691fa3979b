import { completeColumns, defaultExportColumns, exportColumnOf } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import type { ExportColumn } from '@readerlens/contract';
import type { Database } from '../../platform/db/index.ts';
import { badRequest } from '../../platform/http/errors.ts';

/**
 * The requested columns, by current or former name; mandatory ones are always included.
 * @throws AppError 400 for an unknown column name
 */
export const chosenColumns = (columns: readonly ExportColumn[]): ExportColumnDefinition[] => {
  const unknown = columns.findIndex(({ field }) => !exportColumnOf(field));
  if (unknown >= 0) {
    const message = `There is no export column '${columns[unknown]?.field}'.`;
    throw badRequest(message, 'invalid_input', [{ path: `columns.${unknown}.field`, message }]);
  }
  return completeColumns(columns.map(({ field }) => field));
};

/** A user's default export columns; stored columns that no longer exist are skipped. */
export const defaultColumnsOf = async (
  { kysely }: Pick<Database, 'kysely'>,
  userId: number,
): Promise<ExportColumnDefinition[]> => {
  const stored = await kysely
    .selectFrom('user_export_columns')
    .select('fields')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return completeColumns(stored?.fields ?? defaultExportColumns);
};

export const storeDefaultColumns = async (
  { kysely }: Pick<Database, 'kysely'>,
  userId: number,
  columns: readonly ExportColumnDefinition[],
): Promise<void> => {
  const row = { fields: columns.map(({ field }) => field), updated_at: new Date() };
  await kysely
    .insertInto('user_export_columns')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
};
