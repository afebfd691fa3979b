import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** From the thread: a request for another batch, or a chunk of the file; null after the last one. */
export type FromFileThread =
  | { readonly wantsBatch: true }
  | { readonly chunk: Uint8Array<ArrayBuffer> | null };
/** To the thread: a batch of rows, null after the last one; or that the reader has room for another chunk. */
export type ToFileThread<Batch> = { readonly batch: Batch | null } | { readonly hasRoom: true };

/** Makes the thread collect garbage early, so that its memory does not depend on the length of the file. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };
const bufferedBytes = 256 * 1024;

/**
 * Streams a file that a worker thread writes from batches of rows, so that the heap and event loop of this thread do
 * not depend on their number. `script` calls `serveFile`. `plan` and batches are sent as structured clones, except for
 * the buffers of a batch returned by `transferOf`. Batches are read on demand, and no longer once the stream is
 * destroyed. An error on either side destroys the stream.
 */
export const fileFromThread = <Batch>(
  script: URL,
  plan: unknown,
  batches: AsyncIterable<Batch>,
  transferOf: (batch: Batch) => readonly ArrayBuffer[] = () => [],
): Readable => {
  const source = batches[Symbol.asyncIterator]();
  const thread = new Worker(script, { workerData: plan, resourceLimits });
  const send = (message: ToFileThread<Batch>, transferred: readonly ArrayBuffer[] = []) =>
    thread.postMessage(message, transferred);
  const release = () => Promise.allSettled([thread.terminate(), source.return?.()]);
  const file = new Readable({
    highWaterMark: bufferedBytes,
    read: () => send({ hasRoom: true }),
    destroy(error, callback) {
      void release();
      callback(error);
    },
  });
  const fail = (error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error)));
  const sendBatch = async () => {
    try {
      const { done, value } = await source.next();
      if (done) send({ batch: null });
      else send({ batch: value }, transferOf(value));
    } catch (error) {
      fail(error);
    }
  };
  let isComplete = false;
  thread.on('message', (message: FromFileThread) => {
    if ('wantsBatch' in message) return void sendBatch();
    isComplete = message.chunk === null;
    file.push(message.chunk && Buffer.from(message.chunk.buffer));
  });
  thread.on('error', fail);
  thread.on('exit', () => {
    if (!isComplete) fail(new Error('The thread exited before the file was complete.'));
  });
  return file;
};
