import * as fc from 'fast-check';
import { sql } from 'kysely';
import { searchSortFields } from '@readerlens/contract/explorer';
import { activityTypes } from '@readerlens/contract/vocabulary';
import {
  createCatalogue,
  evaluate,
  fromQuery,
  parseModel,
  toQuery,
  toRequest,
  withDefaultDateRange,
} from '@readerlens/filters/model';
import type { EngagementFacts, FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { arbFacts, arbFilters, runs, testNow as now, testSeed } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import {
  factQuestions,
  insertFacts,
  storable,
  storableFilters,
} from '../../activities/testing/facts-store.ts';
import { describeOnEachEngine, setDate } from '../../platform/testing/index.ts';
import type { SearchPage } from './testing/search-pages.ts';

const rowCount = 150;
/** Number of concurrent requests. */
const batchSize = 8;

const catalogue: FieldCatalogue = createCatalogue(factQuestions);
const rows = storable(fc.sample(arbFacts, { numRuns: rowCount, seed: testSeed }));
const buildId = (row: EngagementFacts) => `${row.clientId}-${rows.indexOf(row) + 1}`;

/** As in the filter panel: selected options have names. */
const named = (filters: readonly Filter[]): Filter[] =>
  filters.map((filter) =>
    filter.$type === 'Terms'
      ? { ...filter, value: filter.value.map(({ id }) => ({ id, name: `Name of ${id}` })) }
      : filter,
  );

interface Question {
  readonly model: FilterModel;
  readonly sort: string | undefined;
  readonly caller: keyof typeof callers;
}

const arbQuestion: fc.Arbitrary<Question> = fc.record({
  model: fc.record({
    filters: fc
      .tuple(arbFilters(catalogue, 4), fc.integer({ min: 0, max: 7 }))
      .map(([filters, draw]) => (draw === 0 ? named(storableFilters(filters)) : storableFilters(filters))),
    indices: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...activityTypes]) },
    ),
  }),
  sort: fc.option(
    fc
      .tuple(fc.constantFrom(...searchSortFields), fc.constantFrom('asc', 'desc'))
      .map((parts) => parts.join(' ')),
    { nil: undefined },
  ),
  caller: fc.constantFrom('staff', 'staff', 'withoutEvents', 'client'),
});

const everyField = catalogue.fields.map(({ field }) => field);
const everyClient = [...new Set(rows.map(({ clientId }) => Number(clientId)))];
const ownClients: Filter = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: everyClient.map((id) => ({ id: String(id) })),
  allowNA: false,
};

/** A user with the expected scope and search fields. */
const callers = {
  staff: {
    user: { activity_fields: everyField },
    adds: [] as readonly Filter[],
    sees: (_row: EngagementFacts) => true,
    searchesBy: (_field: string) => true,
  },
  withoutEvents: {
    user: { activity_fields: everyField, denied_activity_types: ['Event' as const] },
    adds: [] as readonly Filter[],
    sees: ({ activityType }: EngagementFacts) => activityType !== 'Event',
    searchesBy: (_field: string) => true,
  },
  client: {
    user: {
      role: 'Client' as const,
      activity_fields: everyField,
      clients: everyClient,
      communities: [1, 2, 3, 10],
    },
    adds: [ownClients],
    sees: ({ onlineId }: EngagementFacts) => ['1', '2', '3', '10'].includes(onlineId ?? ''),
    searchesBy: (field: string) => field !== 'JsProcessed',
  },
};

const expectedIds = ({ filters, indices }: FilterModel, caller: Question['caller']): string[] => {
  const { sees, searchesBy } = callers[caller];
  const asked = withDefaultDateRange(
    filters.filter(({ field }) => searchesBy(field)),
    now,
  );
  const context = { now, catalogue, activityTypes: indices };
  return rows.filter((row) => sees(row) && evaluate(row, asked, context)).map(buildId);
};

/** The same text for equal JSON, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const afterLink = (model: FilterModel): FilterModel => {
  const read = fromQuery(toQuery(model), catalogue);
  expect(read.problems).toEqual([]);
  return read.model;
};

const parsed = (stored: unknown): FilterModel => {
  const read = parseModel(stored, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.model;
};

describeOnEachEngine('generated filters', (db, engine) => {
  const modelCount = runs({ test: engine === 'pglite' ? 120 : 40, soak: 5000 });
  // Rows and ranges are close to one instant; only the date is mocked.
  beforeAll(() => setDate(now));
  afterAll(() => jest.useRealTimers());
  const world = activityWorld(db);
  const tokens = new Map<Question['caller'], string>();
  beforeAll(async () => {
    await insertFacts(db(), rows, catalogue);
    for (const id of everyClient) await world().add('client', { id, name: `Client ${id}` });
    for (const id of [3, 10]) await world().add('community', { id, name: `Community ${id}` });
    for (const caller of ['staff', 'withoutEvents', 'client'] as const)
      tokens.set(caller, await world().tokenOf(callers[caller].user));
  });

  /** The models as read back from JSON columns. */
  const afterStorage = async (models: readonly FilterModel[]): Promise<FilterModel[]> => {
    const query = sql<{ model: unknown }>`
      SELECT model FROM unnest(${models.map((model) => JSON.stringify(model))}::jsonb[]) WITH ORDINALITY AS given (model, place)
      ORDER BY place`;
    return (await query.execute(db().kysely)).rows.map(({ model }) => parsed(model));
  };

  const found = async (model: FilterModel, { sort, caller }: Question): Promise<string[]> => {
    const ids: string[] = [];
    for (let page = 1, total = 1; (page - 1) * 50 < total; page += 1) {
      const body = { ...toRequest(model), page, ...(sort === undefined ? {} : { sort }) };
      const answer = await world().call('POST /api/analytics/search', { token: tokens.get(caller), body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const read = answer.body as unknown as SearchPage;
      total = read.total;
      ids.push(...read.items.map(({ id }) => id));
    }
    return ids.sort();
  };

  let asked = 0;
  let hits = 0;
  const expectSameRows = async (question: Question, stored: FilterModel): Promise<void> => {
    const { caller } = question;
    const add = ({ filters, indices }: FilterModel): FilterModel => ({
      filters: [...callers[caller].adds, ...filters],
      indices,
    });
    const direct = add(question.model);
    const expected = expectedIds(direct, caller).sort();
    const forms = [direct, afterLink(direct), add(stored)];
    // Identical bodies are requested once.
    const different = new Map(forms.map((form) => [canonical(toRequest(form)), form]));
    for (const form of different.values()) {
      expect(expectedIds(form, caller).sort()).toEqual(expected);
      expect(await found(form, question)).toEqual(expected);
    }
    asked += 1;
    hits += expected.length;
  };

  it('match the same rows as the evaluator, also after a round trip through links and storage', async () => {
    const batches = fc.array(arbQuestion, { minLength: batchSize, maxLength: batchSize });
    const property = fc.asyncProperty(batches, async (questions) => {
      const stored = await afterStorage(questions.map(({ model }) => model));
      await Promise.all(
        questions.map((question, index) => expectSameRows(question, stored[index] ?? question.model)),
      );
    });
    await fc.assert(property, { numRuns: modelCount / batchSize, seed: testSeed });
    expect(asked).toBe(modelCount);
    // Filters without any match would prove nothing.
    expect(hits).toBeGreaterThan(10 * modelCount);
  }, 600_000);
});
