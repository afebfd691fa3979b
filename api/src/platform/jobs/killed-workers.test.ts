import { fileURLToPath } from 'node:url';
import { isSoak, testSeed } from '@readerlens/filters/testing';
import type { Database } from '../db/index.ts';
import { hasServer } from '../testing/server-database.ts';
import { enqueueRun } from './runs.ts';
import { killAtPointsEmbedded, killAtPointsOnServer } from './testing/kill-at-points.ts';
import type { ArrivedMails, KillPlan } from './testing/kill-workers.ts';
import { faultsOf, soakEmbedded, soakServer } from './testing/soak.ts';
import type { SoakResult } from './testing/soak.ts';
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
  return { ...summary, missing: arrived.missingOf(messageIds), unknown: arrived.besides(messageIds) };
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

if (isSoak)
  describe(`workers killed at random times, with seed ${testSeed}`, () => {
    const kills = 50;
    /** No faults, and two mails per run. */
    const noFaults = {
      doubled: 0,
      withoutEffects: 0,
      unsent: 0,
      missing: 0,
      secondIds: 0,
      failed: 0,
      extraMails: 0,
    };
    const foundFaults = (result: SoakResult) => ({
      ...faultsOf(result),
      extraMails: result.mails - 2 * (result.runs['soak done'] ?? 0),
    });

    if (hasServer)
      it('neither lose nor duplicate runs and mails, on a server with two workers', async () => {
        const result = await soakServer({ workers: 2, kills });
        expect(foundFaults(result)).toEqual(noFaults);
        expect(result.mails).toBeGreaterThan(20);
      }, 1_200_000);

    it('neither lose nor duplicate runs and mails, on the embedded engine', async () => {
      const result = await soakEmbedded({ kills });
      expect(foundFaults(result)).toEqual(noFaults);
      expect(result.mails).toBeGreaterThan(20);
    }, 1_200_000);
  });
