import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { headerOf, kill, startWorker, withServerDatabase } from '../../platform/jobs/testing/soak.ts';
import { startMailServer } from '../../platform/mail/testing/mail-server.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { addRunData, addRunWorld, seriesRule, specificRule } from './testing/run-world.ts';
import type { KilledWorker } from './testing/killed-worker.ts';

const script = fileURLToPath(new URL('./testing/killed-worker.ts', import.meta.url));
const alertCount = 30;
const kills = 5;
const workers = 2;

const isOpen = async ({ kysely }: Database): Promise<boolean> => {
  const rows = await kysely
    .selectFrom('job_run')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .execute();
  return rows.length > 0;
};

/** Alerts of both kinds with three recipients each, all due at the first slot. */
const prepare = async (db: Database) => {
  await addRunData(db);
  const world = addRunWorld(db, () => new Date('2026-03-02T12:00:00Z'));
  const people = [
    await world.addPerson(),
    await world.addPerson(),
    await world.addPerson({ communities: [1] }),
  ];
  const [owner] = people;
  if (!owner) throw new Error('There is no owner.');
  for (let index = 0; index < alertCount; index += 1)
    await world.addAlert({ owner, rule: index % 2 ? specificRule : seriesRule, recipients: people });
  await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 4 });
  await world.addActivities({ at: '2026-03-02T14:00:00Z', count: 3, readerId: 2, communityId: 2 });
};

/** Kills and replaces workers at random times, and then waits until there is nothing left to do. */
const runAndKill = async (db: Database, options: Omit<KilledWorker, 'origin'>): Promise<void> => {
  const start = async () => (await startWorker(script, { ...options, origin })).child;
  const origin = Date.now();
  const children = await Promise.all(Array.from({ length: workers }, start));
  try {
    for (let count = 0; count < kills; count += 1) {
      await delay(300 + 700 * Math.random());
      const place = count % workers;
      await kill(children[place]!, 'SIGKILL');
      children[place] = await start();
    }
    await delay(1000);
    while (await isOpen(db)) await delay(200);
  } finally {
    await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
  }
};

describe('workers of alerts killed with SIGKILL', () => {
  if (hasServer)
    it('store one result per slot, and mail each recipient once', async () => {
      const server = await startMailServer(
        () => undefined,
        () => Math.random() * 20,
      );
      await withServerDatabase(async (url) => {
        const db = await openDatabase({ url });
        try {
          await prepare(db);
          await runAndKill(db, { url, smtpUrl: server.url, start: '2026-03-03T05:59:30Z', speed: 60 });
          const runs = await db.kysely.selectFrom('alert_run').select(['alert_id', 'slot']).execute();
          expect(new Set(runs.map(({ alert_id }) => alert_id)).size).toBe(alertCount);
          expect(new Set(runs.map(({ slot }) => slot))).toEqual(new Set(['2026-03-03']));
          expect(runs).toHaveLength(alertCount);

          const stored = await db.kysely.selectFrom('alert_run_recipient').select('message_id').execute();
          const ids = stored.map(({ message_id }) => message_id ?? '').sort();
          expect(ids).toHaveLength(3 * alertCount);
          expect(new Set(ids).size).toBe(3 * alertCount);
          // A worker that dies after the server accepted a mail sends it again, with the same id.
          const arrived = new Set(server.received.map(({ source }) => headerOf(source, 'Message-ID')));
          expect([...arrived].sort()).toEqual(ids);

          const ledger = await db.kysely.selectFrom('alert_activity').select('activity_id').execute();
          expect(ledger).toHaveLength(7 * Math.floor(alertCount / 2));
          const states = await db.kysely.selectFrom('job_run').select('state').distinct().execute();
          expect(states).toEqual([{ state: 'done' }]);
        } finally {
          await db.close();
        }
      });
      await server.stop();
    }, 240_000);
});
