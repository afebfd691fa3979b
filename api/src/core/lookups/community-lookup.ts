import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { DataScope } from '../people/policy.ts';

export interface Community {
  readonly id: string;
  readonly name: string;
  readonly businessGroupId: string | null;
}

/** Communities that a caller may see, by name. */
export const communitiesOf = async (
  { kysely }: Database,
  { communityIds }: DataScope,
): Promise<Community[]> => {
  const rows = await kysely
    .selectFrom('community')
    .select(['id', 'name', 'business_group_id'])
    .$if(communityIds !== 'all', (query) =>
      query.where('id', '=', sql<number>`ANY(${communityIds}::smallint[])`),
    )
    .orderBy(sql`fold_text(name)`)
    .execute();
  return rows.map(({ id, name, business_group_id }) => ({
    id: String(id),
    name,
    businessGroupId: business_group_id === null ? null : String(business_group_id),
  }));
};
