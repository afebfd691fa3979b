import * as fc from 'fast-check';
import { sql } from 'kysely';
import { activityTypes } from '@readerlens/contract/vocabulary';
import {
  accountListsField,
  createCatalogue,
  evaluate,
  prepareForQuery,
  termsFilter,
} from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import {
  evaluateRule,
  arbFacts,
  arbFilter,
  arbFilters,
  runs,
  testNow,
  testSeed,
} from '@readerlens/filters/testing';
import { describeOnEachEngine } from '../platform/testing/index.ts';
import type { Database } from '../platform/db/index.ts';
import { createScope } from '../people/policy.ts';
import type { DataScope } from '../people/policy.ts';
import { withOrganisations } from './account-lists/filtered-lists.ts';
import type { KnownLists } from './account-lists/filtered-lists.ts';
import { findPlace } from './field-places.ts';
import { narrowTo } from './select-stored.ts';
import { undatedWhere } from './selection.ts';
import type { UndatedSelection } from './selection.ts';
import { factQuestions, insertFacts, storable, storableFilters } from './testing/facts-store.ts';

const rowCount = 400;
const catalogue = createCatalogue(factQuestions);
/** Lists of the ids of organizations in rows. Ids that no row has are lists that do not exist. */
const organizationsByList: Readonly<Record<string, readonly string[]>> = {
  '1': ['1', '2', '7'],
  '2': ['2', '10'],
  '3': [],
  '10': ['3', '4', '5', '11'],
};
const context = { now: testNow, catalogue, lists: new Map(Object.entries(organizationsByList)) };
const knownLists: KnownLists = new Map(
  Object.entries(organizationsByList).map(([id, ids]) => [
    id,
    {
      id,
      clientId: 1,
      ownerId: 1,
      name: 'List',
      isShared: true,
      organisationIds: ids.map(Number),
      rule: null,
    },
  ]),
);
const scope = createScope(
  { role: 'Internal', activity_fields: [], denied_activity_types: [] },
  { clientIds: [], communityIds: [] },
  catalogue,
);

const idsFound = async (
  db: Database,
  filters: readonly Filter[],
  { lists, viewer }: { lists: KnownLists; viewer: DataScope } = { lists: knownLists, viewer: scope },
  recipient: DataScope = scope,
): Promise<number[]> => {
  const prepared = prepareForQuery(filters, context);
  const selection: UndatedSelection = {
    clientIds: 'all',
    communityIds: 'all',
    activityTypes,
    catalogue,
    ...withOrganisations(prepared, lists, { scope: viewer, catalogue, now: testNow }),
  };
  const where = undatedWhere(narrowTo(recipient, selection));
  const { rows } = await sql<{
    id: number;
  }>`SELECT e.id FROM engagement e WHERE ${where} ORDER BY e.id`.execute(db.kysely);
  return rows.map(({ id }) => id);
};

test('every named field is mapped to a database column', () => {
  const named = createCatalogue().fields.map(({ field }) => field);
  // Account lists are organizations by the time there is SQL.
  expect(named.filter((field) => !findPlace(field))).toEqual(['RelativeDateRange', 'AccountLists']);
});

describeOnEachEngine('filters as SQL', (db) => {
  const rows = storable(fc.sample(arbFacts, { numRuns: rowCount, seed: testSeed }));
  beforeAll(() => insertFacts(db(), rows, catalogue));

  const expectSameRows = async (filters: readonly Filter[]) => {
    const asked = storableFilters(filters);
    const expected = rows.flatMap((row, index) => (evaluate(row, asked, context) ? [index + 1] : []));
    expect(await idsFound(db(), asked)).toEqual(expected);
  };

  test('a list of filters matches the same rows as the evaluator', async () => {
    const property = fc.asyncProperty(arbFilters(catalogue, 4), expectSameRows);
    await expect(
      fc.assert(property, { numRuns: runs({ test: 200, soak: 2000 }), seed: testSeed }),
    ).resolves.toBeUndefined();
  });

  test.each(catalogue.fields.map((definition) => [definition.field, definition] as const))(
    '%s alone matches the same rows as the evaluator',
    async (_, definition) => {
      const property = fc.asyncProperty(arbFilter(definition), (filter) => expectSameRows([filter]));
      await expect(
        fc.assert(property, { numRuns: runs({ test: 12, soak: 100 }), seed: testSeed }),
      ).resolves.toBeUndefined();
    },
  );

  const arbRule = fc.record({
    clientId: fc.constantFrom('1', '2'),
    filters: arbFilters(catalogue, 2).map((filters) =>
      storableFilters(filters.filter(({ field }) => field !== accountListsField)),
    ),
    least: fc.integer({ min: 1, max: 6 }),
    most: fc.constantFrom(1, 2, 3, 2000),
  });
  const arbViewer = fc.record({
    communities: fc.constantFrom<string[] | null>(null, ['1', '2'], []),
    types: fc.subarray([...activityTypes], { minLength: 1 }),
  });

  test('a list by a rule has the organizations that the evaluator finds among what its viewer sees', async () => {
    const property = fc.asyncProperty(
      arbRule,
      arbViewer,
      fc.subarray(['1', '20'], { minLength: 1 }),
      fc.constantFrom<'Contains' | 'NotContains'>('Contains', 'NotContains'),
      fc.boolean(),
      async (rule, { communities, types }, named, op, allowNA) => {
        const seen = rows.filter(
          ({ onlineId, activityType }) =>
            types.includes(activityType) && (communities?.includes(onlineId ?? '') ?? true),
        );
        const members = evaluateRule(seen, rule, context);
        const lists = new Map([...context.lists, ['20', members]]);
        const stored = {
          filters: rule.filters,
          indices: [],
          leastEngagements: rule.least,
          mostOrganizations: rule.most,
        };
        const list = { id: '20', clientId: Number(rule.clientId), ownerId: 1, name: 'Rule', isShared: true };
        const known = new Map(knownLists).set('20', { ...list, organisationIds: [], rule: stored });
        const communityIds = communities === null ? ('all' as const) : communities.map(Number);
        const full = { ...scope, searchFields: new Set(catalogue.fields.map(({ field }) => field)) };
        const viewer: DataScope = { ...full, activityTypes: types, communityIds };
        const ids = named.map((id) => ({ id }));
        const filter = { ...termsFilter(accountListsField, ids), op, allowNA };
        const expected = rows.flatMap((row, index) =>
          evaluate(row, [filter], { ...context, lists }) ? [index + 1] : [],
        );
        expect(await idsFound(db(), [filter], { lists: known, viewer })).toEqual(expected);
        // A recipient of what somebody else selected gets the members among what the recipient sees.
        const narrowed = await idsFound(db(), [filter], { lists: known, viewer: full }, viewer);
        expect(narrowed).toEqual(expected.filter((id) => seen.includes(rows[id - 1]!)));
      },
    );
    await expect(
      fc.assert(property, { numRuns: runs({ test: 100, soak: 2000 }), seed: testSeed }),
    ).resolves.toBeUndefined();
  });
});
