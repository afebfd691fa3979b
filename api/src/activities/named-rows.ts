import type { Kysely } from 'kysely';
import { formatActivityId } from './activity-key.ts';
import type { ActivityKey, QualifiedKey } from './activity-key.ts';
import { buildKeyOrder } from './activity-order.ts';
import type { ActivityOrder } from './activity-order.ts';
import { readActivities } from './activity-rows.ts';
import type { ActivityRow } from './activity-rows.ts';
import { readKeys } from './key-list.ts';
import { namedWhere, requireAll } from './named-activities.ts';
import type { Schema } from '../platform/db/index.ts';
import type { DataScope } from '../people/policy.ts';

const anyOrder: ActivityOrder = { field: 'date', descending: true, blinded: false };

/** Keys in the given order. */
const inGivenOrder = (keys: readonly ActivityKey[], named: readonly QualifiedKey[]): ActivityKey[] => {
  const byId = new Map(keys.map((key) => [formatActivityId(key), key]));
  return named.flatMap((key) => byId.get(formatActivityId(key)) ?? []);
};

/**
 * The given activities, in `order` if set, else in the given order.
 * @throws AppError 404 if the caller may not see all of them
 */
export const readNamedRows = async (
  kysely: Kysely<Schema>,
  named: readonly QualifiedKey[],
  scope: DataScope,
  order?: ActivityOrder,
): Promise<ActivityRow[]> => {
  const range = { size: named.length, offset: 0 };
  const keyOrder = buildKeyOrder(order ?? anyOrder);
  const visible = named.length > 0 ? await readKeys(kysely, namedWhere(named, scope), keyOrder, range) : [];
  requireAll({ found: visible.length, asked: Math.max(1, named.length) });
  return readActivities(kysely, order ? visible : inGivenOrder(visible, named));
};
