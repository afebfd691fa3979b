import { randomUUID } from 'node:crypto';
import { openDatabase } from '../db/index.ts';
import type { Database, DatabaseConfig } from '../db/index.ts';
import { emptyDatabase, readSchema } from './empty-database.ts';
import { idleList } from './worker-state.ts';
import { databasePrefix, databaseUrl, runVariable, serverUrl, withClient } from './test-server.ts';

interface IdleDatabase {
  readonly name: string;
  readonly schema: unknown;
}

const idle = idleList<IdleDatabase>('server databases');
const run = process.env[runVariable];

export const hasServer = run !== undefined;

const create = async (options: DatabaseConfig): Promise<IdleDatabase> => {
  const name = `${databasePrefix(run ?? '')}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const url = databaseUrl(name);
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  await (await openDatabase({ ...options, url })).close();
  const schema = await withClient(url, (client) => readSchema(async (sql) => (await client.query(sql)).rows));
  return { name, schema };
};

const fromIdle = async (): Promise<IdleDatabase | undefined> => {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    const { name, schema } = kept;
    const isEmpty = await withClient(databaseUrl(name), (client) =>
      emptyDatabase(async (sql) => (await client.query(sql)).rows, schema),
    );
    if (isEmpty) return kept;
  }
  return undefined;
};

/** Opens a migrated, empty database on the server. Once closed, it is reused by later test files of this worker. */
export const openServerDatabase = async (options: DatabaseConfig): Promise<Database> => {
  const kept = (await fromIdle()) ?? (await create(options));
  const db = await openDatabase({ ...options, url: databaseUrl(kept.name) });
  return {
    ...db,
    close: async () => {
      await db.close();
      idle.push(kept);
    },
  };
};
