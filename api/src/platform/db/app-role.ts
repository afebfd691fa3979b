import { inLockedTransaction } from './locked-transaction.ts';
import type { SqlPool } from './sql-pool.ts';
import { quoteName } from './values.ts';

/** The user in the address of a database. */
export const readRole = (url: string): string => decodeURIComponent(new URL(url).username);

/** An arbitrary number that nothing else in this database uses. */
const advisoryLock = 7_305_213;

/**
 * Gives a role of a PostgreSQL server the rights that the running product needs, as the owner of the tables. It can add to
 * the audit log, but neither change nor delete its events, nor turn off the trigger that refuses this.
 * Processes that start together take turns: the server refuses to change the rights of a table in two sessions at once.
 */
export const grantToApp = async (owner: SqlPool, role: string): Promise<void> => {
  const name = quoteName(role);
  const client = await owner.connect();
  try {
    // Up to PostgreSQL 16, only the owner of a table can refresh its statistics: autovacuum does it there.
    const { rows } = await client.query(`SELECT current_setting('server_version_num')::integer AS version`);
    const maintain =
      Number(rows[0]?.version) >= 170_000 ? `GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO ${name};` : '';
    await inLockedTransaction(client, advisoryLock, () =>
      client.exec(`
      GRANT USAGE ON SCHEMA public TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};
      REVOKE UPDATE, DELETE ON audit_event FROM ${name};
      REVOKE INSERT, UPDATE, DELETE ON schema_migration, migration_work FROM ${name};
      ${maintain}`),
    );
  } finally {
    client.release();
  }
};
