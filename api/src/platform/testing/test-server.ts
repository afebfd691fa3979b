import pg from 'pg';

/** A PostgreSQL server that tests may create databases on. */
export const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Set once per run by the global setup, and read when tests are declared, before anything can be awaited. */
export const runVariable = 'READERLENS_TEST_RUN';

export const databasePrefix = (run: string): string => `readerlens_test_${run}_`;

export const databaseUrl = (name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
