type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A hash of the schema and of the applied migrations. */
const schemaText = `
  SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS schema FROM (
    SELECT format('%s.%s %s %s %s', c.relname, a.attname, a.atttypid, a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS line
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind <> 'i'
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid
      WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    UNION ALL SELECT name || checksum FROM schema_migration
  ) AS lines`;

/** Tables written to since they were last truncated, or whose sequence has advanced. */
const usedTables = `
  SELECT quote_ident(relname) AS name FROM pg_class c
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migration'
    AND (pg_relation_size(oid) > 0 OR EXISTS (
      SELECT FROM pg_depend JOIN pg_sequence s ON s.seqrelid = objid AND classid = 'pg_class'::regclass
      WHERE refobjid = c.oid AND deptype IN ('a', 'i') AND pg_sequence_last_value(s.seqrelid) IS NOT NULL))`;

export const readSchema = async (query: Query): Promise<unknown> => (await query(schemaText))[0]?.schema;

/** Resets a database to the state after its migrations; returns false if a test has changed the schema. */
export const emptyDatabase = async (query: Query, schema: unknown): Promise<boolean> => {
  await query('DISCARD ALL');
  if ((await readSchema(query)) !== schema) return false;
  const tables = (await query(usedTables)).map(({ name }) => name);
  if (tables.length > 0) await query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY CASCADE`);
  return true;
};
