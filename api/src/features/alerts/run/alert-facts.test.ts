import * as fc from 'fast-check';
import { sql } from 'kysely';
import { activityTypes, countedStatuses, reviewStatuses } from '@readerlens/contract/vocabulary';
import type { AlertRule } from '@readerlens/contract';
import { createCatalogue, evaluate } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { arbFacts, arbFilter, runs, testNow, testSeed } from '@readerlens/filters/testing';
import { statusCode } from '../../../activities/codes.ts';
import { findPlace } from '../../../activities/field-places.ts';
import { createScope } from '../../../people/policy.ts';
import type { DataScope } from '../../../people/policy.ts';
import {
  factQuestions,
  insertFacts,
  storable,
  storableFilters,
} from '../../../activities/testing/facts-store.ts';
import type { Database } from '../../../platform/db/index.ts';
import { describeOnEachEngine } from '../../../platform/testing/index.ts';
import { readFacts, readAllFacts } from './alert-facts.ts';
import { evaluate as evaluateSlot, planSlot } from '../rules/alert-types.ts';
import type {
  AlertActivity,
  AlertDefinition,
  AlertFacts,
  AlertState,
  Evaluation,
} from '../rules/evaluation.ts';
import { collectFacts } from '../rules/testing/activities-in-memory.ts';
import { nextSlot, slotAfter } from '../../../platform/jobs/index.ts';
import type { DateRule } from '../../../platform/db/index.ts';
import { recordQueries } from '../../../platform/db/record-queries.ts';
import { evaluateInTurn } from './run-evaluation.ts';
import { narrowTo, selectStored } from '../../../activities/select-stored.ts';

const catalogue = createCatalogue(factQuestions);
const dayMs = 86_400_000;
const formatPastDate = (daysAgo: number) =>
  new Date(testNow.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);

const rowCount = 600;
/** Rows with few readers, statuses, and times of their own at which they became available. */
const rows = storable(fc.sample(arbFacts, { numRuns: rowCount, seed: testSeed })).map((facts, index) => ({
  facts,
  id: index + 1,
  readerId: 1 + ((index * 7) % 12),
  status: reviewStatuses[index % 7] ?? ('Approved' as const),
  // Half of them at a midnight, where windows start and end.
  availableAt: new Date(
    Date.parse(formatPastDate((index * 7919) % 300)) + (index % 2) * ((index * 31) % 24) * 3_600_000,
  ),
}));
type Row = (typeof rows)[number];

const insertRows = async (db: Database) => {
  await insertFacts(
    db,
    rows.map(({ facts }) => facts),
    catalogue,
  );
  await db.kysely
    .insertInto('client')
    .values(
      [...new Set(rows.map(({ facts }) => Number(facts.clientId)))].map((id) => ({
        id,
        name: `Client ${id}`,
      })),
    )
    .execute();
  await sql`
    UPDATE engagement AS e SET reader_id = new.reader_id, status = new.status, available_at = new.at
    FROM unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map(({ readerId }) => readerId)}::integer[],
      ${rows.map(({ status }) => statusCode[status])}::smallint[],
      ${rows.map(({ availableAt }) => availableAt.toISOString())}::timestamptz[]) AS new (id, reader_id, status, at)
    WHERE e.id = new.id`.execute(db.kysely);
};

const isCounted = ({ status }: Row) => countedStatuses.includes(status);
const buildActivity = ({ facts, id, readerId, availableAt }: Row): AlertActivity => ({
  clientId: Number(facts.clientId),
  id,
  availableAt,
  readerId,
  organisationId: facts.readerOrgId === null ? null : Number(facts.readerOrgId),
});

/** Without entities that no evaluation could need. */
const needed = (counts: AlertFacts['counts'], { rule }: AlertDefinition) =>
  rule.type === 'SeriesOfActivitiesNotification'
    ? counts.filter(({ current }) => current.activities >= rule.minimumCount)
    : counts;

/** By client and entity, and by id. */
const sorted = ({ activities, counts, historySince }: AlertFacts) => ({
  activities: activities.toSorted((a, b) => a.id - b.id),
  counts: counts.toSorted((a, b) => a.clientId - b.clientId || a.entityId - b.entityId),
  historySince: [...historySince].sort(([a], [b]) => a - b),
});

const clientIds = [...new Set(rows.map(({ facts }) => Number(facts.clientId)))].sort((a, b) => a - b);
const searchable = catalogue.fields.filter(
  ({ field, question }) =>
    // Rows share readers, but each has a document and an organization of its own facts.
    (question !== undefined || !['reader', undefined].includes(findPlace(field)?.table)) &&
    !['DateRange', 'Clients'].includes(field),
);
const staff = createScope(
  { role: 'Internal', activity_fields: searchable.map(({ field }) => field), denied_activity_types: [] },
  { clientIds: [], communityIds: [] },
  catalogue,
);
const clientScope = (clients: readonly number[], communities: readonly number[]): DataScope =>
  createScope(
    {
      role: 'Client',
      activity_fields: catalogue.fields.map(({ field }) => field),
      denied_activity_types: ['Event'],
    },
    { clientIds: clients, communityIds: communities },
    catalogue,
  );

const arbRule: fc.Arbitrary<AlertRule> = fc.oneof(
  fc.constant<AlertRule>({ type: 'SpecificActivityNotification' }),
  fc
    .record({
      aggField: fc.constantFrom('Reader', 'ReaderOrg'),
      activityMonths: fc.integer({ min: 1, max: 4 }),
      minimumCount: fc.integer({ min: 1, max: 4 }),
    })
    .map((rule): AlertRule => ({
      type: 'SeriesOfActivitiesNotification',
      uniqueUserCount: 1,
      ...rule,
    })),
  fc
    .record({
      aggField: fc.constantFrom('Reader', 'ReaderOrg'),
      activityMonths: fc.integer({ min: 1, max: 3 }),
      baselineActivityMonths: fc.integer({ min: 1, max: 5 }),
    })
    .map((rule): AlertRule => ({
      type: 'ChangeInActivitiesNotification',
      uniqueUserCount: 1,
      minimumBaselineActivities: 1,
      minimumThresholdPercent: 50,
      thresholdDirection: 'Both',
      ...rule,
    })),
);

const arbPlan = fc
  .record({
    rule: arbRule,
    timeZone: fc.constantFrom('UTC', 'America/Santiago', 'Asia/Beirut'),
    daysAgo: fc.integer({ min: 0, max: 60 }),
    since: fc.integer({ min: 30, max: 300 }),
    notified: fc.uniqueArray(
      fc.record({
        clientId: fc.constantFrom(...clientIds),
        entityId: fc.integer({ min: 1, max: 12 }),
        days: fc.integer({ min: 61, max: 120 }),
      }),
      { maxLength: 8, selector: ({ clientId, entityId }) => `${clientId}-${entityId}` },
    ),
  })
  .map(({ rule, timeZone, daysAgo, since, notified }) => {
    const definition = { rule, timeZone, version: 1, since: new Date(testNow.getTime() - since * dayMs) };
    const state: AlertState = {
      version: 1,
      cursor: definition.since,
      notified: notified.map(({ days, ...entity }) => ({
        ...entity,
        direction: null,
        on: formatPastDate(days),
        hasCleared: false,
      })),
    };
    return planSlot(definition, formatPastDate(daysAgo), state);
  });

const arbFilters = fc.array(
  fc.constantFrom(...searchable).chain((definition) => arbFilter(definition)),
  { maxLength: 2 },
);
const clientsFilter = (ids: readonly number[]): Filter => ({
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: ids.map((id) => ({ id: String(id) })),
  allowNA: false,
});

describeOnEachEngine('the facts of alerts', (db) => {
  const planCount = runs({ test: 250, soak: 1000 });
  beforeAll(() => insertRows(db()));

  it('are the same as counted one by one', async () => {
    let found = 0;
    const property = fc.asyncProperty(
      arbFilters,
      fc.subarray([...activityTypes]),
      fc.option(fc.subarray(clientIds, { minLength: 1 })),
      arbPlan,
      async (generated, types, clients, plan) => {
        const filters = storableFilters(generated);
        const stored = {
          filters: [...filters, ...(clients ? [clientsFilter(clients)] : [])],
          activityTypes: types,
        };
        const selected = selectStored(stored, { scope: staff, catalogue, now: testNow });
        if (!selected.ok) throw new Error(JSON.stringify(selected.refusal));
        const matching = rows.filter(
          (row) =>
            isCounted(row) &&
            (!clients || clients.includes(Number(row.facts.clientId))) &&
            (types.length === 0 || types.includes(row.facts.activityType)) &&
            evaluate(row.facts, filters, { now: testNow, catalogue }),
        );
        const expected = sorted(collectFacts(matching.map(buildActivity), plan));
        const { historySince, ...actual } = sorted(await readFacts(db(), selected.selection, plan));
        const counts = needed(expected.counts, plan.definition);
        expect(actual).toEqual({ activities: expected.activities, counts });
        for (const [clientId, at] of historySince) {
          const own = rows.filter((row) => isCounted(row) && Number(row.facts.clientId) === clientId);
          expect(at).toEqual(new Date(Math.min(...own.map(({ availableAt }) => Number(availableAt)))));
        }
        const isChange = plan.definition.rule.type === 'ChangeInActivitiesNotification';
        expect(historySince.map(([id]) => id)).toEqual(
          isChange ? [...new Set(actual.counts.map(({ clientId }) => clientId))] : [],
        );
        found += actual.counts.length + actual.activities.length;
      },
    );
    await fc.assert(property, { numRuns: planCount, seed: testSeed });
    expect(found).toBeGreaterThan(5 * planCount);
  }, 600_000);

  it('are the same when alerts share a scan', async () => {
    const request = fc.tuple(
      arbFilters,
      fc.subarray([...activityTypes]),
      fc.constantFrom(undefined, clientIds, clientIds.slice(0, 1)),
      arbPlan,
    );
    const property = fc.asyncProperty(
      fc.array(request, { minLength: 2, maxLength: 20 }),
      async (generated) => {
        const requests = generated.map(([filters, types, clients, plan]) => {
          const all = [...storableFilters(filters), ...(clients ? [clientsFilter(clients)] : [])];
          const stored = { filters: all, activityTypes: types };
          const selected = selectStored(stored, { scope: staff, catalogue, now: testNow });
          if (!selected.ok) throw new Error(JSON.stringify(selected.refusal));
          return { selection: selected.selection, plan };
        });
        const alone = [];
        for (const { selection, plan } of requests) alone.push(await readFacts(db(), selection, plan));
        expect((await readAllFacts(db(), requests)).map(sorted)).toEqual(alone.map(sorted));
      },
    );
    await fc.assert(property, { numRuns: runs({ test: 30, soak: 100 }), seed: testSeed });
  }, 600_000);

  it('are those of each alert that shares a scan, whether or not activities have a value', async () => {
    const newsletter = rows.find(({ facts }) => facts.newsletter !== null)?.facts.newsletter ?? '';
    const filter: Filter = {
      $type: 'Terms',
      field: 'Newsletter',
      op: 'Contains',
      value: [{ id: newsletter }],
      allowNA: false,
    };
    const buildRequest = (filters: readonly Filter[], since: number) => {
      const selected = selectStored(
        { filters, activityTypes: [] },
        { scope: staff, catalogue, now: testNow },
      );
      if (!selected.ok) throw new Error(JSON.stringify(selected.refusal));
      const definition: AlertDefinition = {
        rule: { type: 'SpecificActivityNotification' },
        timeZone: 'UTC',
        version: 1,
        since: new Date(testNow.getTime() - since * dayMs),
      };
      return { selection: selected.selection, plan: planSlot(definition, formatPastDate(0), null) };
    };
    const counted = rows.filter((row) => isCounted(row) && row.availableAt < new Date(formatPastDate(0)));
    const withValue = counted.filter(({ facts }) => facts.newsletter === newsletter).map(({ id }) => id);
    const all = counted.map(({ id }) => id);
    expect(withValue.length).toBeGreaterThan(0);
    expect(counted.some(({ facts }) => facts.newsletter === null)).toBe(true);
    // The one that starts earlier comes first in the scan.
    for (const [first, second] of [
      [400, 399],
      [399, 400],
    ] as const) {
      const facts = await readAllFacts(db(), [buildRequest([filter], first), buildRequest([], second)]);
      const ids = facts.map(({ activities }) => activities.map(({ id }) => id).toSorted((a, b) => a - b));
      expect(ids).toEqual([withValue, all]);
    }
  });

  it('count new activities from the very instant of a cut-off', async () => {
    const rule: AlertRule = {
      type: 'SeriesOfActivitiesNotification',
      aggField: 'Reader',
      activityMonths: 4,
      uniqueUserCount: null,
      minimumCount: 1,
    };
    const atMidnight = rows.filter((row) => isCounted(row) && row.id % 2 === 1).map(buildActivity);
    const notified = new Map(
      atMidnight.map(({ clientId, readerId, availableAt }) => [
        `${clientId}-${readerId}`,
        {
          clientId,
          entityId: readerId,
          direction: null,
          on: availableAt.toISOString().slice(0, 10),
          hasCleared: false,
        },
      ]),
    );
    const state: AlertState = { version: 1, cursor: new Date(0), notified: [...notified.values()] };
    const definition = { rule, timeZone: 'UTC', version: 1, since: new Date(0) };
    const plan = planSlot(definition, formatPastDate(0), state);
    expect(plan.notified.length).toBeGreaterThan(10);
    const selected = selectStored(
      { filters: [], activityTypes: [] },
      { scope: staff, catalogue, now: testNow },
    );
    if (!selected.ok) throw new Error('The selection was refused.');
    const { counts } = sorted(await readFacts(db(), selected.selection, plan));
    expect(counts).toEqual(sorted(collectFacts(rows.filter(isCounted).map(buildActivity), plan)).counts);
  });

  it('are limited to what a recipient may see', async () => {
    const [first = 0, second = 0] = clientIds;
    const stored = { filters: [clientsFilter([first, second])], activityTypes: [] };
    const selected = selectStored(stored, { scope: staff, catalogue, now: testNow });
    if (!selected.ok) throw new Error('The selection was refused.');
    const plan = planSlot(
      { rule: { type: 'SpecificActivityNotification' }, timeZone: 'UTC', version: 1, since: new Date(0) },
      '2027-01-01',
      null,
    );
    const idsFor = async (scope: DataScope) =>
      (await readFacts(db(), narrowTo(scope, selected.selection), plan)).activities
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    const expectedFor = (clients: readonly number[], communities: readonly number[]) =>
      rows
        .filter(
          (row) =>
            isCounted(row) &&
            clients.includes(Number(row.facts.clientId)) &&
            communities.includes(Number(row.facts.onlineId)) &&
            row.facts.activityType !== 'Event',
        )
        .map(({ id }) => id);
    expect(await idsFor(clientScope([second], [1, 2]))).toEqual(expectedFor([second], [1, 2]));
    expect(expectedFor([second], [1, 2]).length).toBeGreaterThan(10);
    expect(await idsFor(staff)).toEqual(
      rows
        .filter((row) => isCounted(row) && [first, second].includes(Number(row.facts.clientId)))
        .map(({ id }) => id),
    );
    expect(await idsFor(clientScope([], [1, 2]))).toEqual([]);
    expect(await idsFor(clientScope([first, second], []))).toEqual([]);
  });
});

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

describe('the selection of an alert', () => {
  const filters: Filter[] = [
    clientsFilter([1]),
    { $type: 'Numeric', field: 'Revenue', op: 'Equals', value: 5 },
  ];
  const scope = (fields: readonly string[], clients = [1]) =>
    createScope(
      { role: 'Client', activity_fields: [...fields], denied_activity_types: ['Event'] },
      { clientIds: clients, communityIds: [1] },
      catalogue,
    );
  const select = (viewer: DataScope, stored: Partial<Parameters<typeof selectStored>[0]> = {}) =>
    selectStored({ filters, activityTypes: [], ...stored }, { scope: viewer, catalogue, now: testNow });

  it('is that of the creator', () => {
    expect(select(scope(['Revenue']))).toMatchObject({
      ok: true,
      selection: { clientIds: [1], communityIds: [1] },
    });
  });

  it.each([
    ['a filter on a field that was withdrawn', select(scope([])), { reason: 'fields', fields: ['Revenue'] }],
    [
      'a creator of every client who is no longer on the staff',
      select(scope(['Revenue']), { filters: [] }),
      { reason: 'clients' },
    ],
    ['a client that was withdrawn', select(scope(['Revenue'], [2])), { reason: 'clients' }],
    [
      'an activity type that was withdrawn',
      select(scope(['Revenue']), { activityTypes: ['Event', 'Webinar'] }),
      { reason: 'activity types' },
    ],
    [
      'a field that is gone',
      select(scope(['Revenue']), { filters: [{ field: 'Gone', value: [] }] }),
      { reason: 'invalid filters' },
    ],
  ])('refuses %s instead of dropping it', (_, selected, refusal) => {
    expect(selected).toEqual({ ok: false, refusal });
  });
});
