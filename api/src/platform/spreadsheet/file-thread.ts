import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** From the thread: it can take another batch, or has written a piece of the file; null after the last. */
export type FromFileThread = { readonly wants: true } | { readonly chunk: Uint8Array<ArrayBuffer> | null };
/** To the thread: a batch of rows, null after the last; or that its reader has room for a piece. */
export type ToFileThread<Batch> = { readonly batch: Batch | null } | { readonly hasRoom: true };

/** What keeps a file's memory small however long it is: the thread collects its garbage early. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };
const bufferedBytes = 256 * 1024;

/**
 * A file that a thread of its own makes of batches of rows: neither the heap nor the event loop of this one depends on
 * their number. `script` calls `serveFile`; `plan` and batches travel to it as structured clones, but for the parts
 * of a batch that `moved` names. Batches are asked for as the reader takes the bytes, and no more once it is gone. A failure on either side ends the stream
 * with it.
 */
export const fileFromThread = <Batch>(
  script: URL,
  plan: unknown,
  batches: AsyncIterable<Batch>,
  moved: (batch: Batch) => readonly ArrayBuffer[] = () => [],
): Readable => {
  const source = batches[Symbol.asyncIterator]();
  const thread = new Worker(script, { workerData: plan, resourceLimits });
  const tell = (message: ToFileThread<Batch>, transferred: readonly ArrayBuffer[] = []) =>
    thread.postMessage(message, transferred);
  const release = () => Promise.allSettled([thread.terminate(), source.return?.()]);
  const file = new Readable({
    highWaterMark: bufferedBytes,
    read: () => tell({ hasRoom: true }),
    destroy(error, callback) {
      void release();
      callback(error);
    },
  });
  const fail = (error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error)));
  const pass = async () => {
    try {
      const { done, value } = await source.next();
      if (done) tell({ batch: null });
      else tell({ batch: value }, moved(value));
    } catch (error) {
      fail(error);
    }
  };
  let isWhole = false;
  thread.on('message', (message: FromFileThread) => {
    if ('wants' in message) return void pass();
    isWhole = message.chunk === null;
    file.push(message.chunk && Buffer.from(message.chunk.buffer));
  });
  thread.on('error', fail);
  thread.on('exit', () => {
    if (!isWhole) fail(new Error('The thread of a file ended before the file.'));
  });
  return file;
};
