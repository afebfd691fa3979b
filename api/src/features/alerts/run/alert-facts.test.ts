import * as fc from 'fast-check';
import { activityTypes, countedStatuses } from '@readerlens/contract/vocabulary';
import type { AlertRule } from '@readerlens/contract';
import { evaluate } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { runs, testNow, testSeed } from '@readerlens/filters/testing';
import { createScope } from '../../../people/policy.ts';
import type { DataScope } from '../../../people/policy.ts';
import { storableFilters } from '../../../activities/testing/facts-store.ts';
import { describeOnOneEngine } from '../../../platform/testing/index.ts';
import { readFacts, readAllFacts } from './alert-facts.ts';
import { planSlot } from '../rules/alert-types.ts';
import type { AlertActivity, AlertDefinition, AlertFacts, AlertState } from '../rules/evaluation.ts';
import { collectFacts } from '../rules/testing/activities-in-memory.ts';
import { narrowTo, selectStored } from '../../../activities/select-stored.ts';
import {
  arbFilters,
  arbRule,
  catalogue,
  dayMs,
  formatPastDate,
  insertRows,
  rows,
  staff,
} from './testing/fact-rows.ts';
import type { Row } from './testing/fact-rows.ts';

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

const clientsFilter = (ids: readonly number[]): Filter => ({
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: ids.map((id) => ({ id: String(id) })),
  allowNA: false,
});

describeOnOneEngine('the facts of alerts', (db) => {
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
    // Some seeds have few. Without any, this would prove nothing.
    expect([testSeed, plan.notified.length]).not.toContain(0);
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
