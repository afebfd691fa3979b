import { fileURLToPath } from 'node:url';
import { isSoak } from '@readerlens/filters/testing';
import type { Database } from '../db/index.ts';
import { hasServer } from '../testing/server-database.ts';
import { enqueueRun } from './runs.ts';
import { killAtPointsEmbedded, killAtPointsOnServer } from './testing/kill-at-points.ts';
import type { ArrivedMails, KillPlan } from './testing/kill-workers.ts';
import { createLedger, summarize } from './testing/soak-kind.ts';

const runs = 12;
const start = '2026-03-02T12:00:00Z';

const prepare = async (db: Database) => {
  await createLedger(db);
  for (let index = 0; index < runs; index += 1)
    await enqueueRun(
      db.kysely,
      { kind: 'soak', ownerId: `owner ${index % 3}`, slotKey: String(index) },
      new Date(start),
    );
};

const check = async (db: Database, arrived: ArrivedMails) => {
  const { messageIds, ...summary } = await summarize(db);
  return { ...summary, missing: arrived.findMissing(messageIds), unknown: arrived.besides(messageIds) };
};

const plan: KillPlan<Awaited<ReturnType<typeof check>>> = {
  script: fileURLToPath(new URL('./testing/killed-soak-worker.ts', import.meta.url)),
  start,
  prepare,
  check,
};

const expected = {
  runs: { 'soak done': runs, 'mail done': 2 * runs },
  doubled: 0,
  withoutEffects: 0,
  unsent: 0,
  missing: [],
  unknown: [],
};

// `pnpm soak workers` kills at random times.
describe('workers killed with SIGKILL neither lose nor duplicate runs and mails', () => {
  if (hasServer)
    it('on a server', async () => {
      expect(await killAtPointsOnServer(plan)).toEqual(expected);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      expect(await killAtPointsEmbedded(plan)).toEqual(expected);
    });
});
