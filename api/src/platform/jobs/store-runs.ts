import type { Database } from '../db/index.ts';
import { together } from '../together.ts';
import type { Clock } from './clock.ts';
import type { JobKind } from './job-kind.ts';
import { completeRuns } from './runs.ts';
import type { EndedRun } from './runs.ts';

/**
 * Returns what stores the end of a run with its changes, and whether its lease was still held; if not, nothing of the run
 * is stored. Runs that go together and end in one turn share a transaction.
 */
export const createStore = (
  db: Database,
  kind: JobKind,
  clock: Clock,
): ((ended: EndedRun) => Promise<boolean>) => {
  const store = (ended: readonly EndedRun[]): Promise<boolean[]> =>
    db.transaction(async (trx) => {
      // First, because it locks the runs: their leases cannot be taken while the changes are written.
      const held = await completeRuns(trx, ended, clock());
      const kept = ended.filter(({ run }) => held.has(run.id));
      for (const { outcome } of kept) await outcome.effects?.(trx);
      const changes = kept.flatMap(({ outcome }) => (outcome.changes === undefined ? [] : [outcome.changes]));
      if (changes.length > 0) await kind.storeAll?.(trx, changes);
      return ended.map(({ run }) => held.has(run.id));
    });
  if (kind.together) return together(store);
  return async (ended) => (await store([ended]))[0] === true;
};
