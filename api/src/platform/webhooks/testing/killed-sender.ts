import { once } from 'node:events';
import { isSoak } from '@readerlens/filters/testing';
import { openDatabase } from '../../db/index.ts';
import type { Database, DatabaseConfig } from '../../db/index.ts';
import { withDataDirectory } from '../../jobs/testing/kill-workers.ts';
import { kill, startWorker, withServerDatabase } from '../../jobs/testing/soak.ts';
import { hasServer } from '../../testing/server-database.ts';
import { respondWith, startReceiver } from './receiver.ts';
import type { ReceivedMessage } from './receiver.ts';
import type { SenderStart } from './send-until-done.ts';

interface KilledSender {
  /** A program that calls `sendUntilDone`. */
  readonly script: string;
  readonly now: Date;
  /** Makes one message to the receiver due. Returns the settings of the workers. */
  readonly prepare: (
    db: Database,
    receiver: Awaited<ReturnType<typeof startReceiver>>,
  ) => Promise<SenderStart['environment']>;
  /** What has to be equal in both attempts. */
  readonly readId: (request: ReceivedMessage) => unknown;
}

/** Kills a worker when the receiver has its message, and starts another one after the lease. */
const sendTwice = async (
  { script, now, prepare, readId }: KilledSender,
  database: DatabaseConfig,
): Promise<{ received: number; ids: number }> => {
  const receiver = await startReceiver();
  const db = await openDatabase(database);
  const environment = await prepare(db, receiver);
  await db.close();
  const start = (at: Date) =>
    startWorker(script, { database, now: at.toISOString(), environment } satisfies SenderStart);
  const hasMessage = new Promise<void>((resolve) => {
    receiver.respond = () => resolve();
  });
  const first = await start(now);
  await hasMessage;
  await kill(first.child, 'SIGKILL');
  receiver.respond = respondWith(200);
  const second = await start(new Date(now.getTime() + 60_000));
  const exited = once(second.child, 'exit');
  expect((await second.lines.next()).value).toBe('done');
  await exited;
  await receiver.stop();
  return {
    received: receiver.received.length,
    ids: new Set(receiver.received.map(readId)).size,
  };
};

/** Declares tests that a message arrives twice, and is the same, if its worker is killed with SIGKILL after sending it. */
export const itSendsTheSameAgain = (sender: KilledSender): void => {
  const same = { received: 2, ids: 1 };
  if (hasServer)
    it('on PostgreSQL', async () => {
      expect(await withServerDatabase((url) => sendTwice(sender, { url }))).toEqual(same);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      expect(await withDataDirectory((dataDir) => sendTwice(sender, { dataDir }))).toEqual(same);
    });
};
