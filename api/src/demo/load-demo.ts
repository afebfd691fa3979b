import { sql } from 'kysely';
import type { Database, Schema } from '../platform/db/index.ts';
import type { Transaction } from 'kysely';
import { buildActivities } from './activities.ts';
import { monthsBefore } from './calendar.ts';
import { demoSizes } from './demo-size.ts';
import type { DemoScale } from './demo-size.ts';
import type { DemoTable } from './demo-table.ts';
import { userTables } from './demo-users.ts';
import { dimensionTables } from './dimension-tables.ts';
import { buildDimensions } from './dimensions.ts';
import { buildDocuments } from './documents.ts';
import { detailColumns, factColumns, factRows } from './fact-rows.ts';
import type { Row } from './fact-rows.ts';
import { buildOrganisations, buildReaders } from './people.ts';
import { createRandom } from './random.ts';
import { savedSearchTable } from './saved-searches.ts';
import type { World } from './world.ts';

export interface DemoOptions {
  /** The demo ends here: its dates are relative to it. */
  readonly now: Date;
  readonly scale?: DemoScale;
  /** Of the password of all demo users. Without it, nobody of them can log in. */
  readonly passwordHash?: string;
  /** Told what has been written so far, in activities. */
  readonly onProgress?: (done: number, total: number) => void;
}

const months = 24;
const seed = 'readerlens';

/** The whole demo in memory but for its activities, which are made while they are written. Same `now`, same world. */
export const buildWorld = (now: Date, scale: DemoScale = 'default'): World => {
  const size = demoSizes[scale];
  const random = createRandom(`${seed} ${scale}`);
  const dimensions = buildDimensions(size, random);
  const documents = buildDocuments(dimensions, size, random, now.getTime());
  const organisations = buildOrganisations(size, random);
  const readers = buildReaders({ dimensions, organisations, size, random });
  return {
    dimensions,
    documents,
    organisations,
    readers,
    size,
    random,
    from: monthsBefore(now.getTime(), months),
    now: now.getTime(),
  };
};

const progressing = function* (rows: Iterable<Row>, total: number, onProgress: DemoOptions['onProgress']) {
  let done = 0;
  for (const row of rows) {
    yield row;
    done += 1;
    if (done % 10_000 === 0) onProgress?.(done, total);
  }
  onProgress?.(done, total);
};

/** The tables with their rows in an order that references allow. Rows are made while they are read, once. */
export function* demoTables(
  world: World,
  { now, passwordHash, onProgress }: DemoOptions,
): Generator<DemoTable> {
  yield* dimensionTables(world);
  yield* userTables({ now, passwordHash });
  yield savedSearchTable(world);
  const details: Row[] = [];
  const rows = factRows(world, buildActivities(world), details);
  yield {
    table: 'engagement',
    columns: factColumns,
    rows: progressing(rows, world.size.activities, onProgress),
  };
  yield { table: 'engagement_detail', columns: detailColumns, rows: details };
}

/** Explicit ids do not move the counters that give the next ones. */
const moveCounter = async (trx: Transaction<Schema>, table: string) => {
  await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), greatest((SELECT max(id) FROM ${sql.table(table)}), 1))`.execute(
    trx,
  );
};

const isEmpty = async (trx: Transaction<Schema>): Promise<boolean> => {
  const row = await trx
    .selectNoFrom([
      sql<boolean>`NOT EXISTS (SELECT FROM app_user) AND NOT EXISTS (SELECT FROM client)`.as('is_empty'),
    ])
    .executeTakeFirstOrThrow();
  return row.is_empty;
};

/** Built after the rows are in, several times faster than kept up with each of them. */
const lateIndexes = ['engagement_covering', 'engagement_review', 'engagement_subsequent'];

const withoutIndexes = async (
  trx: Transaction<Schema>,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname = ANY(${names}::text[])`.execute(
    trx,
  );
  for (const { name } of rows) await sql`DROP INDEX ${sql.id(name)}`.execute(trx);
  await work();
  for (const { definition } of rows) await sql.raw(definition).execute(trx);
};

/**
 * Fills an empty database with the demo, all of it or nothing, and answers true. A database that has a user or a
 * client is left alone, with the answer false.
 */
export const loadDemo = async (db: Database, options: DemoOptions): Promise<boolean> => {
  const isLoaded = await db.transaction(
    async (trx) => {
      if (!(await isEmpty(trx))) return false;
      await withoutIndexes(trx, lateIndexes, async () => {
        for (const { table, columns, rows } of demoTables(buildWorld(options.now, options.scale), options)) {
          await db.copyIn(table, columns, rows, trx);
          if (columns.includes('id')) await moveCounter(trx, table);
        }
      });
      return true;
    },
    { timeoutMs: 0 },
  );
  // Index-only scans need the visibility map, which only a vacuum writes.
  if (isLoaded) await sql`VACUUM (ANALYZE)`.execute(db.kysely);
  return isLoaded;
};
