import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromFileThread, ToFileThread } from './file-thread.ts';

/**
 * Makes this thread write the file that `fileFromThread` asks for. The next batch is on its way while one is written.
 */
export const serveFile = async <Batch>(
  make: (plan: unknown, batches: AsyncIterable<Batch>) => Readable,
): Promise<void> => {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread.');
  const tell = (message: FromFileThread) => port.postMessage(message);
  const batch = mailbox<Batch | null>();
  const room = mailbox<true>();
  port.on('message', (message: ToFileThread<Batch>) => {
    if ('batch' in message) batch.put(message.batch);
    else room.put(true);
  });
  const nextBatch = () => {
    tell({ wants: true });
    return batch.take();
  };
  async function* batches(): AsyncGenerator<Batch> {
    for (let coming = nextBatch(); ;) {
      const arrived = await coming;
      if (arrived === null) return;
      coming = nextBatch();
      yield arrived;
    }
  }
  for await (const piece of make(workerData, batches())) {
    await room.take();
    const chunk = new Uint8Array(piece as Buffer);
    port.postMessage({ chunk } satisfies FromFileThread, [chunk.buffer]);
  }
  tell({ chunk: null });
};

/** For one taker at a time; what comes before it is asked for waits. */
const mailbox = <T>() => {
  const waiting: T[] = [];
  let taker: ((item: T) => void) | undefined;
  return {
    put(item: T) {
      if (taker) taker(item);
      else waiting.push(item);
      taker = undefined;
    },
    take: () =>
      new Promise<T>((resolve) => {
        const item = waiting.shift();
        if (item === undefined) taker = resolve;
        else resolve(item);
      }),
  };
};
