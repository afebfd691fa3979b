import { testSeed } from '@readerlens/filters/testing';
import { dropAbandonedDatabases, holdRun } from './abandoned-databases.ts';
import { enginesOfRun, enginesVariable } from './engines.ts';
import { newRun, runVariable, serverUrl, withClient } from './test-server.ts';

const isReachable = () =>
  withClient(serverUrl, async () => true).catch((error: unknown) => {
    // A configured server must be reachable; one on this machine is optional.
    if (process.env.TEST_DATABASE_URL) throw error;
    return false;
  });

/** Tells the test files of this run on which engines they run, and the names of its databases on the server. */
export default async (): Promise<void> => {
  const hasServer = await isReachable();
  process.env[enginesVariable] = enginesOfRun({ hasServer, seed: testSeed, chosen: process.env.ENGINES });
  if (!hasServer) return;
  const run = newRun();
  process.env[runVariable] = run;
  await holdRun(run);
  await dropAbandonedDatabases();
};
