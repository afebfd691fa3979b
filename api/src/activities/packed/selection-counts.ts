import { sql } from 'kysely';
import type { CompiledQuery, Kysely } from 'kysely';
import { withoutParameters } from '../../platform/db/copy-rows.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { versionField } from './data-version.ts';
import { versionStatement } from './packed-statement.ts';

/** Counts the activities of a selection. */
export type CountSelection = (selection: EngagementSelection) => Promise<number>;

interface KeptCount {
  readonly count: number;
  readonly version: string;
}

/** The number of activities, and the version of the data in the same snapshot. */
const countStatement = (kysely: Kysely<Schema>, selection: EngagementSelection): CompiledQuery => {
  const where = selectionWhere(selection);
  return sql`SELECT int8send(count(*)), ${versionField(kysely, selection, where)}
    FROM engagement AS e WHERE ${where}`.compile(kysely);
};

const toText = (version: Uint8Array | null | undefined): string | undefined =>
  version ? Buffer.from(version).toString('hex') : undefined;

/**
 * Keeps the counts of the last selections while the version of their data is the same, so that whoever turns the pages of a list
 * does not count it again for each.
 */
export const createSelectionCounts = (db: Database, mostKept = 500): CountSelection => {
  /** By the text of their statement, in the order of use. */
  const kept = new Map<string, KeptCount>();

  const keep = (text: string, found: KeptCount) => {
    kept.delete(text);
    kept.set(text, found);
    if (kept.size <= mostKept) return;
    const [oldest] = kept.keys();
    kept.delete(oldest as string);
  };

  return async (selection) => {
    const query = countStatement(db.kysely, selection);
    const text = withoutParameters(query);
    const found = kept.get(text);
    if (found) {
      const [now] = await db.readFields(versionStatement(db.kysely, selection));
      if (toText(now) === found.version) {
        keep(text, found);
        return found.count;
      }
    }
    const [bytes, version] = await db.readFields(query);
    const count = Number(Buffer.from(bytes ?? []).readBigInt64BE());
    const read = toText(version);
    if (read !== undefined) keep(text, { count, version: read });
    return count;
  };
};
