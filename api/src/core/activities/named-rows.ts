import type { Kysely } from 'kysely';
import { activityIdOf, qualifiedKeyOf } from './activity-key.ts';
import type { ActivityKey, QualifiedKey } from './activity-key.ts';
import { keyOrderOf } from './activity-order.ts';
import type { ActivityOrder } from './activity-order.ts';
import { readActivities } from './activity-rows.ts';
import type { ActivityRow } from './activity-rows.ts';
import { readKeys } from './key-list.ts';
import { namedWhere } from './named-activities.ts';
import type { Schema } from '../../platform/db/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { DataScope } from '../people/policy.ts';

const anyOrder: ActivityOrder = { field: 'date', descending: true, blinded: false };

/** Keys in the given order. */
const inGivenOrder = (keys: readonly ActivityKey[], named: readonly QualifiedKey[]): ActivityKey[] => {
  const remaining = new Map(keys.map((key) => [activityIdOf(key), key]));
  return named.flatMap((key) => {
    const found = remaining.get(activityIdOf(key)) ?? [];
    // The same activity may be given with several types, only one of which is correct.
    remaining.delete(activityIdOf(key));
    return found;
  });
};

/**
 * The given activities that the caller may see, in `order` if set, else in the given order.
 * @throws AppError 404 if there are none
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
  const rows = await readActivities(kysely, order ? visible : inGivenOrder(visible, named));
  if (rows.length === 0) throw notFound('There is no such activity.');
  return rows;
};

/** Parses qualified ids; malformed ones are skipped. */
export const namedKeys = (itemIds: readonly string[]): QualifiedKey[] =>
  itemIds.flatMap((id) => qualifiedKeyOf(id) ?? []);
