import { fileURLToPath } from 'node:url';
import { isSoak, runs, testSeed } from '@readerlens/filters/testing';
import type { Database } from '../../platform/db/index.ts';
import { killAtPointsEmbedded, killAtPointsOnServer } from '../../platform/jobs/testing/kill-at-points.ts';
import { killWorkersEmbedded, killWorkersOnServer } from '../../platform/jobs/testing/kill-workers.ts';
import type { ArrivedMails, KillPlan } from '../../platform/jobs/testing/kill-workers.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { addRunData, addRunWorld } from '../alerts/testing/run-world.ts';
import { addReport } from './testing/report-runs-world.ts';

const reports = runs({ test: 12, soak: 40 });
const activities = runs({ test: 3, soak: 7 });
const created = new Date('2026-03-02T12:00:00Z');

/** Reports of each type that sends mails, all due at the same time. */
const prepare = async (db: Database) => {
  await addRunData(db);
  const world = addRunWorld(db, () => created);
  const owner = await world.addPerson();
  for (let index = 0; index < reports; index += 1) {
    const type = index % 2 ? 'Individual' : 'Consolidated';
    await addReport(db, created, { owner, type, hasAttachment: index % 4 === 0 });
  }
  await world.addActivities({ at: '2026-03-02T13:00:00Z', count: activities });
};

const check = async ({ kysely }: Database, arrived: ArrivedMails) => {
  const stored = await kysely.selectFrom('activity_report_run').select('config_id').execute();
  const ledger = await kysely
    .selectFrom('activity_report_activity')
    .select(['config_id', 'activity_id'])
    .execute();
  const deliveries = await kysely.selectFrom('delivery').select(['message_id', 'state']).execute();
  const open = await kysely.selectFrom('job_run').select('id').where('state', '!=', 'done').execute();
  const ids = deliveries.flatMap(({ message_id }) => message_id ?? []);
  return {
    runs: stored.length,
    reports: new Set(stored.map(({ config_id }) => config_id)).size,
    activities: ledger.length,
    mails: ids.length,
    unsent: deliveries.filter(({ state }) => state !== 'sent').length,
    missing: arrived.findMissing(ids),
    unknown: arrived.besides(ids),
    unfinished: open.length,
  };
};

const plan: KillPlan<Awaited<ReturnType<typeof check>>> = {
  script: fileURLToPath(new URL('./testing/killed-report-worker.ts', import.meta.url)),
  start: '2026-03-03T06:00:00Z',
  prepare,
  check,
};

const expected = {
  runs: reports,
  reports,
  activities: reports * activities,
  // One of a consolidated report, and one for each activity of the others.
  mails: (reports / 2) * (1 + activities),
  unsent: 0,
  missing: [],
  unknown: [],
  unfinished: 0,
};

describe('workers of reports killed with SIGKILL send each activity once', () => {
  if (hasServer)
    it('on PostgreSQL', async () => {
      expect(await killAtPointsOnServer(plan)).toEqual(expected);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      expect(await killAtPointsEmbedded(plan)).toEqual(expected);
    });
});

if (isSoak)
  describe(`workers of reports killed at random times, with seed ${testSeed}`, () => {
    const kills = 30;

    if (hasServer)
      it('on PostgreSQL with two workers', async () => {
        expect(await killWorkersOnServer(plan, { kills })).toMatchObject(expected);
      }, 1_200_000);

    it('on the embedded engine with one process', async () => {
      expect(await killWorkersEmbedded(plan, { kills })).toMatchObject(expected);
    }, 1_200_000);
  });
