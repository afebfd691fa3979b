import { sql } from 'kysely';
import { countText, formatCount } from '@readerlens/contract/numbers';
import { canaryCompareSeconds, canarySettlesSeconds } from '../../../deadlines.ts';
import type { Services } from '../../../people/services.ts';
import { canaryLooks, compareCanary, countLooks, lacksReports } from './compare-canary.ts';
import type { Outcome } from './compare-canary.ts';
import { countEntries, countPeople } from './canary-samples.ts';
import type { CanaryRow } from './canaries.ts';

/** 'It failed for 12 of 125 people, the deployed version for 1 of 300.' */
const formatComparison = (canary: Outcome, stable: Outcome): string =>
  `It failed for ${formatCount(canary.failed)} of ${countText(canary.people, 'person', 'people')}, ` +
  `the deployed version for ${formatCount(stable.failed)} of ${formatCount(stable.people)}.`;

/**
 * Compares the running canaries of areas at the next number of people, and stops, pauses or widens them. Several processes may ask
 * at once: one of them compares a canary, at most every half minute, and each look counts once.
 */
export const createCanaryJudge = ({ db, audit }: Pick<Services, 'db' | 'audit'>) => {
  const { kysely } = db;

  const end = async (
    row: CanaryRow,
    action: 'area.canary-stop' | 'area.canary-pause' | 'area.canary-move',
    changes: Partial<Pick<CanaryRow, 'state' | 'ring' | 'is_safe' | 'reason' | 'looks'>>,
  ): Promise<void> => {
    await db.transaction(async (trx) => {
      const changed = await trx
        .updateTable('area_canary')
        .set({ ...changes, ...(changes.state === 'stopped' ? { ended_at: sql<Date>`now()` } : {}) })
        .where('id', '=', row.id)
        .where('state', '=', 'running')
        .where('looks', '=', row.looks)
        .returningAll()
        .executeTakeFirst();
      if (!changed) return;
      const { area, version, ring, reason } = changed;
      await audit.record({ action, actorId: null, detail: { area, version, ring, reason } }, trx);
    });
  };

  const findMissingReports = async (row: CanaryRow): Promise<string | undefined> => {
    const share = Number(row.ring) / 100;
    if (!(share > 0 && share < 1)) return undefined;
    // People who entered just before it reached them still report the deployed version.
    const since = sql<Date>`${row.ring_at}::timestamptz + make_interval(secs => ${canarySettlesSeconds})`;
    const { reporting, others } = await countEntries(db, row, since);
    if (!lacksReports(share, reporting, others)) return undefined;
    return (
      `Only ${formatCount(reporting)} of ${formatCount(reporting + others)} people report it, ` +
      `although ${row.ring} % get it. Perhaps it breaks pages before they can report.`
    );
  };

  const judge = async (row: CanaryRow): Promise<void> => {
    const problem = await findMissingReports(row);
    if (problem) return end(row, 'area.canary-pause', { state: 'paused', reason: problem });
    const { canary, stable } = await countPeople(db, row);
    const looks = countLooks(canary.people);
    if (looks <= row.looks) return undefined;
    const verdict = await compareCanary(canary, stable);
    const reason = formatComparison(canary, stable);
    if (verdict === 'worse') return end(row, 'area.canary-stop', { state: 'stopped', reason, looks });
    if (verdict === 'safe' && !row.is_safe)
      return end(row, 'area.canary-move', { ring: '100', is_safe: true, reason, looks });
    await kysely
      .updateTable('area_canary')
      .set({ looks })
      .where('id', '=', row.id)
      .where('looks', '<', looks)
      .execute();
    return undefined;
  };

  return async (areas: readonly string[]): Promise<void> => {
    if (areas.length === 0) return;
    // Whoever writes the time compares.
    const rows = await kysely
      .updateTable('area_canary')
      .set({ compared_at: sql<Date>`now()` })
      .where('area', 'in', areas)
      .where('state', '=', 'running')
      .where('compared_at', '<=', sql<Date>`now() - make_interval(secs => ${canaryCompareSeconds})`)
      .where('looks', '<', canaryLooks.length)
      .returningAll()
      .execute();
    for (const row of rows) await judge(row);
  };
};
