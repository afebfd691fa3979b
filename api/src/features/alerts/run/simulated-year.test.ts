import { isSoak, seededRandom, testSeed } from '@readerlens/filters/testing';
import { testDatabase } from '../../../platform/testing/index.ts';
import { runWorld } from '../testing/run-world.ts';

/** Clocks change at midnight in Santiago and Cairo, in Lord Howe by half an hour. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
] as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** In the two spans, every zone changes its clocks once each; a year in the soak. */
const spans = isSoak
  ? [['2026-01-01', '2027-01-01'] as const]
  : [['2026-03-01', '2026-05-01'] as const, ['2026-09-01', '2026-11-08'] as const];

interface Planned {
  readonly availableAt: number;
  /** When its import commits. */
  readonly visibleAt: number;
}

const offsetAt = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

it.each(spans)('from %s to %s, every zone changes its clocks', (from, to) => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  const instants = Array.from({ length: days }, (_, day) => Date.parse(from) + day * dayMs);
  for (const zone of zones) expect(new Set(instants.map((at) => offsetAt(at, zone))).size).toBe(2);
});

describe.each(spans)(
  `runs with random downtime of seed ${testSeed}, in five zones from %s to %s`,
  (from, to) => {
    const db = testDatabase();
    const start = Date.parse(from);
    const end = Date.parse(to);
    const days = (end - start) / dayMs;
    const world = runWorld(db, new Date(start).toISOString());
    const random = seededRandom();

    /** Half of them at full and half hours, where local dates start; some imports take up to a day. */
    const plan = (): Planned[] =>
      Array.from({ length: 4 * days }, () => {
        const any = start + random() * (end - start);
        const availableAt = random() < 0.5 ? Math.round(any / (hourMs / 2)) * (hourMs / 2) : Math.floor(any);
        return { availableAt, visibleAt: availableAt + (random() < 0.2 ? random() * dayMs : 0) };
      }).sort((a, b) => a.visibleAt - b.visibleAt);

    /** Mostly some hours until a worker is there again, sometimes days or weeks. */
    const downtime = (): number => {
      const kind = random();
      if (kind < 0.6) return (4 + random() * 20) * hourMs;
      return kind < 0.9 ? random() * 3 * dayMs : random() * 20 * dayMs;
    };

    it('report each activity exactly once, and each slot at most once', async () => {
      const owner = await world.addPerson();
      for (const timeZone of zones) await world.addAlert({ owner, timeZone, name: timeZone });
      // Mails would take most of the time.
      await db().kysely.updateTable('alert_recipient').set({ is_email_subscribed: false }).execute();
      let planned = plan();
      const expected = planned.length;
      // However long the last downtime is, a worker is there at the end.
      const last = end + 12 * dayMs;
      for (let now = start, isLast = false; !isLast; now = Math.min(now + downtime(), last)) {
        isLast = now === last;
        const visible = planned.filter(({ visibleAt }) => visibleAt <= now);
        planned = planned.slice(visible.length);
        await world.addActivitiesAt(visible.map(({ availableAt }) => new Date(availableAt)));
        await world.runAt(new Date(now).toISOString());
        expect(world.errors).toEqual([]);
      }
      expect(planned).toEqual([]);

      const runs = await world.runs();
      const alerts = await db().kysely.selectFrom('alert').select(['id', 'name']).execute();
      for (const { id, name } of alerts) {
        const own = runs.filter(({ alert_id }) => alert_id === id);
        const reported = await db()
          .kysely.selectFrom('alert_activity')
          .select('activity_id')
          .where('alert_id', '=', id)
          .execute();
        const slots = own.map(({ slot }) => slot);
        const total = own.reduce((sum, { total_matched }) => sum + total_matched, 0);
        const ids = new Set(reported.map(({ activity_id }) => activity_id));
        expect([name, total, reported.length, ids.size]).toEqual([name, expected, expected, expected]);
        expect(new Set(slots).size).toBe(slots.length);
        // Every date has a run or was counted as missed.
        const dates = (Date.parse(slots.at(-1) ?? '') - Date.parse(slots[0] ?? '')) / dayMs + 1;
        const missed = own.slice(1).reduce((sum, { missed_slots }) => sum + missed_slots, 0);
        expect([name, own.length + missed]).toEqual([name, dates]);
      }
      expect(runs.length).toBeGreaterThan(days / 2);
    }, 240_000);
  },
);
