import * as fc from 'fast-check';
import { sql } from 'kysely';
import { createCatalogue, evaluate, prepareForQuery } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { arbFacts, arbFilter, arbFilters, runs, testNow, testSeed } from '@readerlens/filters/testing';
import { describeOnEachEngine } from '../platform/testing/index.ts';
import type { Database } from '../platform/db/index.ts';
import { createScope } from '../people/policy.ts';
import { withOrganisations } from './account-lists/filtered-lists.ts';
import type { KnownLists } from './account-lists/filtered-lists.ts';
import { findPlace } from './field-places.ts';
import { joinWithAnd, filterConditions } from './filter-sql.ts';
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
    { id, clientId: 1, ownerId: 1, isShared: true, organisationIds: ids.map(Number) },
  ]),
);
const scope = createScope(
  { role: 'Internal', activity_fields: [], denied_activity_types: [] },
  { clientIds: [], communityIds: [] },
  catalogue,
);

const idsFound = async (db: Database, filters: readonly Filter[]): Promise<number[]> => {
  const prepared = withOrganisations(prepareForQuery(filters, context), knownLists, scope);
  const where = joinWithAnd(filterConditions(prepared, catalogue));
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
});
