import * as fc from 'fast-check';
import type { AlertRule } from '@readerlens/contract';
import type { Filter } from '@readerlens/filters/model';
import { runs, testNow, testSeed } from '@readerlens/filters/testing';
import { storableFilters } from '../../../activities/testing/facts-store.ts';
import { describeOnEachEngine } from '../../../platform/testing/index.ts';
import { readFacts } from './alert-facts.ts';
import { evaluate as evaluateSlot, planSlot } from '../rules/alert-types.ts';
import type { Evaluation } from '../rules/evaluation.ts';
import { nextSlot, slotAfter } from '../../../platform/jobs/index.ts';
import type { DateRule } from '../../../platform/db/index.ts';
import { recordQueries } from '../../../platform/db/record-queries.ts';
import { evaluateInTurn } from './run-evaluation.ts';
import { selectStored } from '../../../activities/select-stored.ts';
import { arbFilters, arbRule, catalogue, dayMs, insertRows, staff } from './testing/fact-rows.ts';

const arbSchedule: fc.Arbitrary<DateRule> = fc.constantFrom<DateRule>(
  { every: 'day', at: '06:00' },
  { every: 'week', days: [5], at: '06:00' },
  { every: 'half-month', at: '06:00' },
  { every: 'month', day: 31, at: '06:00' },
);

/** Slots from so many days ago until today. */
const listDates = (rule: DateRule, timeZone: string, days: number): string[] => {
  const dates: string[] = [];
  const start = new Date(testNow.getTime() - days * dayMs);
  for (let slot = slotAfter(rule, timeZone, start); slot.at <= testNow; slot = nextSlot(rule, timeZone, slot))
    dates.push(slot.key);
  return dates;
};

describeOnEachEngine('slots that are evaluated one after another', (db) => {
  beforeAll(() => insertRows(db()));

  const select = (filters: readonly Filter[]) => {
    const stored = { filters: storableFilters(filters), activityTypes: [] };
    const selected = selectStored(stored, { scope: staff, catalogue, now: testNow });
    if (!selected.ok) throw new Error(JSON.stringify(selected.refusal));
    return selected.selection;
  };
  const print = (evaluations: readonly Evaluation[]) =>
    evaluations.map(({ plan, activities, entities, incompleteClients, state }) => ({
      date: plan.date,
      windows: plan.windows,
      activities,
      entities,
      incompleteClients,
      state,
    }));
  const inTurn = async (...request: Parameters<typeof evaluateInTurn>): Promise<Evaluation[]> => {
    const evaluations: Evaluation[] = [];
    for await (const evaluation of evaluateInTurn(...request)) evaluations.push(evaluation);
    return evaluations;
  };

  it('have the results of each slot alone', async () => {
    const outcomes: string[] = [];
    const property = fc.asyncProperty(
      arbFilters,
      arbRule,
      arbSchedule,
      fc.constantFrom('UTC', 'America/Santiago', 'Asia/Beirut'),
      fc.integer({ min: 20, max: 200 }),
      async (filters, rule, schedule, timeZone, days) => {
        const selection = select(filters);
        const dates = listDates(schedule, timeZone, schedule.every === 'day' ? days / 3 : days);
        const definition = { rule, timeZone, version: 1, since: new Date(testNow.getTime() - 210 * dayMs) };
        const alone: Evaluation[] = [];
        for (const date of dates) {
          const plan = planSlot(definition, date, alone.at(-1)?.state ?? null);
          alone.push(evaluateSlot(plan, await readFacts(db(), selection, plan)));
        }
        const found = await inTurn(db(), { definition, selection }, dates);
        expect(print(found)).toEqual(print(alone));
        outcomes.push(...found.flatMap(({ entities }) => entities.map(({ outcome }) => outcome)));
        outcomes.push(...found.flatMap(({ activities }) => activities.map(() => 'listed')));
      },
    );
    await fc.assert(property, { numRuns: runs({ test: 25, soak: 400 }), seed: testSeed });
    expect(new Set(outcomes)).toEqual(
      new Set(['listed', 'fires', 'still above', 'still changed', 'quiet', 'insufficient baseline']),
    );
  }, 600_000);

  it.each<[AlertRule['type'], number]>([
    ['SpecificActivityNotification', 2],
    ['SeriesOfActivitiesNotification', 4],
    ['ChangeInActivitiesNotification', 4],
  ])('share the scans of a month, by %s', async (type, most) => {
    let scans = 0;
    const recorded = recordQueries(db(), ({ sql: text }) => {
      if (text.includes('engagement')) scans += 1;
    });
    const counting = { aggField: 'Reader', activityMonths: 1, uniqueUserCount: null } as const;
    const rules: Readonly<Record<AlertRule['type'], AlertRule>> = {
      SpecificActivityNotification: { type: 'SpecificActivityNotification' },
      SeriesOfActivitiesNotification: {
        type: 'SeriesOfActivitiesNotification',
        minimumCount: 1,
        ...counting,
      },
      ChangeInActivitiesNotification: {
        type: 'ChangeInActivitiesNotification',
        baselineActivityMonths: 3,
        minimumBaselineActivities: 1,
        minimumThresholdPercent: 50,
        thresholdDirection: 'Both',
        ...counting,
      },
    };
    const dates = listDates({ every: 'day', at: '06:00' }, 'UTC', 32);
    const since = new Date(testNow.getTime() - 33 * dayMs);
    const definition = { rule: rules[type], timeZone: 'UTC', version: 1, since };
    const found = await inTurn(recorded, { definition, selection: select([]) }, dates);
    expect(found).toHaveLength(32);
    expect(scans).toBeLessThanOrEqual(most);
  });
});
