import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';

export interface Community {
  readonly id: string;
  readonly name: string;
  readonly businessGroupId: string | null;
}

const findVisible = (clientIds: readonly number[], scope: DataScope): readonly number[] => {
  const { clientIds: visible } = scope;
  return visible === 'all' ? clientIds : clientIds.filter((id) => visible.includes(id));
};

/** Communities that a caller may see, by name; with `clientIds`, only those of these clients. */
export const findCommunities = async (
  { kysely }: Database,
  scope: DataScope,
  clientIds?: readonly number[],
): Promise<Community[]> => {
  const { communityIds } = scope;
  const rows = await kysely
    .selectFrom('community')
    .select(['id', 'name', 'business_group_id'])
    .$if(communityIds !== 'all', (query) =>
      query.where('id', '=', sql<number>`ANY(${communityIds}::smallint[])`),
    )
    .$if(clientIds !== undefined, (query) =>
      query.where(
        sql<boolean>`EXISTS (SELECT FROM client_community AS c WHERE c.community_id = community.id
          AND c.client_id = ANY(${findVisible(clientIds ?? [], scope)}::integer[]))`,
      ),
    )
    .orderBy(sql`fold_text(name)`)
    .execute();
  return rows.map(({ id, name, business_group_id }) => ({
    id: String(id),
    name,
    businessGroupId: business_group_id === null ? null : String(business_group_id),
  }));
};
