import { loadDemo } from '../load-demo.ts';
import type { Database } from '../../../platform/db/index.ts';
import { testApi, testDatabase } from '../../../platform/testing/index.ts';
import type { TestApi } from '../../../platform/testing/index.ts';

export interface DemoApi extends TestApi {
  /** A session token of a demo user. */
  readonly tokenOf: (email: string) => Promise<string>;
}

/** The API with a small demo that ends at `now`, on a new embedded database unless `db` gives one. */
export const demoApi = (db: () => Database = testDatabase(), now = new Date()): (() => DemoApi) => {
  const api = testApi({}, {}, db);
  beforeAll(() => loadDemo(api().db, { now, scale: 'small' }));
  return () => ({
    ...api(),
    async tokenOf(email) {
      const user = await api().services.users.findByEmail(email);
      if (!user) throw new Error(`There is no demo user ${email}.`);
      return api().tokenFor(user);
    },
  });
};

export const clients = (...ids: number[]) => ({
  field: 'Clients',
  value: ids.map((id) => ({ id: String(id) })),
});
