import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Condition } from './filter-sql.ts';
import type { KeyRange } from './key-list.ts';

/** How many activities there are, and when the first and the last occurred, in microseconds since 1970. */
export interface Extent {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

export const noActivities: Extent = { count: 0, first: 0, last: 0 };

const micros = (instant: RawBuilder<unknown>) =>
  sql`coalesce((extract(epoch FROM ${instant}) * 1000000)::bigint, 0)`;

/** The extent of the matching activities. */
export const selectExtent = (where: Condition): RawBuilder<Extent> => sql<Extent>`
  SELECT count(*) AS count, ${micros(sql`min(e.occurred_at)`)} AS first, ${micros(sql`max(e.occurred_at)`)} AS last
  FROM engagement AS e WHERE ${where}`;

/** Activities from an end of a period. */
export interface PartRequest {
  readonly extent: Extent;
  /** From the last activity back, or from the first on. */
  readonly newestFirst: boolean;
  /** When the part begins, in microseconds since 1970, if not at that end. */
  readonly start?: number | undefined;
  /** Which of the activities from there are read. */
  readonly range: KeyRange;
}

/** A part that has these times the activities that are needed, if they are spread evenly. */
const firstGuess = 4;
/** How much longer the next part is. */
const growth = 8;
/** With more, the whole is read at once. */
const largestShare = 0.25;

/**
 * Rows in the order of time, from a part of the period that has enough of them. The activities of several clients lie in as many places of the
 * index, so that the newest of all are found only by reading and sorting whatever occurred in a period: the shorter, the fewer.
 * @param read reads the range of a part, or of the whole period
 */
export const readFromPart = async <Row>(
  { extent: { count, first, last }, newestFirst, start, range: { size, offset } }: PartRequest,
  read: (part?: Condition) => Promise<Row[]>,
): Promise<Row[]> => {
  for (let share = (firstGuess * (offset + size)) / count; share <= largestShare; share *= growth) {
    const length = (last - first) * share;
    const bound = Math.round(newestFirst ? (start ?? last) - length : (start ?? first) + length);
    const instant = sql`('epoch'::timestamptz + ${bound}::bigint * interval '1 microsecond')`;
    const rows = await read(
      newestFirst ? sql<SqlBool>`e.occurred_at >= ${instant}` : sql<SqlBool>`e.occurred_at <= ${instant}`,
    );
    if (rows.length >= size) return rows;
  }
  return read();
};
