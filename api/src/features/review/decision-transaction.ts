import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';

/**
 * Runs a transaction that finds thousands of rows by key. With the default cost of a spinning disk the planner
 * would scan the whole fact table, which takes ten times as long.
 */
export const decisionTransaction = <T>(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction(async (trx) => {
    await sql`SET LOCAL random_page_cost = 1.1`.execute(trx);
    return work(trx);
  });
