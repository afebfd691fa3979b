import { sql } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';
import type { Transaction } from 'kysely';
import { accountListsPart } from './account-lists.ts';
import { reportsPart } from './activity-reports.ts';
import { accountsPart } from './accounts.ts';
import { alertsPart } from './alerts.ts';
import { monthsBefore } from './calendar.ts';
import { chatChannelsPart } from './chat-channels.ts';
import { demoSizes } from './demo-size.ts';
import type { DemoScale } from './demo-size.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { usersPart } from './demo-users.ts';
import { dimensionsPart } from './dimension-tables.ts';
import { buildDimensions } from './dimensions.ts';
import { buildDocuments } from './documents.ts';
import { eventsPart } from './events.ts';
import { activitiesPart } from './fact-rows.ts';
import { newslettersPart } from './newsletters.ts';
import { onboardingPart } from './onboarding.ts';
import { opportunitiesPart } from './opportunities.ts';
import { pageMailsPart } from './page-mails.ts';
import { buildOrganisations, buildReaders } from './people.ts';
import { createRandom } from './random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { reviewPart } from './review-cases.ts';
import { searchesPart } from './saved-searches.ts';
import { webinarsPart } from './webinars.ts';
import type { World } from './world.ts';

export interface DemoOptions {
  /** The end of the demo; all its dates are relative to it. */
  readonly now: Date;
  readonly scale?: DemoScale;
  /** Of the password of all demo users. Without it, none of them can log in. */
  readonly passwordHash?: string;
  /** Of the product that the demo is for. Without it, messages to the chat channel of the demo fail. */
  readonly secrets?: Pick<Secrets, 'deriveDataKeys'>;
  /** Counts activities written so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

const months = 24;
const seed = 'readerlens';

/** The demo without its activities, which are generated while they are written. The same `now` gives the same world. */
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

/** Tables are written in this order. Another area adds a file with its part, and a line here. */
const demoParts: readonly DemoPart[] = [
  dimensionsPart,
  usersPart,
  accountsPart,
  searchesPart,
  alertsPart,
  reportsPart,
  chatChannelsPart,
  onboardingPart,
  opportunitiesPart,
  webinarsPart,
  eventsPart,
  newslettersPart,
  pageMailsPart,
  accountListsPart,
  reviewPart,
  activitiesPart,
];

/** The tables of all parts with their rows, referenced tables first. Rows are made while they are read, once. */
export function* demoTables(
  world: World,
  { passwordHash, secrets, onProgress }: Omit<DemoOptions, 'now' | 'scale'>,
): Generator<DemoTable> {
  const parts = demoParts.map((part) => ({
    part,
    random: createRandom(`${part.name} ${world.size.activities}`),
  }));
  const plannedActivities = parts.flatMap(({ part, random }) => part.activities?.(world, random) ?? []);
  const context = { passwordHash, secrets, onProgress, plannedActivities };
  for (const { part, random } of parts) yield* part.tables?.(world, context, random) ?? [];
}

/** Their ids do not come from a sequence. */
const tablesWithUuids: ReadonlySet<string> = new Set([
  'alert',
  'activity_report_config',
  'onboarding_form',
  'onboarding_contact',
  'onboarding_content',
  'marketing_upload',
  'page_mail',
  'account_list',
  'chat_channel',
]);

/** Rows with explicit ids do not advance the sequence that the next id comes from. */
const advanceIdSequence = async (trx: Transaction<Schema>, table: string) => {
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

/** Building these after the rows are in is several times faster than updating them for each row. */
const rebuiltIndexes = [
  'engagement_covering',
  'engagement_available',
  'engagement_external',
  'engagement_organisation',
  'engagement_reader',
  'engagement_review',
  'engagement_subsequent',
];

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
 * Fills an empty database with the demo in one transaction. Returns false, and changes nothing, if the database has a
 * user or a client.
 */
export const loadDemo = async (db: Database, options: DemoOptions): Promise<boolean> => {
  const isLoaded = await db.transaction(
    async (trx) => {
      if (!(await isEmpty(trx))) return false;
      await withoutIndexes(trx, rebuiltIndexes, async () => {
        for (const { table, columns, rows } of demoTables(buildWorld(options.now, options.scale), options)) {
          await db.copyIn(table, columns, rows, trx);
          if (columns.includes('id') && !tablesWithUuids.has(table)) await advanceIdSequence(trx, table);
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
