import { parentPort } from 'node:worker_threads';
import type { FromFileThread, ToFileThread } from './file-thread.ts';

/**
 * Writes the files for `fileFromThread` in this worker thread, one after another. Requests the next batch before writing
 * the current one.
 */
export const serveFile = async <Batch>(
  write: (plan: unknown, batches: AsyncIterable<Batch>) => AsyncIterable<Uint8Array>,
): Promise<void> => {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread.');
  const send = (message: FromFileThread) => port.postMessage(message);
  const file = mailbox<{ readonly plan: unknown }>();
  let batch = mailbox<Batch | null>();
  let room = mailbox<true>();
  port.on('message', (message: ToFileThread<Batch>) => {
    if ('plan' in message) {
      batch = mailbox();
      room = mailbox();
      file.put(message);
    } else if ('batch' in message) batch.put(message.batch);
    else room.put(true);
  });
  const nextBatch = () => {
    send({ wantsBatch: true });
    return batch.take();
  };
  async function* batches(): AsyncGenerator<Batch> {
    for (let pending = nextBatch(); ;) {
      const received = await pending;
      if (received === null) return;
      pending = nextBatch();
      yield received;
    }
  }
  for (let next = await file.take(); ; next = await file.take()) {
    for await (const piece of write(next.plan, batches())) {
      await room.take();
      const chunk = withOwnBuffer(piece);
      port.postMessage({ chunk } satisfies FromFileThread, [chunk.buffer]);
    }
    send({ chunk: null });
  }
};

/** A copy, unless nothing else is in its buffer. */
const withOwnBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

/** A queue with one consumer at a time. */
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
