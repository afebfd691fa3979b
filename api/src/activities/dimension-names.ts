import { sql } from 'kysely';
import { namesCacheMs } from '../deadlines.ts';
import { cached } from '../platform/cached.ts';
import type { Database } from '../platform/db/index.ts';

/** Names that upstream systems send for 'none'. */
export const noName = '-1';

const tables = ['document_type', 'community', 'region'] as const;
type Dimension = (typeof tables)[number];

/** Names of the small dimensions by id. */
export type DimensionNames = Readonly<Record<Dimension, ReadonlyMap<number, string>>>;
export type DimensionNamesSource = () => Promise<DimensionNames>;

const namesQuery = (table: Dimension) =>
  sql`SELECT ${sql.lit(table)} AS dimension, id, name FROM ${sql.table(table)}`;

const read = async ({ kysely }: Pick<Database, 'kysely'>): Promise<DimensionNames> => {
  const query = sql<{
    dimension: Dimension;
    id: number;
    name: string;
  }>`${sql.join(tables.map(namesQuery), sql` UNION ALL `)}`;
  const { rows } = await query.execute(kysely);
  const collectNames = (dimension: Dimension) =>
    new Map(rows.filter((row) => row.dimension === dimension).map(({ id, name }) => [id, name]));
  return {
    document_type: collectNames('document_type'),
    community: collectNames('community'),
    region: collectNames('region'),
  };
};

/** Reads the names twice a minute, so that dashboard calls need no joins. */
export const createDimensionNamesSource = (db: Pick<Database, 'kysely'>): DimensionNamesSource => {
  const cache = cached(() => read(db), namesCacheMs);
  return () => cache.get('all');
};
