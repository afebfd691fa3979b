import type { CompiledQuery } from 'kysely';
import type { Database } from './index.ts';
import { interceptQueries } from './intercept-queries.ts';

/**
 * The same database, but `onQuery` is called with the statement and parameters of each raw query, and `onEnd` when it
 * is answered or failed. A statement waits for the promise that `onQuery` returns.
 */
export const recordQueries = (
  db: Database,
  onQuery: (query: CompiledQuery) => unknown,
  onEnd: () => void = () => {},
): Database => ({
  ...db,
  kysely: interceptQueries(db.kysely, async (query, execute) => {
    await onQuery(query);
    return execute().finally(onEnd);
  }),
});
