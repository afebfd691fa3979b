import type { SqlClient } from './sql-pool.ts';

/** Runs work in a transaction without a time limit, one at a time in all processes for each advisory `lock`. */
export const inLockedTransaction = async <T>(
  client: SqlClient,
  lock: number,
  work: () => Promise<T>,
): Promise<T> => {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};
