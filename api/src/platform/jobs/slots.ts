import { Cron } from 'croner';
import type { DateRule, IntervalRule, SlotRule, Weekday } from '../db/index.ts';
import { dayMilliseconds } from '../time.ts';

export type { DateRule, SlotRule };

export interface Slot {
  /** Permanent key of the slot for an owner: a local date, 'YYYY-MM-DD', or the instant of an interval. */
  readonly key: string;
  readonly at: Date;
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10);

/** Keeps up to a thousand results: a thousand schedules are due at once, most of them in the same slot. */
const remembered = <Args extends readonly string[], Value>(compute: (...args: Args) => Value) => {
  const known = new Map<string, Value>();
  return (...args: Args): Value => {
    const key = args.join();
    const value = known.get(key) ?? compute(...args);
    if (known.size >= 1000) known.clear();
    known.set(key, value);
    return value;
  };
};

const dateFormat = remembered(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/** The local date at an instant. */
export const localDate = (instant: Date, timeZone: string): string => {
  const parts = dateFormat(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
};

const computeInstant = (date: string, time: string, timeZone: string): Date => {
  const [year, month, day] = date.split('-').map(Number);
  const [hour, minute] = time.split(':').map(Number);
  const pattern = `0 ${minute} ${hour} ${day} ${month} * ${year}`;
  const before = new Date(Date.parse(date) - 2 * dayMilliseconds);
  // No match if a clock change skips the rest of the date, as in Nuuk, where 23:00 becomes midnight.
  return (
    new Cron(pattern, { timezone: timeZone }).nextRun(before) ??
    computeInstant(addDays(date, 1), '00:00', timeZone)
  );
};
const instantMs = remembered((date: string, time: string, timeZone: string) =>
  computeInstant(date, time, timeZone).getTime(),
);

/**
 * The instant of a local time. A time skipped by a clock change becomes the next valid instant; of a repeated time, the
 * first occurrence counts.
 */
export const toInstant = (date: string, time: string, timeZone: string): Date =>
  new Date(instantMs(date, time, timeZone));

/** The first instant of a local date. Activities before it belong to earlier dates. */
export const cutOff = (date: string, timeZone: string): Date => toInstant(date, '00:00', timeZone);

const matchesRule = (rule: DateRule, date: string): boolean => {
  const parsed = new Date(date);
  const day = parsed.getUTCDate();
  switch (rule.every) {
    case 'day':
      return true;
    case 'week':
      return rule.days.includes((parsed.getUTCDay() || 7) as Weekday);
    case 'half-month':
      return day === 1 || day === 15;
    case 'month': {
      const last = new Date(Date.UTC(parsed.getUTCFullYear(), parsed.getUTCMonth() + 1, 0)).getUTCDate();
      return day === Math.min(rule.day, last);
    }
  }
};

/** The longest gap between the dates of a rule, in days. */
const longestGap = 31;

const firstDateFrom = (rule: DateRule, from: string): string => {
  for (let days = 0; days <= longestGap; days += 1) {
    const date = addDays(from, days);
    if (matchesRule(rule, date)) return date;
  }
  throw new Error(`The rule ${JSON.stringify(rule)} has no dates.`);
};

const dateSlot = (rule: DateRule, date: string, timeZone: string): Slot => ({
  key: date,
  at: toInstant(date, rule.at, timeZone),
});

const intervalSlot = ({ seconds }: IntervalRule, index: number): Slot => {
  const at = new Date(index * seconds * 1000);
  return { key: at.toISOString(), at };
};

const indexAt = ({ seconds }: IntervalRule, instant: Date) =>
  Math.floor(instant.getTime() / (seconds * 1000));

/** The first slot after an instant. */
export const slotAfter = (rule: SlotRule, timeZone: string, instant: Date): Slot => {
  if (rule.every === 'interval') return intervalSlot(rule, indexAt(rule, instant) + 1);
  for (let from = addDays(localDate(instant, timeZone), -1); ; from = addDays(from, 1)) {
    from = firstDateFrom(rule, from);
    const slot = dateSlot(rule, from, timeZone);
    if (slot.at > instant) return slot;
  }
};

/**
 * The same slot in another time zone: the date is kept, so that changing the zone neither repeats nor skips a date. Its
 * instant may be in the past.
 */
export const slotInZone = (rule: SlotRule, timeZone: string, key: string): Slot =>
  rule.every === 'interval' ? { key, at: new Date(key) } : dateSlot(rule, key, timeZone);

/** The slot that follows another one. */
export const nextSlot = (rule: SlotRule, timeZone: string, { key, at }: Slot): Slot =>
  rule.every === 'interval'
    ? slotAfter(rule, timeZone, at)
    : dateSlot(rule, firstDateFrom(rule, addDays(key, 1)), timeZone);

export interface CatchUp {
  /** The latest due slot. */
  readonly latest: Slot;
  /** Number of earlier due slots, which get no run. */
  readonly missed: number;
  readonly next: Slot;
}

/** The due slots if `first` is the first one without a run; it must be due itself. */
export const catchUp = (rule: SlotRule, timeZone: string, first: Slot, now: Date): CatchUp => {
  if (rule.every === 'interval') {
    const index = Math.max(indexAt(rule, now), indexAt(rule, first.at));
    const latest = intervalSlot(rule, index);
    return { latest, missed: index - indexAt(rule, first.at), next: intervalSlot(rule, index + 1) };
  }
  let latest = first;
  let missed = 0;
  let next = nextSlot(rule, timeZone, latest);
  const today = localDate(now, timeZone);
  // Dates before yesterday are in the past in every zone, so their instants need not be computed.
  for (const yesterday = addDays(today, -1); next.key < yesterday; missed += 1) {
    latest = next;
    next = { key: firstDateFrom(rule, addDays(next.key, 1)), at: now };
  }
  for (next = dateSlot(rule, next.key, timeZone); next.at <= now; missed += 1) {
    latest = next;
    next = nextSlot(rule, timeZone, next);
  }
  return { latest: dateSlot(rule, latest.key, timeZone), missed, next };
};
