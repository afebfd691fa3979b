import type { Kysely } from 'kysely';
import type { ActivityKey } from '../activities/activity-key.ts';
import { keyOrderOf } from '../activities/activity-order.ts';
import type { ActivityOrder } from '../activities/activity-order.ts';
import { countActivities, readKeys } from '../activities/key-list.ts';
import type { Condition } from '../engagements/filter-sql.ts';
import type { Schema } from '../platform/db/index.ts';

export interface AskedPage {
  readonly where: Condition;
  readonly order: ActivityOrder;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export interface FoundPage {
  readonly total: number;
  readonly keys: readonly ActivityKey[];
}

/** Keys before `offset` have to be passed over, so they are read from the end that is nearer. */
const readFromNearerEnd = async (
  kysely: Kysely<Schema>,
  { where, order, size }: AskedPage,
  { offset, total }: { offset: number; total: number },
): Promise<ActivityKey[]> => {
  const count = Math.min(size, total - offset);
  const behind = total - offset - count;
  if (offset <= behind) return readKeys(kysely, where, keyOrderOf(order), { size: count, offset });
  const backwards = keyOrderOf(order, { backwards: true });
  return (await readKeys(kysely, where, backwards, { size: count, offset: behind })).toReversed();
};

/** How many activities match, and the keys of a page of them; a page behind the last has none. */
export const readPage = async (kysely: Kysely<Schema>, asked: AskedPage): Promise<FoundPage> => {
  const { where, order, page, size } = asked;
  if (page === 1) {
    const [total, keys] = await Promise.all([
      countActivities(kysely, where),
      readKeys(kysely, where, keyOrderOf(order), { size, offset: 0 }),
    ]);
    return { total, keys };
  }
  const total = await countActivities(kysely, where);
  const offset = (page - 1) * size;
  return { total, keys: offset < total ? await readFromNearerEnd(kysely, asked, { offset, total }) : [] };
};
