import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { countActivities } from '../key-list.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { versionField } from './data-version.ts';
import { readInt64s } from './fields.ts';
import { createSharedReads } from './shared-reads.ts';

/** Counts the activities of a selection. */
export type CountSelection = (selection: EngagementSelection) => Promise<number>;

/**
 * Keeps the counts of the last selections while the version of their data is the same, so that whoever turns the pages of a list
 * does not count it again for each.
 */
export const createSelectionCounts = (db: Database, mostBytes = 2 ** 21): CountSelection => {
  const counts = createSharedReads<number>(
    db,
    {
      build(selection) {
        const where = selectionWhere(selection);
        return sql`SELECT int8send(count(*)), ${versionField(db.kysely, selection, where)}
          FROM engagement AS e WHERE ${where}`.compile(db.kysely);
      },
      unpack: ([count]) => (count ? (readInt64s(count)[0] ?? 0) : 0),
    },
    { mostBytes },
  );
  return async (selection) =>
    (await counts.read(selection)) ?? countActivities(db.kysely, selectionWhere(selection));
};
