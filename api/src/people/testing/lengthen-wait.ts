import type { Database } from '../../platform/db/index.ts';

/**
 * Adds failures to those of a key, and returns how many there were: a busy machine takes longer than the wait of a
 * second after the first failures, but not longer than the minutes after many.
 */
export const lengthenWait = async ({ kysely }: Database, key: string, added: number): Promise<number> => {
  const { failures } = await kysely
    .updateTable('login_attempt')
    .set(({ eb }) => ({ failures: eb('failures', '+', added) }))
    .where('key', '=', key)
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures - added;
};
