import type { Database } from '@readerlens/api';

/** Makes all rows that a server keeps for figures outdated, as a change of data of every client would. */
export const changeVersion = (db: Database): Promise<unknown> =>
  db.kysely.insertInto('data_version').values({ table_name: 'engagement', client_id: 0 }).execute();
