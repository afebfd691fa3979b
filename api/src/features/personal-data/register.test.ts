import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { personalDataRegister } from './register.ts';
import { writeRegisterTable } from './register-table.ts';

describeOnOneEngine('the register of personal data', (db) => {
  it('has every table and every column that can have text', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      SELECT t.table_name AS table, ARRAY(
        SELECT c.column_name::text FROM information_schema.columns AS c
        WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
          AND (c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea') OR c.udt_name IN ('_text', '_varchar'))
        ORDER BY 1) AS columns
      FROM information_schema.tables AS t
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'`.execute(db().kysely);
    const registered = Object.entries(personalDataRegister).map(
      ([table, { personal = {}, impersonal = [] }]) => [
        table,
        [...Object.keys(personal), ...impersonal].toSorted(),
      ],
    );
    expect(Object.fromEntries(registered)).toEqual(
      Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()])),
    );
  });
});

describe('the page about personal data', () => {
  it('shows the register', () => {
    const page = readFileSync(new URL('../../../../docs/privacy.md', import.meta.url), 'utf8');
    expect(page).toContain(writeRegisterTable());
  });

  it('says how long personal data stay', () => {
    const silent = Object.entries(personalDataRegister).flatMap(([table, { personal, kept }]) =>
      personal !== undefined && kept === undefined ? [table] : [],
    );
    expect(silent).toEqual([]);
  });
});
