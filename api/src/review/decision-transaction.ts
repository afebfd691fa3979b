import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../platform/db/index.ts';

/**
 * A transaction whose thousands of rows are found by their keys. With the cost of a spinning disk in mind the planner
 * would rather read the whole fact table, which takes ten times as long.
 */
export const decisionTransaction = <T>(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction(async (trx) => {
    await sql`SET LOCAL random_page_cost = 1.1`.execute(trx);
    return work(trx);
  });
