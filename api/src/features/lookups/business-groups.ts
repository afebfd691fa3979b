import { sql } from 'kysely';
import type { Database, NamedRow } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';

/** Business groups of the clients' communities, limited to what the viewer may see, by name. */
export const businessGroupsOfClients = (
  { kysely }: Database,
  clientIds: readonly number[],
  scope: DataScope,
): Promise<NamedRow[]> => {
  const isAmong = (values: readonly number[]) => sql<number>`ANY(${values}::integer[])`;
  return kysely
    .selectFrom('client_community')
    .innerJoin('community', 'community.id', 'client_community.community_id')
    .innerJoin('business_group', 'business_group.id', 'community.business_group_id')
    .select(['business_group.id', 'business_group.name'])
    .distinct()
    .where('client_id', '=', isAmong(clientIds))
    .where((where) =>
      where.and([
        ...(scope.clientIds === 'all' ? [] : [where('client_id', '=', isAmong(scope.clientIds))]),
        ...(scope.communityIds === 'all' ? [] : [where('community_id', '=', isAmong(scope.communityIds))]),
      ]),
    )
    .orderBy('business_group.name')
    .execute();
};
