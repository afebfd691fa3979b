import { randomUUID } from 'node:crypto';
import { runVariable, serverUrl, withClient } from './test-server.ts';

const isReachable = () =>
  withClient(serverUrl, async () => true).catch((error: unknown) => {
    // A server that was named must answer; the one on this machine may be missing.
    if (process.env.TEST_DATABASE_URL) throw error;
    return false;
  });

/** Names this run where there is a server: its databases begin with the name, and are dropped by it. */
export default async (): Promise<void> => {
  if (await isReachable()) process.env[runVariable] = randomUUID().replaceAll('-', '').slice(0, 12);
};
