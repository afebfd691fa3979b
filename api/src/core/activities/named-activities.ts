import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { activityTypeCode } from './codes.ts';
import { allOf } from './filter-sql.ts';
import type { Condition } from './filter-sql.ts';
import { visibleWhere } from './selection.ts';
import type { DataScope } from '../people/policy.ts';
import type { QualifiedKey } from './activity-key.ts';

/**
 * The condition on `engagement AS e` to be one of the given activities, to have the given type, and to be visible to
 * the caller.
 */
export const namedWhere = (named: readonly QualifiedKey[], scope: DataScope): Condition => {
  const clientIds = named.map(({ clientId }) => clientId);
  const ids = named.map(({ id }) => id);
  const types = named.map(({ type }) => activityTypeCode[type]);
  return allOf([
    sql<SqlBool>`(e.client_id, e.id, e.activity_type) IN (
      SELECT given.client_id, given.id, given.type
      FROM unnest(${clientIds}::integer[], ${ids}::bigint[], ${types}::smallint[]) AS given (client_id, id, type))`,
    visibleWhere(scope),
  ]);
};
