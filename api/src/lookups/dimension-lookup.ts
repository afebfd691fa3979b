import { sql } from 'kysely';
import { noName } from '../engagements/dimension-names.ts';
import { cached } from '../platform/cached.ts';
import type { Database } from '../platform/db/index.ts';
import type { NamedRow } from './client-lookup.ts';
import { blindedRows, newsletterStandIn } from './stand-ins.ts';
import type { Viewer } from './viewer.ts';

const tables = {
  countries: 'country',
  newsletters: 'newsletter',
  businessgroups: 'business_group',
  regions: 'region',
  'document-types': 'document_type',
  'content-topics': 'content_topic',
  personas: 'persona',
  'service-offerings': 'service_offering',
} as const;
export type DimensionName = keyof typeof tables;

/** All rows of a small dimension that have a name, by it; what has none is found as N/A. */
export const dimensionRows = async (
  { kysely }: Database,
  name: DimensionName,
  { blinded }: Pick<Viewer, 'blinded'>,
): Promise<NamedRow[]> => {
  const query = sql<NamedRow>`
    SELECT id, name FROM ${sql.table(tables[name])} WHERE name <> ${noName} ORDER BY lower(name), id`;
  const { rows } = await query.execute(kysely);
  return blinded && name === 'newsletters' ? blindedRows(rows, newsletterStandIn) : rows;
};

const readStates = async ({ kysely }: Database): Promise<string[]> => {
  const query = sql<{ state: string }>`
    SELECT state FROM (SELECT DISTINCT state FROM reader WHERE state <> '') AS known ORDER BY lower(state), state`;
  return (await query.execute(kysely)).rows.map(({ state }) => state);
};

/** States and provinces as readers have them, read once a minute: all readers are looked at for it. */
export const createStateLookup = (db: Database): (() => Promise<readonly string[]>) => {
  const cache = cached(() => readStates(db), 60_000);
  return () => cache.get('all');
};
