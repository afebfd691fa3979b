import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { activityTypeCode } from '../engagements/codes.ts';
import { allOf } from '../engagements/filter-sql.ts';
import type { Condition } from '../engagements/filter-sql.ts';
import { visibleWhere } from '../engagements/selection.ts';
import type { DataScope } from '../platform/policy.ts';
import type { QualifiedKey } from './activity-key.ts';

/**
 * The condition on `engagement AS e` of being one of the activities named, of the type named, and of what the caller
 * may see.
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
