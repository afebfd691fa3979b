import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A PostgreSQL server on which tests may create databases. */
export const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Set by the global setup, because tests are declared synchronously and cannot check whether there is a server. */
export const runVariable = 'READERLENS_TEST_RUN';

/** The id of a run: when it began, in seconds, and random characters. */
export const newRun = (start = Date.now()): string =>
  `${Math.floor(start / 1000)}x${randomUUID().slice(0, 8)}`;

export const readRunStart = (run: string): number => Number(run.split('x')[0]) * 1000;

export const databasePrefix = (run: string): string => `readerlens_test_${run}_`;

/** The run in the name of a database; undefined for others. */
export const findRun = (name: string): string | undefined =>
  /^readerlens_test_(\d+x[0-9a-f]+)_/.exec(name)?.[1];

export const databaseUrl = (name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
