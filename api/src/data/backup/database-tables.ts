import type { SqlClient } from '../../platform/db/session.ts';

export interface TableColumns {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly string[];
}

/**
 * They tell about the place, and not about its data: the manifest has the migrations, and a restore holds deliveries itself. Packed months
 * are made again.
 */
const leftOut = new Set([
  'schema_migration',
  'process_heartbeat',
  'client_cost',
  'delivery_hold',
  'packed_client',
  'packed_month',
]);

const ownSchema = '(SELECT oid FROM pg_namespace WHERE nspname = current_schema())';

/** All tables, by name, except those of extensions. */
export const readTables = async (client: SqlClient): Promise<TableColumns[]> => {
  const { rows } = await client.query(`
    SELECT c.relname::text AS name, a.attname::text AS column
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = ${ownSchema} AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
    ORDER BY c.relname, a.attnum`);
  const columns = new Map<string, string[]>();
  for (const row of rows) {
    const name = row['name'] as string;
    columns.set(name, [...(columns.get(name) ?? []), row['column'] as string]);
  }
  return [...columns].map(([name, names]) => ({ name, columns: names }));
};

export const isBackedUp = ({ name }: { readonly name: string }): boolean => !leftOut.has(name);

export const readSequences = async (
  client: SqlClient,
): Promise<{ readonly name: string; readonly last: string | null }[]> => {
  const { rows } = await client.query(`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = current_schema() ORDER BY 1`);
  return rows as { name: string; last: string | null }[];
};

export const readAppliedMigrations = async (
  client: SqlClient,
): Promise<{ readonly name: string; readonly checksum: string }[]> => {
  const { rows } = await client.query('SELECT name, checksum FROM schema_migration ORDER BY name');
  return rows as { name: string; checksum: string }[];
};

/** Tables in an order in which each comes after those that it refers to. */
export const sortByReferences = async (client: SqlClient, names: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query(`
    SELECT DISTINCT child.relname::text AS child, parent.relname::text AS parent
    FROM pg_constraint
    JOIN pg_class child ON child.oid = conrelid
    JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid AND child.relnamespace = ${ownSchema}`);
  const sorted: string[] = [];
  const left = new Set(names);
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !rows.some(({ child, parent }) => child === name && left.has(parent as string)),
    );
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left].join(', ')}.`);
    for (const name of free) left.delete(name);
    sorted.push(...free);
  }
  return sorted;
};
