import { randomUUID } from 'node:crypto';
import { runVariable, serverUrl, withClient } from './test-server.ts';

const isReachable = () =>
  withClient(serverUrl, async () => true).catch((error: unknown) => {
    // A configured server must be reachable; one on this machine is optional.
    if (process.env.TEST_DATABASE_URL) throw error;
    return false;
  });

/** Sets the id of this run if there is a server: names of its databases start with it, for the teardown. */
export default async (): Promise<void> => {
  if (await isReachable()) process.env[runVariable] = randomUUID().replaceAll('-', '').slice(0, 12);
};
