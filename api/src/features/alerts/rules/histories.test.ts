// Random histories, evaluated slot by slot, against a plain second implementation.
import * as fc from 'fast-check';
import type { AlertRule } from '@readerlens/contract';
import { runs, testSeed } from '@readerlens/filters/testing';
import type { AlertActivity, AlertDefinition, Evaluation } from './evaluation.ts';
import { runSlots } from './testing/activities-in-memory.ts';
import { naiveRuns } from './testing/naive-alerts.ts';

const histories = runs({ test: 2000, soak: 5000 });
const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'Pacific/Apia'];
const dayMs = 86_400_000;
/** Followed by a leap day, and by both clock changes of every zone that has them. */
const start = Date.parse('2023-09-01T00:00:00Z');

const few = (max: number) => fc.integer({ min: 1, max });
const aggregation = fc.oneof(
  fc.record({ aggField: fc.constant('Reader' as const), uniqueUserCount: fc.constant(null) }),
  fc.record({ aggField: fc.constant('ReaderOrg' as const), uniqueUserCount: few(3) }),
);

const arbRule: fc.Arbitrary<AlertRule> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<AlertRule>({ type: 'SpecificActivityNotification' }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(aggregation, fc.record({ activityMonths: few(4), minimumCount: few(6) }))
      .map(([by, rule]): AlertRule => ({ type: 'SeriesOfActivitiesNotification', ...by, ...rule })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        aggregation,
        fc.record({
          activityMonths: few(3),
          baselineActivityMonths: few(5),
          minimumBaselineActivities: few(5),
          minimumThresholdPercent: fc.constantFrom(1, 20, 25, 33, 50, 67, 100, 150, 200),
          thresholdDirection: fc.constantFrom('Both', 'Positive', 'Negative'),
        }),
      )
      .map(([by, rule]): AlertRule => ({ type: 'ChangeInActivitiesNotification', ...by, ...rule })),
  },
);

/** Half of them at half hours, which are the edges of days in some zone. */
const arbTime = fc.oneof(
  fc.integer({ min: 0, max: dayMs - 1 }),
  fc.integer({ min: 0, max: 47 }).map((half) => half * 1_800_000),
);
/** Instants around the dates of the runs, and some long before. */
const arbInstant = (first: number) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: -150, max: 60 }) },
        fc.integer({ min: -400, max: -150 }),
      ),
      arbTime,
    )
    .map(([day, ms]) => new Date(start + (first + day) * dayMs + ms));

const arbActivities = (first: number) =>
  fc
    .array(
      fc.record({
        clientId: fc.constantFrom(1, 1, 1, 2),
        readerId: few(4),
        organisationId: fc.option(few(2), { freq: 6, nil: null }),
        availableAt: arbInstant(first),
      }),
      { minLength: 20, maxLength: 80 },
    )
    .map((activities) =>
      activities.map((activity, index): AlertActivity => ({ id: index + 1, ...activity })),
    );

/** Some of the dates of a daily, weekly or monthly schedule: runs may be missed. */
const arbDates = (first: number) =>
  fc
    .tuple(
      fc.constantFrom(1, 5, 7, 15, 31),
      fc.array(fc.constantFrom(true, true, false), { minLength: 4, maxLength: 12 }),
    )
    .map(([step, taken]) =>
      taken.flatMap((isTaken, index) =>
        isTaken ? [new Date(start + (first + index * step) * dayMs).toISOString().slice(0, 10)] : [],
      ),
    );

const arbCase = fc.integer({ min: 0, max: 365 }).chain((first) =>
  fc.record({
    rule: arbRule,
    timeZone: fc.constantFrom(...zones),
    since: arbInstant(first),
    dates: arbDates(first),
    activities: arbActivities(first),
  }),
);

const listOutcomes = ({ entities }: Evaluation) =>
  entities.map(({ clientId, entityId, outcome }) => `${clientId}-${entityId} ${outcome}`).sort();

it('has the same results as the plain implementation', () => {
  const seen: Record<string, number> = {};
  fc.assert(
    fc.property(arbCase, ({ dates, activities, ...rest }) => {
      const definition: AlertDefinition = { version: 1, ...rest };
      const evaluated = runSlots(definition, dates, activities);
      expect(
        evaluated.map((run) => ({
          date: run.plan.date,
          activities: run.activities.map(({ id }) => id),
          entities: listOutcomes(run),
          incomplete: run.incompleteClients,
        })),
      ).toEqual(naiveRuns(definition, dates, activities));
      for (const { outcome } of evaluated.flatMap(({ entities }) => entities))
        seen[outcome] = (seen[outcome] ?? 0) + 1;
    }),
    { numRuns: histories, seed: testSeed },
  );
  // The histories reach every outcome often.
  for (const outcome of ['fires', 'still above', 'still changed', 'insufficient baseline', 'quiet'])
    expect(seen[outcome]).toBeGreaterThan(histories / 3);
});
