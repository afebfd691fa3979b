import type { Kysely } from 'kysely';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import type { ActivityOrder } from '../../activities/activity-order.ts';
import { readKeys } from '../../activities/key-list.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Schema } from '../../platform/db/index.ts';

export interface PageRequest {
  readonly where: Condition;
  /** Counts the activities of `where`. */
  readonly count: () => Promise<number>;
  readonly order: ActivityOrder;
  /** 1-based. */
  readonly page: number;
  readonly size: number;
}

export interface FoundPage {
  readonly total: number;
  readonly keys: readonly ActivityKey[];
}

/** Keys before `offset` must be skipped, so reading starts from the nearer end. */
const readFromNearerEnd = async (
  kysely: Kysely<Schema>,
  { where, order, size }: PageRequest,
  { offset, total }: { offset: number; total: number },
): Promise<ActivityKey[]> => {
  const count = Math.min(size, total - offset);
  const behind = total - offset - count;
  if (offset <= behind) return readKeys(kysely, where, buildKeyOrder(order), { size: count, offset });
  const backwards = buildKeyOrder(order, { backwards: true });
  return (await readKeys(kysely, where, backwards, { size: count, offset: behind })).toReversed();
};

/** The number of matching activities, and the keys of one page; a page after the last is empty. */
export const readPage = async (kysely: Kysely<Schema>, request: PageRequest): Promise<FoundPage> => {
  const { where, count, order, page, size } = request;
  if (page === 1) {
    const [total, keys] = await Promise.all([
      count(),
      readKeys(kysely, where, buildKeyOrder(order), { size, offset: 0 }),
    ]);
    return { total, keys };
  }
  const total = await count();
  const offset = (page - 1) * size;
  return { total, keys: offset < total ? await readFromNearerEnd(kysely, request, { offset, total }) : [] };
};
