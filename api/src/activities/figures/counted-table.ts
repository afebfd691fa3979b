import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type ColumnType = 'bigint' | 'integer';

/**
 * A SELECT of counted rows, so that a statement can go on with what was counted in the process. Each value has the type of its column. A list is
 * one text, which is much faster to write than an array of values.
 */
export const countedTable = <Row extends Readonly<Record<keyof Row, number>>>(
  rows: readonly Row[],
  types: Readonly<Record<keyof Row & string, ColumnType>>,
): RawBuilder<unknown> => {
  const columns = Object.entries<ColumnType>(types) as [keyof Row & string, ColumnType][];
  const lists = columns.map(
    ([name, type]) => sql`${`{${rows.map((row) => row[name]).join(',')}}`}::${sql.raw(type)}[]`,
  );
  const names = columns.map(([name]) => sql.ref(name));
  return sql`SELECT * FROM unnest(${sql.join(lists)}) AS counted (${sql.join(names)})`;
};
