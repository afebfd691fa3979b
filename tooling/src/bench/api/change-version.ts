import type { Database } from '@readerlens/api';

/** Makes rows that a server keeps for figures outdated, as a change of activities of a client would, or of every client. */
export const changeVersion = (db: Database, clientId = 0): Promise<unknown> =>
  db.kysely.insertInto('data_version').values({ table_name: 'engagement', client_id: clientId }).execute();
