import { Readable } from 'node:stream';
import { spreadsheetThreadDeadlineMs, spreadsheetThreadIdleMs } from '../../deadlines.ts';
import { keepThread, takeThread } from '../kept-threads.ts';

/** From the thread: a request for another batch, or a chunk of the file; null after the last one. */
export type FromFileThread =
  | { readonly wantsBatch: true }
  | { readonly chunk: Uint8Array<ArrayBuffer> | null };
/**
 * To the thread: another file; a batch of its rows, null after the last one; or that the reader has room for another chunk.
 */
export type ToFileThread<Batch> =
  | { readonly plan: unknown }
  | { readonly batch: Batch | null }
  | { readonly hasRoom: true };

const bufferedBytes = 256 * 1024;
/** Small enough to see how fast a slow reader takes them; a thread sends more at once. */
const pieceBytes = 64 * 1024;

/** Makes the thread collect garbage early, so that its memory does not depend on the length of the file. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/**
 * Streams a file that a worker thread writes from batches of rows, so that the heap and event loop of this thread do
 * not depend on their number. `script` calls `serveFile`. `plan` and batches are sent as structured clones, except for
 * the buffers of a batch returned by `listTransfers`. Batches are read on demand, and no longer once the stream is
 * destroyed. An error on either side destroys the stream.
 */
export const fileFromThread = <Batch>(
  script: URL,
  plan: unknown,
  batches: AsyncIterable<Batch>,
  listTransfers: (batch: Batch) => readonly ArrayBuffer[] = () => [],
): Readable => {
  const source = batches[Symbol.asyncIterator]();
  const thread = takeThread(script, resourceLimits);
  let isComplete = false;
  let isReadingBatch = false;
  let deadline: NodeJS.Timeout | undefined;
  const send = (message: ToFileThread<Batch>, transferred: readonly ArrayBuffer[] = []) => {
    // The thread may be at another file by then.
    if (isComplete) return;
    thread.postMessage(message, transferred);
    // It waits for the next batch, however long that takes.
    if (isReadingBatch) return;
    clearTimeout(deadline);
    deadline = setTimeout(() => fail(new Error('The thread took too long.')), spreadsheetThreadDeadlineMs);
    deadline.unref();
  };
  const release = () => Promise.allSettled([isComplete ? undefined : thread.terminate(), source.return?.()]);
  const file = new Readable({
    highWaterMark: bufferedBytes,
    read: () => send({ hasRoom: true }),
    destroy(error, callback) {
      clearTimeout(deadline);
      void release();
      callback(error);
    },
  });
  const fail = (error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error)));
  const sendBatch = async () => {
    try {
      isReadingBatch = true;
      const { done, value } = await source.next();
      isReadingBatch = false;
      if (done) send({ batch: null });
      else send({ batch: value }, listTransfers(value));
    } catch (error) {
      fail(error);
    }
  };
  const receive = (message: FromFileThread) => {
    clearTimeout(deadline);
    if ('wantsBatch' in message) return void sendBatch();
    const { chunk } = message;
    if (chunk === null) {
      end();
      file.push(null);
      return;
    }
    for (let at = 0; at < chunk.length; at += pieceBytes)
      file.push(Buffer.from(chunk.buffer, at, Math.min(pieceBytes, chunk.length - at)));
  };
  const exit = () => fail(new Error('The thread exited before the file was complete.'));
  const end = () => {
    isComplete = true;
    thread.off('message', receive).off('error', fail).off('exit', exit);
    keepThread(script, thread, spreadsheetThreadIdleMs);
  };
  thread.on('message', receive).on('error', fail).on('exit', exit);
  send({ plan });
  return file;
};
