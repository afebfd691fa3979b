import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { activityTypeCode } from './codes.ts';
import { joinWithAnd } from './filter-sql.ts';
import type { Condition } from './filter-sql.ts';
import { visibleWhere } from './selection.ts';
import type { DataScope } from '../people/policy.ts';
import { badRequest, noSuchThing, notFound } from '../platform/http/errors.ts';
import { parseQualifiedId } from './activity-key.ts';
import type { QualifiedKey } from './activity-key.ts';

/**
 * Parses qualified ids.
 * @throws AppError 400 with the path of the first malformed one
 */
export const namedKeys = (itemIds: readonly string[]): QualifiedKey[] =>
  itemIds.map((id, index) => {
    const key = parseQualifiedId(id);
    if (key) return key;
    const message = `'${id}' is not the id of an activity.`;
    throw badRequest(message, 'invalid_input', [{ path: `itemIds.${index}`, message }]);
  });

/**
 * A file without some of the requested activities would look complete.
 * @throws AppError 404 with the number of activities that are missing or not visible to the caller
 */
export const requireAll = ({ found, asked }: { found: number; asked: number }): void => {
  if (found === asked) return;
  if (asked <= 1) throw noSuchThing('activity');
  throw notFound(`${asked - found} of the ${asked} activities do not exist or are not available to you.`);
};

/**
 * The condition on `engagement AS e` to be one of the given activities, to have the given type, and to be visible to
 * the caller.
 */
export const namedWhere = (named: readonly QualifiedKey[], scope: DataScope): Condition => {
  const clientIds = named.map(({ clientId }) => clientId);
  const ids = named.map(({ id }) => id);
  const types = named.map(({ type }) => activityTypeCode[type]);
  return joinWithAnd([
    sql<SqlBool>`(e.client_id, e.id, e.activity_type) IN (
      SELECT given.client_id, given.id, given.type
      FROM unnest(${clientIds}::integer[], ${ids}::bigint[], ${types}::smallint[]) AS given (client_id, id, type))`,
    visibleWhere(scope),
  ]);
};
