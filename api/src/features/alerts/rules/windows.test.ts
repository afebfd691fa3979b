import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { defaultSchedule } from '@readerlens/contract/alerts';
import { cutOff, nextSlot, slotAfter } from '../../../platform/jobs/index.ts';
import type { AlertDefinition, Window } from './evaluation.ts';
import { runSlots } from './testing/activities-in-memory.ts';
import { planSlot } from './alert-types.ts';
import { buildSlotRule } from '../definition/alert-definition.ts';

const planWindows = (rule: AlertRule, date: string, timeZone: string, cursor: Date) =>
  planSlot({ rule, timeZone, version: 1, since: cursor }, date, null).windows;

/** Clocks change at midnight in Santiago, Cairo and Beirut; on Lord Howe Island by half an hour. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
] as const;

const daily: AlertSchedule = { ...defaultSchedule, frequency: 'Daily' };
const schedules: readonly [string, AlertSchedule, (date: string) => boolean][] = [
  ['daily', daily, () => true],
  [
    'on Thursdays',
    { ...daily, frequency: 'Weekly', dayOfWeek: 'Thursday' },
    (date) => new Date(date).getUTCDay() === 4,
  ],
  [
    'on Sundays',
    { ...daily, frequency: 'Weekly', dayOfWeek: 'Sunday' },
    (date) => new Date(date).getUTCDay() === 0,
  ],
  ['on the 1st', { ...daily, frequency: 'Monthly' }, (date) => date.endsWith('-01')],
  ['on the 15th', { ...daily, frequency: 'Monthly', dayOfMonth: 'Mid' }, (date) => date.endsWith('-15')],
];

const localTime = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant: Date) => format.format(instant);
};

/** All dates of a leap year. */
const year = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
);

const listSlots = (schedule: AlertSchedule, timeZone: string) => {
  const rule = buildSlotRule(schedule);
  const slots = [slotAfter(rule, timeZone, cutOff('2024-01-01', timeZone))];
  for (;;) {
    const next = nextSlot(rule, timeZone, slots.at(-1)!);
    if (next.key > '2024-12-31') return slots;
    slots.push(next);
  }
};

const change = (activityMonths: number, baselineActivityMonths: number): AlertRule => ({
  type: 'ChangeInActivitiesNotification',
  aggField: 'Reader',
  activityMonths,
  uniqueUserCount: null,
  baselineActivityMonths,
  minimumBaselineActivities: 1,
  minimumThresholdPercent: 50,
  thresholdDirection: 'Both',
});

/** Parsed with roll-over, then corrected: '2024-02-31' is March 2, so the last of February is meant. */
const monthsEarlier = (date: string, months: number): string => {
  const [y = 0, m = 0, d = 0] = date.split('-').map(Number);
  const moved = new Date(Date.UTC(y, m - 1 - months, d));
  if (moved.getUTCDate() !== d) moved.setUTCDate(0);
  return moved.toISOString().slice(0, 10);
};

describe.each(zones)('a year in %s', (timeZone) => {
  const read = localTime(timeZone);

  it.each(schedules)('runs %s at 06:00', (_, schedule, isDate) => {
    const slots = listSlots(schedule, timeZone);
    expect(slots.map(({ key }) => key)).toEqual(year.filter(isDate));
    for (const { key, at } of slots) expect(read(at)).toBe(`${key} 06:00:00`);
  });

  /** An edge of a window is the first instant of its local date. */
  const expectEdge = (edge: Date, date: string) => {
    expect(read(edge).slice(0, 10)).toBe(date);
    expect(read(new Date(edge.getTime() - 1)) < date).toBe(true);
  };

  it('has windows of whole local days, by calendar months from the slot', () => {
    for (const [a, m] of [
      [1, 3],
      [5, 12],
    ] as const)
      for (const date of year) {
        const { current, baseline } = planWindows(change(a, m), date, timeZone, new Date(0));
        expectEdge(current.to, date);
        expectEdge(current.from, monthsEarlier(date, a));
        expect(baseline?.to).toEqual(current.from);
        expectEdge(baseline!.from, monthsEarlier(date, a + m));
      }
  });

  it.each(schedules)('has every activity in one window of a Specific alert %s', (_, schedule) => {
    const slots = listSlots(schedule, timeZone);
    const definition: AlertDefinition = {
      rule: { type: 'SpecificActivityNotification' },
      timeZone,
      version: 1,
      since: cutOff('2024-01-01', timeZone),
    };
    // One every two hours, from before the activation until after the last slot.
    const activities = Array.from({ length: 12 * 370 }, (__, index) => ({
      clientId: 1,
      id: index + 1,
      availableAt: new Date(Date.UTC(2023, 11, 30, 2 * index)),
      readerId: 1,
      organisationId: null,
    }));
    const runs = runSlots(
      definition,
      slots.map(({ key }) => key),
      activities,
    );
    const windows = runs.map(({ plan }) => plan.windows.current);
    const edges = [definition.since, ...slots.map(({ key }) => cutOff(key, timeZone))];
    expect(windows).toEqual(
      windows.map((__, index): Window => ({ from: edges[index]!, to: edges[index + 1]! })),
    );
    const reported = runs.flatMap((run) => run.activities.map(({ id }) => id));
    const expected = activities.filter(
      ({ availableAt }) => availableAt >= definition.since && availableAt < edges.at(-1)!,
    );
    expect(reported).toEqual(expected.map(({ id }) => id));
  });
});

it.each([
  ['2025-03-31', '2025-02-28', '2024-11-30'],
  ['2024-03-31', '2024-02-29', '2023-11-30'],
  ['2024-02-29', '2024-01-29', '2023-10-29'],
  ['2025-07-31', '2025-06-30', '2025-03-31'],
  ['2025-01-01', '2024-12-01', '2024-09-01'],
])(
  'on %s the current month starts on %s and its three months of baseline on %s',
  (date, current, baseline) => {
    const windows = planWindows(change(1, 3), date, 'UTC', new Date(0));
    expect(windows.current.from).toEqual(new Date(current));
    expect(windows.baseline?.from).toEqual(new Date(baseline));
  },
);
