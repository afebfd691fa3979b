import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { Condition } from '../filter-sql.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { versionField } from './data-version.ts';
import type { PackedRows } from './packed-rows.ts';
import { gatherPage } from './packed-selections.ts';
import type { PackedSelections } from './packed-selections.ts';
import { isDividedByClient, packValues } from './packed-statement.ts';
import type { Bytes, PackedValue } from './packed-statement.ts';
import { createSharedReads } from './shared-reads.ts';
import type { SharedReadOptions, SharedReads } from './shared-reads.ts';

/** What is counted of a selection, and how it is read: nothing that depends on who asks. */
export interface Counts<Value> {
  /** The fields of one row, from a query `counted` of the activities `engagement AS e` that meet a condition. The first has integers of 32 bits, one for each group. */
  readonly select: (
    where: Condition,
    range: ResolvedRange,
  ) => {
    readonly fields: readonly RawBuilder<unknown>[];
    readonly from: RawBuilder<unknown>;
  };
  readonly unpack: (fields: readonly Bytes[]) => Value;
  /** The same from rows that others have packed, if they have all that is counted. */
  readonly count?: (rows: PackedRows) => Value;
  /** What `count` needs of each activity besides its reader and document; by default all. */
  readonly counted?: readonly PackedValue[];
}

/** Counts a selection, or returns undefined if it must be counted with SQL. */
export type ReadCounts = <Value>(
  counts: Counts<Value>,
  selection: EngagementSelection,
) => Promise<Value | undefined>;

/** A column of integers as one field. */
export const packInt32s = (values: RawBuilder<unknown>): RawBuilder<unknown> =>
  packValues(sql`int4send(${values})`);

/** A selection with more groups is counted with SQL. */
const mostGroups = 300_000;
const bytesPerGroup = 4;

/**
 * Counts selections from rows that others share or that are kept, or with statements of their own, whose counts are shared and kept in
 * the same way: of a ranking these are far smaller than the activities. Activities of several clients are always packed: after
 * a change of one client, counts cannot be updated, and rows can.
 */
export const createCountedSelections = (
  db: Database,
  packed: PackedSelections,
  options: SharedReadOptions,
): ReadCounts => {
  const all = new Map<unknown, SharedReads<unknown>>();
  const findReads = <Value>(counts: Counts<Value>): SharedReads<Value> => {
    const known = all.get(counts) as SharedReads<Value> | undefined;
    if (known) return known;
    const reads = createSharedReads<Value>(
      db,
      {
        version: versionField,
        build(selection) {
          const where = selectionWhere(selection);
          const { fields, from } = counts.select(where, selection.range);
          return sql`SELECT ${sql.join(fields)}, ${versionField(db.kysely, selection, where)}
            FROM (SELECT * FROM (${from}) AS counted LIMIT ${mostGroups + 1}::integer) AS counted`.compile(
            db.kysely,
          );
        },
        isTooLarge: ([first]) => (first?.byteLength ?? 0) > mostGroups * bytesPerGroup,
        unpack: (fields) => counts.unpack(fields),
      },
      { mostBytes: 2 ** 24, gather: gatherPage, ...options },
    );
    all.set(counts, reads);
    return reads;
  };
  return async (counts, selection) => {
    const isEnough = isDividedByClient(selection);
    const parts = counts.counted && new Set(counts.counted);
    const rows = counts.count && (await packed.read(selection, { parts, isEnough, joinsOnly: !isEnough }));
    return rows ? counts.count?.(rows) : findReads(counts).read(selection);
  };
};
