import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { noActivities, selectExtent } from '../key-parts.ts';
import type { Extent } from '../key-parts.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { versionField } from './data-version.ts';
import { readInt64s } from './fields.ts';
import { createSharedReads } from './shared-reads.ts';

/** Reads how many activities a selection has, and when they occurred. */
export type ReadExtent = (selection: EngagementSelection) => Promise<Extent>;

/**
 * Keeps the extents of the last selections while the version of their data is the same, so that whoever turns the pages of a
 * list does not count it again for each.
 */
export const createSelectionExtents = (db: Database, mostBytes = 2 ** 21): ReadExtent => {
  const extents = createSharedReads<Extent>(
    db,
    {
      version: versionField,
      build(selection) {
        const where = selectionWhere(selection);
        const sent = sql`int8send(x.count) || int8send(x.first) || int8send(x.last)`;
        return sql`SELECT ${sent}, ${versionField(db.kysely, selection, where)}
          FROM (${selectExtent(where)}) AS x`.compile(db.kysely);
      },
      unpack([numbers]) {
        const [count = 0, first = 0, last = 0] = numbers ? readInt64s(numbers) : [];
        return { count, first, last };
      },
    },
    { mostBytes },
  );
  return async (selection) => {
    const kept = await extents.read(selection);
    if (kept) return kept;
    const [read] = (await selectExtent(selectionWhere(selection)).execute(db.kysely)).rows;
    return read ?? noActivities;
  };
};
