import { sendDayCodes } from '@readerlens/contract/activity-reports';
import { runs, testSeed } from '@readerlens/filters/testing';
import { activityTypeCode, sourceCode, stageCode, statusCode } from '../../activities/codes.ts';
import { createRandom } from '../../data/demo/random.ts';
import type { Random } from '../../data/demo/random.ts';
import type { Database } from '../../platform/db/index.ts';
import { createRunner, cutOff } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import type { SingleKind } from '../../platform/jobs/index.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { reportKind } from './report-job.ts';
import { reportWorld } from './testing/report-world.ts';

const hour = 3600;
const day = 24 * hour;
const weeks = runs({ test: 100, soak: 400 });
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'];

/** What the test knows of an activity, apart from the product. */
interface Known {
  readonly id: number;
  readonly community: number;
  availableAt: Date;
  isApproved: boolean;
}

/**
 * What a contact should have got, counted without cursors: at each run everything that is approved, matches, became available
 * before its end and after the floor, and was not sent before. A changed filter raises the floor to the end of the last
 * run, an enabled report raises it to the present.
 */
class Expected {
  readonly activities: Known[] = [];
  readonly sent = new Map<number, number>();
  community: number | undefined;
  isDisabled = false;
  floor: Date;
  lastEnd: Date | undefined;

  constructor(start: Date) {
    this.floor = start;
  }

  run(end: Date): void {
    if (this.isDisabled || end <= this.floor || (this.lastEnd && end <= this.lastEnd)) return;
    for (const { id, community, availableAt, isApproved } of this.activities) {
      const matches = this.community === undefined || this.community === community;
      if (isApproved && matches && availableAt < end && availableAt >= this.floor && !this.sent.has(id))
        this.sent.set(id, 1);
    }
    this.lastEnd = end;
  }

  filter(community: number | undefined): void {
    if (community !== this.community && this.lastEnd && this.lastEnd > this.floor) this.floor = this.lastEnd;
    this.community = community;
  }

  enable(now: Date): void {
    if (!this.isDisabled) return;
    this.isDisabled = false;
    this.floor = now;
    this.lastEnd = now;
  }
}

const addPlaces = async ({ kysely }: Database) => {
  const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
  await kysely
    .insertInto('community')
    .values(named(['Biologics', 'Devices']))
    .execute();
  await kysely
    .insertInto('client_community')
    .values([1, 2].map((community_id) => ({ client_id: 1, community_id })))
    .execute();
  await kysely.insertInto('reader').values({ id: 1, email: 'reader@x.example' }).execute();
  await kysely
    .insertInto('document')
    .values({ id: 1, client_id: 1, title: 'A paper', community_id: 1 })
    .execute();
};

describeOnOneEngine(`over ${weeks} weeks of changes and failures, of seed ${testSeed}`, (db) => {
  const world = reportWorld(db);
  beforeAll(() => addPlaces(db()));
  // A second attempt must not find what the first one has left.
  beforeEach(async () => {
    for (const table of ['activity_report_config', 'job_run', 'engagement', 'mail_count'] as const)
      await db().kysely.deleteFrom(table).execute();
  });
  afterEach(() => jest.useRealTimers());

  const insert = async (expected: Expected, availableAt: Date, random: Random) => {
    const isApproved = random.chance(0.7);
    const community = 1 + random.int(2);
    const { id } = await db()
      .kysely.insertInto('engagement')
      .values({
        client_id: 1,
        reader_id: 1,
        document_id: 1,
        organisation_id: null,
        occurred_at: secondsAfter(availableAt, -random.int(40 * day)),
        available_at: availableAt,
        activity_type: activityTypeCode.Engagement,
        status: statusCode[isApproved ? 'Approved' : 'Pending'],
        source: sourceCode.organic,
        stage: stageCode.Unclassified,
        community_id: community,
        sequence: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expected.activities.push({ id, community, availableAt, isApproved });
  };

  /** Approves or rejects an activity now, as a review does. */
  const review = async (activity: Known, isApproved: boolean, now: Date) => {
    activity.isApproved = isApproved;
    if (isApproved) activity.availableAt = now;
    await db()
      .kysely.updateTable('engagement')
      .set({
        status: statusCode[isApproved ? 'Approved' : 'Rejected'],
        ...(isApproved ? { available_at: now } : {}),
      })
      .where('id', '=', activity.id)
      .execute();
  };

  /** Some runs end like those of a killed worker: nothing of them is committed. */
  const killed = (kind: SingleKind): SingleKind => ({
    ...kind,
    async handle(run, context) {
      const outcome = await kind.handle(run, context);
      if (!outcome?.effects) return outcome;
      // Of its own, so that the rest of the test does not depend on the order of runs.
      const random = createRandom(`kill ${testSeed} ${run.slotKey} ${run.attempts}`);
      return {
        ...outcome,
        async effects(trx) {
          await outcome.effects?.(trx);
          if (random.chance(0.15)) throw new Error('The worker was killed.');
        },
      };
    },
  });

  const buildFilters = (community: number | undefined) =>
    community === undefined ? [] : [{ field: 'Onlines', value: [{ id: String(community) }] }];

  it('every activity that was approved and matched is sent exactly once', async () => {
    const random = createRandom(`exactly once ${testSeed}`);
    let now = new Date('2026-01-05T12:00:00Z');
    setDate(now);
    const body = { reportType: 1, timeZone: 'UTC', sendDays: ['M', 'TH'] };
    const { id } = await world.created(body);
    const expected = new Expected(now);
    const settings = { ...body };
    const services = { ...world.api().services };
    const clock = () => new Date();
    const kind = killed(reportKind(services, { info: () => {} }));
    const quiet = { warn: () => {}, error: () => {} };
    const runner = createRunner({ db: db(), kinds: [kind], clock, logger: quiet });

    const queued = () =>
      db()
        .kysely.selectFrom('job_run')
        .select(['slot_key', 'slot_at'])
        .where('kind', '=', 'activity-report')
        .where('state', '=', 'queued')
        .execute();
    const passTo = (instant: Date) => {
      now = instant;
      setDate(now);
    };
    const counted = new Set<string>();
    /**
     * Works until nothing is due, and counts what was planned since, also while a report was sent at once. A killed run is
     * repeated after a pause.
     */
    const work = async () => {
      const zone = settings.timeZone;
      await runner.runDue();
      for (let attempts = 0; (await queued()).length > 0 && attempts < 8; attempts += 1) {
        passTo(secondsAfter(now, 7 * hour));
        await runner.runDue();
      }
      const planned = await db()
        .kysely.selectFrom('job_run')
        .select(['id', 'slot_key', 'state'])
        .where('kind', '=', 'activity-report')
        .where('slot_key', 'not like', 'now %')
        .orderBy('slot_at')
        .execute();
      for (const run of planned) {
        if (counted.has(run.id)) continue;
        counted.add(run.id);
        // Five kills in a row: the next run covers its period.
        if (run.state !== 'failed') expected.run(cutOff(run.slot_key, zone));
      }
    };

    for (let week = 0; week < weeks; week += 1) {
      for (let step = 0; step < 3; step += 1) {
        passTo(secondsAfter(now, 2 * hour + random.int(3 * day)));
        await world.signInAgain();
        const late = random.chance(0.5) ? random.int(Math.floor(1.9 * day)) : 0;
        for (let count = random.int(4); count > 0; count -= 1)
          await insert(expected, secondsAfter(now, -late), random);
        const some = expected.activities.slice(-20);
        if (some.length > 0 && random.chance(0.6)) {
          const activity = random.pick(some);
          await review(activity, !activity.isApproved, now);
        }
        if (random.chance(0.06)) {
          const community = [undefined, 1, 2][random.int(3)];
          world.done(
            await world.patch(id, {
              ...settings,
              disabled: expected.isDisabled,
              filters: buildFilters(community),
            }),
          );
          expected.filter(community);
        }
        if (random.chance(0.05)) {
          settings.sendDays = sendDayCodes.filter(() => random.chance(0.5));
          if (settings.sendDays.length === 0) settings.sendDays = ['W'];
          settings.timeZone = random.pick(zones);
          const filters = buildFilters(expected.community);
          world.done(await world.patch(id, { ...settings, disabled: expected.isDisabled, filters }));
        }
        // Disabled for a few days only: nothing is sent meanwhile.
        if (random.chance(expected.isDisabled ? 0.3 : 0.05)) {
          const filters = buildFilters(expected.community);
          world.done(await world.patch(id, { ...settings, filters, disabled: !expected.isDisabled }));
          if (expected.isDisabled) expected.enable(now);
          else expected.isDisabled = true;
        }
        if (!expected.isDisabled && random.chance(0.08)) {
          const end = now;
          const answer = await world.sendNow(id);
          if (answer.status !== 409) {
            world.done(answer);
            await runner.runDue();
            for (let attempts = 0; (await queued()).length > 0 && attempts < 8; attempts += 1) {
              passTo(secondsAfter(now, 7 * hour));
              await runner.runDue();
            }
            const run = await db()
              .kysely.selectFrom('job_run')
              .select('state')
              .where('slot_key', 'like', 'now %')
              .orderBy('slot_at', 'desc')
              .limit(1)
              .executeTakeFirst();
            if (run?.state === 'done') expected.run(end);
          }
        }
        await work();
      }
    }
    const sent = await db()
      .kysely.selectFrom('activity_report_activity')
      .select('activity_id')
      .where('config_id', '=', id)
      .execute();
    const mailed = await db().kysely.selectFrom('delivery').select('item').execute();
    const byId = (a: number, b: number) => a - b;
    const ids = sent.map(({ activity_id }) => activity_id).sort(byId);
    expect(ids.length).toBeGreaterThan(weeks / 4);
    expect(ids).toEqual([...expected.sent.keys()].sort(byId));
    expect(mailed.map(({ item }) => Number(item.split('-')[1])).sort(byId)).toEqual(ids);
  }, 600_000);
});
