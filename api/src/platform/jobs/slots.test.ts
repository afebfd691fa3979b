import { catchUp, cutOff, toInstant, nextSlot, slotAfter, slotInZone } from './slots.ts';
import type { DateRule, Slot, SlotRule } from './slots.ts';

/** Two zones change clocks at midnight, one by half an hour, and one skips the end of a date. */
const zones = [
  'Europe/Berlin',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'America/Nuuk',
] as const;
const times = ['00:00', '02:15', '06:00', '23:30'] as const;

const minuteMs = 60_000;
const dayMs = 86_400_000;

const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (ms: number) => format.format(ms);
};

/** A slow reference: the first instant, in steps of 15 minutes, at which the local time has reached a date and time. */
const firstReached = (date: string, time: string, read: (ms: number) => string): Date => {
  const target = `${date} ${time}`;
  for (let ms = Date.parse(date) - 15 * 60 * minuteMs; ; ms += 15 * minuteMs) {
    if (read(ms) >= target) return new Date(ms);
  }
};

/** The slots after one instant, up to and including another. */
const slotsBetween = (rule: SlotRule, timeZone: string, after: Date, until: Date): Slot[] => {
  const slots: Slot[] = [];
  for (let slot = slotAfter(rule, timeZone, after); slot.at <= until; slot = nextSlot(rule, timeZone, slot)) {
    slots.push(slot);
  }
  return slots;
};

const listDates = (year: number) => {
  const first = Date.UTC(year, 0, 1);
  const days = (Date.UTC(year + 1, 0, 1) - first) / dayMs;
  return Array.from({ length: days }, (_, day) => new Date(first + day * dayMs).toISOString().slice(0, 10));
};

const findWeekday = (date: string) => new Date(date).getUTCDay() || 7;
const rules: readonly [string, (at: string) => DateRule, (date: string) => boolean][] = [
  ['daily', (at) => ({ every: 'day', at }), () => true],
  [
    'weekly',
    (at) => ({ every: 'week', days: [1, 4, 7], at }),
    (date) => [1, 4, 7].includes(findWeekday(date)),
  ],
  ['twice monthly', (at) => ({ every: 'half-month', at }), (date) => /-(01|15)$/.test(date)],
  [
    'monthly on the last day',
    (at) => ({ every: 'month', day: 31, at }),
    (date) => new Date(Date.parse(date) + dayMs).getUTCDate() === 1,
  ],
];

describe.each(zones)('a year in %s', (timeZone) => {
  const read = wallClock(timeZone);
  const year = listDates(2026);

  it.each(times)('has each slot of every rule at %s once, at the first instant of that time', (at) => {
    const instants = new Map(year.map((date) => [date, firstReached(date, at, read)]));
    const from = new Date(firstReached('2026-01-01', at, read).getTime() - 1);
    const until = instants.get('2026-12-31')!;
    for (const [, ruleAt, isDate] of rules) {
      const dates = year.filter(isDate);
      expect(slotsBetween(ruleAt(at), timeZone, from, until)).toEqual(
        dates.map((key) => ({ key, at: instants.get(key) })),
      );
    }
  });

  it('has the cut-off of each date at its first instant', () => {
    const cuts = year.map((date) => cutOff(date, timeZone));
    expect(cuts).toEqual(year.map((date) => firstReached(date, '00:00', read)));
  });

  it('has two clock changes, which the other tests cover', () => {
    const lengths = new Set(
      year
        .slice(1)
        .map((date, index) => cutOff(date, timeZone).getTime() - cutOff(year[index]!, timeZone).getTime()),
    );
    expect(lengths.size).toBe(3);
  });
});

describe('toInstant', () => {
  it.each([
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00Z', 'skipped: the next valid instant'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', 'repeated: the first occurrence'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00Z', 'midnight is skipped'],
    ['2026-11-01', '00:00', 'America/Havana', '2026-11-01T04:00:00Z', 'midnight is repeated'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z', 'half an hour is skipped'],
    ['2026-03-28', '23:30', 'America/Nuuk', '2026-03-29T01:00:00Z', 'the end of a date is skipped'],
    ['2011-12-30', '06:00', 'Pacific/Apia', '2011-12-30T10:00:00Z', 'a whole date is skipped'],
  ])('%s %s in %s is %s (%s)', (date, time, timeZone, expected) => {
    expect(toInstant(date, time, timeZone)).toEqual(new Date(expected));
  });
});

describe('catchUp', () => {
  const daily: SlotRule = { every: 'day', at: '06:00' };
  const first = (rule: SlotRule, zone: string, after: string) => slotAfter(rule, zone, new Date(after));

  it('returns the latest slot after a week of downtime, and counts the others', () => {
    const slot = first(daily, 'Europe/Berlin', '2026-03-24T12:00:00Z');
    expect(catchUp(daily, 'Europe/Berlin', slot, new Date('2026-04-01T12:00:00Z'))).toEqual({
      latest: { key: '2026-04-01', at: new Date('2026-04-01T04:00:00Z') },
      missed: 7,
      next: { key: '2026-04-02', at: new Date('2026-04-02T04:00:00Z') },
    });
  });

  it.each(zones)('matches all slots of a year in %s', (zone) => {
    for (const [, ruleAt] of rules) {
      const rule = ruleAt('00:00');
      const all = slotsBetween(
        rule,
        zone,
        new Date('2026-01-01T12:00:00Z'),
        new Date('2027-01-20T12:00:00Z'),
      );
      for (const days of [0, 1, 5, 88, 300]) {
        const now = new Date(all[0]!.at.getTime() + days * dayMs + 7 * 60 * minuteMs);
        const due = all.filter(({ at }) => at <= now);
        expect(catchUp(rule, zone, all[0]!, now)).toEqual({
          latest: due.at(-1),
          missed: due.length - 1,
          next: all[due.length],
        });
      }
    }
  });

  it('counts intervals since 1970', () => {
    const rule: SlotRule = { every: 'interval', seconds: 300 };
    const slot = first(rule, 'UTC', '2026-01-01T00:00:00Z');
    expect(slot.key).toBe('2026-01-01T00:05:00.000Z');
    expect(catchUp(rule, 'UTC', slot, new Date('2026-01-01T01:02:00Z'))).toEqual({
      latest: { key: '2026-01-01T01:00:00.000Z', at: new Date('2026-01-01T01:00:00Z') },
      missed: 11,
      next: { key: '2026-01-01T01:05:00.000Z', at: new Date('2026-01-01T01:05:00Z') },
    });
  });
});

it('keeps the date of a slot in another zone', () => {
  const rule: SlotRule = { every: 'day', at: '06:00' };
  const slot = slotAfter(rule, 'America/Los_Angeles', new Date('2026-07-01T12:00:00Z'));
  expect(slotInZone(rule, 'Asia/Tokyo', slot.key)).toEqual({
    key: '2026-07-01',
    at: new Date('2026-06-30T21:00:00Z'),
  });
});

it('throws for a rule without dates', () => {
  expect(() => slotAfter({ every: 'week', days: [], at: '06:00' }, 'UTC', new Date(0))).toThrow(
    'has no dates',
  );
});
