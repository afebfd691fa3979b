import type { ActivityReportConfig, WebhookMessage } from '@readerlens/contract';
import { runs, testSeed } from '@readerlens/filters/testing';
import { createRandom } from '../../data/demo/random.ts';
import type { UserRow } from '../../people/tables.ts';
import { secondsAfter } from '../../platform/time.ts';
import { describeOnOneEngine, setDate, testApi } from '../../platform/testing/index.ts';
import type { Respond } from '../../platform/webhooks/testing/receiver.ts';
import { reportRunsWorld } from '../activity-reports/testing/report-runs-world.ts';
import { clientReceiver } from './testing/client-receiver.ts';

const hour = 3600;
const weeks = runs({ test: 20, soak: 104 });

const moods = { works: 200, isBusy: 503, isGone: 410, hangsUp: 'hang up' } as const;
type Mood = keyof typeof moods;

describeOnOneEngine(`over ${weeks} weeks of failing receivers, of seed ${testSeed}`, (db) => {
  const start = '2026-01-05T12:00:00Z';
  const world = reportRunsWorld(db, start);
  const api = testApi({}, {}, db);
  const { receiver, senderKind } = clientReceiver(db, world.services);
  let owner: UserRow;
  beforeEach(async () => {
    owner = await world.addPerson();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('each activity reaches the receiver once, or its message is shown as not sent and can be sent again', async () => {
    const random = createRandom(`lost messages ${testSeed}`);
    const kinds = [world.kind(), senderKind()];
    setDate(new Date(start));
    const id = await world.addReport({ owner, type: 'Webhook', days: ['M', 'TH'] });
    /** Ids of activities by the id of the accepted message that contained them. */
    const accepted = new Map<string, readonly string[]>();
    let mood: Mood = 'works';
    const respond: Respond = (response, index) => {
      const answer = moods[mood];
      if (answer === 'hang up') {
        response.destroy();
        return;
      }
      if (answer === 200) {
        const { headers, body } = receiver().received[index]!;
        const { data } = JSON.parse(body) as WebhookMessage;
        accepted.set(
          String(headers['webhook-id']),
          data.activities.map((activity) => activity.id),
        );
      }
      response.writeHead(answer).end();
    };
    receiver().respond = respond;

    let now = new Date(start);
    const workAt = async (instant: Date) => {
      now = instant;
      setDate(now);
      await world.runAt(now.toISOString(), kinds);
    };
    const call = async (
      name: 'GET /api/activity-report-config/{id}' | 'POST /api/activity-report-config/{id}/resume',
    ) => api().call(name, { token: await api().tokenFor(owner), params: { id } });
    const shown = async () =>
      (await call('GET /api/activity-report-config/{id}')).body.data as ActivityReportConfig;
    const resume = async () => {
      if ((await shown()).webhookPausedOn === null) return;
      expect((await call('POST /api/activity-report-config/{id}/resume')).status).toBe(200);
    };
    const notSent = () =>
      db().kysely.selectFrom('delivery').select(['id', 'state']).where('state', '!=', 'sent').execute();

    const failedSince = async (since: Date) => {
      const failed = await db()
        .kysely.selectFrom('delivery')
        .innerJoin('activity_report_run as run', 'run.id', 'delivery.run_id')
        .where('delivery.state', '=', 'failed')
        .where('run.run_at', '>=', since)
        .select('delivery.id')
        .execute();
      return failed.length;
    };
    const problems: (string | null)[] = [];

    for (let step = 0; step < weeks * 2; step += 1) {
      if (random.chance(0.7)) await world.addActivities({ at: now.toISOString(), count: 1 + random.int(3) });
      mood = random.chance(0.5) ? 'works' : random.pick(Object.keys(moods) as Mood[]);
      // Monday and Thursday in turn, and some hours later: the second and later attempts.
      await workAt(secondsAfter(now, (step % 2 === 0 ? 72 : 96) * hour));
      for (let attempt = random.int(6); attempt > 0; attempt -= 1) await workAt(secondsAfter(now, 3 * hour));
      now = secondsAfter(now, -(now.getTime() / 1000 - 12 * hour) % (24 * hour));
      const config = await shown();
      if ((await failedSince(secondsAfter(now, -30 * 24 * hour))) > 0 || config.webhookPausedOn !== null)
        problems.push(config.problem);
      if (random.chance(0.4)) await resume();
    }

    expect(problems).not.toContain(null);
    expect(problems.length).toBeGreaterThan(weeks / 4);
    mood = 'works';
    await resume();
    await workAt(secondsAfter(now, 7 * 24 * hour));
    for (const { id: message } of await notSent()) {
      const token = await api().tokenFor(owner);
      const again = await api().call('POST /api/activity-report-delivery/{id}/replay', {
        token,
        params: { id: message },
      });
      expect(again.status).toBe(200);
    }
    await workAt(secondsAfter(now, hour));
    expect(await notSent()).toEqual([]);
    const activities = await db().kysely.selectFrom('engagement').select('id').orderBy('id').execute();
    const received = [...accepted.values()].flat();
    expect(received.toSorted()).toEqual(activities.map((activity) => `1-${activity.id}`).toSorted());
    expect((await shown()).problem).toBeNull();
  }, 600_000);
});
