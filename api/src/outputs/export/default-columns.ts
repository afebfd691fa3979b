import { completeColumns, defaultExportColumns, findExportColumn } from '@readerlens/contract/explorer';
import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import type { ExportColumn } from '@readerlens/contract';
import { exportableColumns, maySeeValue } from '@readerlens/filters/model';
import type { Owner } from '../../people/owner.ts';
import type { Kysely } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';
import { badRequest } from '../../platform/http/errors.ts';

/** The person whose columns are chosen. */
type ColumnOwner = Pick<Owner, 'scope'>;

const findProblem = (name: string, { scope }: ColumnOwner): string | undefined => {
  const column = findExportColumn(name);
  if (!column) return `There is no export column '${name}'.`;
  return maySeeValue(column.field, scope.searchFields)
    ? undefined
    : `The export column '${column.label}' is not available to this user.`;
};

/**
 * The requested columns, by current or former name; mandatory ones are always included.
 * @throws AppError 400 with the path of every column that does not exist or that the owner may not see
 */
export const chosenColumns = (
  columns: readonly ExportColumn[],
  owner: ColumnOwner,
): ExportColumnDefinition[] => {
  const problems = columns.flatMap(({ field }, index) => {
    const message = findProblem(field, owner);
    return message === undefined ? [] : [{ path: `columns.${index}.field`, message }];
  });
  const [first] = problems;
  if (first) throw badRequest(first.message, 'invalid_input', problems);
  return completeColumns(columns.map(({ field }) => field));
};

/** A user's default export columns; skips stored columns that no longer exist or that the user may no longer see. */
export const readDefaultColumns = async (
  { kysely }: Pick<Database, 'kysely'>,
  { user, scope }: Owner,
): Promise<ExportColumnDefinition[]> => {
  const stored = await kysely
    .selectFrom('user_export_columns')
    .select('fields')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return completeColumns(stored?.fields ?? defaultExportColumns, exportableColumns(scope.searchFields));
};

export const storeDefaultColumns = async (
  session: Kysely<Schema>,
  userId: number,
  columns: readonly ExportColumnDefinition[],
): Promise<void> => {
  const row = { fields: columns.map(({ field }) => field), updated_at: new Date() };
  await session
    .insertInto('user_export_columns')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
};
