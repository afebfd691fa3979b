// Random activities, rules and filters that tests of alerts count.
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { reviewStatuses } from '@readerlens/contract/vocabulary';
import type { AlertRule } from '@readerlens/contract';
import { createCatalogue } from '@readerlens/filters/model';
import { arbFacts, arbFilter, testNow, testSeed } from '@readerlens/filters/testing';
import { statusCode } from '../../../../activities/codes.ts';
import { findPlace } from '../../../../activities/field-places.ts';
import { createScope } from '../../../../people/policy.ts';
import { factQuestions, insertFacts, storable } from '../../../../activities/testing/facts-store.ts';
import type { Database } from '../../../../platform/db/index.ts';

export const catalogue = createCatalogue(factQuestions);
export const dayMs = 86_400_000;
export const formatPastDate = (daysAgo: number) =>
  new Date(testNow.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);

const rowCount = 600;
/** Rows with few readers, statuses, and times of their own at which they became available. */
export const rows = storable(fc.sample(arbFacts, { numRuns: rowCount, seed: testSeed })).map(
  (facts, index) => ({
    facts,
    id: index + 1,
    readerId: 1 + ((index * 7) % 12),
    status: reviewStatuses[index % 7] ?? ('Approved' as const),
    // Half of them at a midnight, where windows start and end.
    availableAt: new Date(
      Date.parse(formatPastDate((index * 7919) % 300)) + (index % 2) * ((index * 31) % 24) * 3_600_000,
    ),
  }),
);
export type Row = (typeof rows)[number];

export const insertRows = async (db: Database) => {
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

export const searchable = catalogue.fields.filter(
  ({ field, question }) =>
    // Rows share readers, but each has a document and an organization of its own facts.
    (question !== undefined || !['reader', undefined].includes(findPlace(field)?.table)) &&
    !['DateRange', 'Clients'].includes(field),
);
export const staff = createScope(
  { role: 'Internal', activity_fields: searchable.map(({ field }) => field), denied_activity_types: [] },
  { clientIds: [], communityIds: [] },
  catalogue,
);
export const arbRule: fc.Arbitrary<AlertRule> = fc.oneof(
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

export const arbFilters = fc.array(
  fc.constantFrom(...searchable).chain((definition) => arbFilter(definition)),
  { maxLength: 2 },
);
