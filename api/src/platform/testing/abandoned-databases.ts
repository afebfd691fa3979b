import pg from 'pg';
import { databasePrefix, findRun, serverUrl, readRunStart, withClient } from './test-server.ts';

const hourMs = 3_600_000;

declare global {
  /** The connection by which other runs see that this one has not ended. */
  var testRunConnection: pg.Client | undefined;
}

/** The types lack both. */
type Held = pg.Client & { ref(): void; unref(): void };

/** Stays connected until the process ends, however it ends. */
export const holdRun = async (run: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl, application_name: databasePrefix(run) });
  // Without a listener, a server that restarts would end the process.
  client.on('error', () => undefined);
  await client.connect();
  // Without it, a run whose setup fails elsewhere would not exit.
  (client as Held).unref();
  globalThis.testRunConnection = client;
};

/** Ends the connection. It keeps the process alive meanwhile, or nothing would, and Jest would end before its report. */
export const releaseRun = async (): Promise<void> => {
  const client = globalThis.testRunConnection;
  (client as Held | undefined)?.ref();
  await client?.end();
};

/** Databases of runs that were killed: they began over an hour ago, and have no connections. */
export const dropAbandonedDatabases = (now = Date.now()): Promise<void> =>
  withClient(serverUrl, async (client) => {
    const queryNames = async (sql: string) =>
      (await client.query<{ name: string | null }>(sql)).rows.map(({ name }) => name ?? '');
    // Names first: a run that begins later is not among them.
    const names = await queryNames('SELECT datname AS name FROM pg_database');
    const used = await queryNames(
      'SELECT datname AS name FROM pg_stat_activity UNION SELECT application_name FROM pg_stat_activity',
    );
    const running = new Set(used.map(findRun));
    const isAbandoned = (name: string) => {
      const run = findRun(name);
      return run !== undefined && !running.has(run) && readRunStart(run) < now - hourMs;
    };
    // Another run may drop the same ones at this moment.
    for (const name of names.filter(isAbandoned))
      await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => undefined);
  });
