import type { Kysely } from 'kysely';
import { activityIdOf, qualifiedKeyOf } from '../activities/activity-key.ts';
import type { ActivityKey, QualifiedKey } from '../activities/activity-key.ts';
import { keyOrderOf } from '../activities/activity-order.ts';
import type { ActivityOrder } from '../activities/activity-order.ts';
import { readActivities } from '../activities/activity-rows.ts';
import type { ActivityRow } from '../activities/activity-rows.ts';
import { readKeys } from '../activities/key-list.ts';
import { namedWhere } from '../activities/named-activities.ts';
import type { Schema } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import type { DataScope } from '../platform/policy.ts';

const anyOrder: ActivityOrder = { field: 'date', descending: true, blinded: false };

/** Keys in the order in which they were named. */
const asNamed = (keys: readonly ActivityKey[], named: readonly QualifiedKey[]): ActivityKey[] => {
  const unread = new Map(keys.map((key) => [activityIdOf(key), key]));
  return named.flatMap((key) => {
    const found = unread.get(activityIdOf(key)) ?? [];
    // One activity may be named under several types, of which one is true.
    unread.delete(activityIdOf(key));
    return found;
  });
};

/**
 * The named activities that the caller may see, in `order`, else in the order in which they are named.
 * @throws AppError 404 when there are none
 */
export const readNamedRows = async (
  kysely: Kysely<Schema>,
  named: readonly QualifiedKey[],
  scope: DataScope,
  order?: ActivityOrder,
): Promise<ActivityRow[]> => {
  const range = { size: named.length, offset: 0 };
  const keyOrder = keyOrderOf(order ?? anyOrder);
  const visible = named.length > 0 ? await readKeys(kysely, namedWhere(named, scope), keyOrder, range) : [];
  const rows = await readActivities(kysely, order ? visible : asNamed(visible, named));
  if (rows.length === 0) throw notFound('There is no such activity.');
  return rows;
};

/** What qualified ids stand for; one that cannot be an activity is none. */
export const namedKeys = (itemIds: readonly string[]): QualifiedKey[] =>
  itemIds.flatMap((id) => qualifiedKeyOf(id) ?? []);
