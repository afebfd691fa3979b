import { sql } from 'kysely';
import { lookupCacheMs } from '../../deadlines.ts';
import { noName } from '../dimension-names.ts';
import { cached } from '../../platform/cached.ts';
import type { Database, NamedRow } from '../../platform/db/index.ts';
import { blindedRows, newsletterPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';

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

/** All named rows of a small dimension, by name; rows without a name are found as N/A. */
export const dimensionRows = async (
  { kysely }: Database,
  name: DimensionName,
  { blinded }: Pick<Viewer, 'blinded'>,
): Promise<NamedRow[]> => {
  const query = sql<NamedRow>`
    SELECT id, name FROM ${sql.table(tables[name])} WHERE name <> ${noName} ORDER BY fold_text(name), id`;
  const { rows } = await query.execute(kysely);
  return blinded && name === 'newsletters' ? blindedRows(rows, newsletterPseudonym) : rows;
};

const readStates = async ({ kysely }: Database): Promise<string[]> => {
  const query = sql<{ state: string }>`
    SELECT state FROM (SELECT DISTINCT state FROM reader WHERE state <> '') AS known ORDER BY fold_text(state), state`;
  return (await query.execute(kysely)).rows.map(({ state }) => state);
};

/** States and provinces of readers, cached for a minute because the query scans all readers. */
export const createStateLookup = (db: Database): (() => Promise<readonly string[]>) => {
  const cache = cached(() => readStates(db), lookupCacheMs);
  return () => cache.get('all');
};
