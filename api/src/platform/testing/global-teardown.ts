import { releaseRun } from './abandoned-databases.ts';
import { databasePrefix, runVariable, serverUrl, withClient } from './test-server.ts';

export default async (): Promise<void> => {
  const run = process.env[runVariable];
  if (!run) return;
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [databasePrefix(run)],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });
  await releaseRun();
};
