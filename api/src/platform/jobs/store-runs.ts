import type { Database } from '../db/index.ts';
import type { Clock } from './clock.ts';
import type { JobKind } from './job-kind.ts';
import { completeRuns } from './runs.ts';
import type { EndedRun } from './runs.ts';

/**
 * Stores the ends of runs with their changes in one transaction. Answers for each run whether its lease was still held; if
 * not, nothing of the run is stored.
 */
export const storeRuns = (
  db: Database,
  { kind, clock }: { readonly kind: JobKind; readonly clock: Clock },
  ended: readonly EndedRun[],
): Promise<boolean[]> =>
  db.transaction(async (trx) => {
    // First, because it locks the runs: their leases cannot be taken while the changes are written.
    const held = await completeRuns(trx, ended, clock());
    const kept = ended.filter(({ run }) => held.has(run.id));
    for (const { outcome } of kept) await outcome.effects?.(trx);
    const changes = kept.flatMap(({ outcome }) => (outcome.changes === undefined ? [] : [outcome.changes]));
    if (changes.length > 0) await kind.storeAll?.(trx, changes);
    return ended.map(({ run }) => held.has(run.id));
  });
