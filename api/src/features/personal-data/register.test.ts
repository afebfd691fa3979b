import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { personalDataRegister } from './register.ts';
import { writeRegisterTable } from './register-table.ts';

/** The only types of columns that cannot have text: a column of any other type, also of an address or a range, is registered. */
const withoutText = ['bool', 'int2', 'int4', 'int8', 'float8', 'numeric', 'date', 'timestamptz', 'uuid'];

/** The columns of each table that can have text. */
const readTexts = async (kysely: Kysely<Schema>): Promise<Record<string, string[]>> => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    SELECT t.table_name AS table, ARRAY(
      SELECT c.column_name::text FROM information_schema.columns AS c
      WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
        AND ltrim(c.udt_name, '_') <> ALL (${withoutText})
      ORDER BY 1) AS columns
    FROM information_schema.tables AS t
    WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'`.execute(kysely);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()]));
};

describeOnOneEngine('the register of personal data', (db) => {
  it('has every table and every column that can have text', async () => {
    const registered = Object.entries(personalDataRegister).map(
      ([table, { personal = {}, impersonal = [] }]) => [
        table,
        [...Object.keys(personal), ...impersonal].toSorted(),
      ],
    );
    expect(Object.fromEntries(registered)).toEqual(await readTexts(db().kysely));
  });

  it.each(['text', 'varchar(9)', 'char(9)', 'text[]', 'char(9)[]', 'jsonb[]', 'xml', 'inet', 'daterange'])(
    'misses a new column of the type %s',
    async (type) => {
      const found = await db().transaction(async (trx) => {
        await sql`CREATE TABLE lately (at date, extra ${sql.raw(type)})`.execute(trx);
        const { lately } = await readTexts(trx);
        await sql`DROP TABLE lately`.execute(trx);
        return lately;
      });
      expect(found).toEqual(['extra']);
    },
  );
});

describe('the page about personal data', () => {
  it('shows the register', () => {
    const page = readFileSync(new URL('../../../../docs/privacy.md', import.meta.url), 'utf8');
    expect(page).toContain(writeRegisterTable());
  });

  it('says how long personal data stay', () => {
    const silent = Object.entries(personalDataRegister).flatMap(([table, { personal, files, kept }]) =>
      (personal ?? files) !== undefined && kept === undefined ? [table] : [],
    );
    expect(silent).toEqual([]);
  });
});
