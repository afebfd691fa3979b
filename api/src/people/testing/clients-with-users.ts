import type { UserRow } from '../tables.ts';
import { addUser } from '../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../platform/testing/index.ts';

/**
 * For a describe block: the clients 11 'Zeta Labs' (communities 1 and 3), 12 'Alpha Instruments' (3) and 13 'Not Mine'
 * (2), and a function that adds a user with clients and communities.
 */
export const clientsWithUsers = (api: () => TestApi) => {
  beforeAll(async () => {
    const { kysely } = api().db;
    await kysely.insertInto('business_group').values({ name: 'Life Sciences' }).execute();
    await kysely
      .insertInto('community')
      .values([
        { id: 1, name: 'Biotech' },
        { id: 2, name: 'Devices' },
        { id: 3, name: 'Pharma' },
      ])
      .execute();
    await kysely
      .insertInto('client')
      .values([
        { id: 11, name: 'Zeta Labs' },
        { id: 12, name: 'Alpha Instruments' },
        { id: 13, name: 'Not Mine' },
      ])
      .execute();
    await kysely
      .insertInto('client_community')
      .values([
        { client_id: 11, community_id: 1 },
        { client_id: 11, community_id: 3 },
        { client_id: 12, community_id: 3 },
        { client_id: 13, community_id: 2 },
      ])
      .execute();
  });

  const addEntitled = async (
    columns: NewUser,
    clientIds: number[],
    communityIds: number[] = [],
  ): Promise<UserRow> => {
    const user = await addUser(api().db, columns);
    const { kysely } = api().db;
    for (const client_id of clientIds)
      await kysely.insertInto('user_client').values({ user_id: user.id, client_id }).execute();
    for (const community_id of communityIds) {
      await kysely.insertInto('user_community').values({ user_id: user.id, community_id }).execute();
    }
    return user;
  };

  return addEntitled;
};
