import { parentPort } from 'node:worker_threads';

/**
 * The work of a thread that `drawInThread` starts: draws a document for each job, and posts its bytes. Drawing is synchronous
 * and would block all other requests. An error ends the thread.
 */
export const serveDrawings = (draw: (job: never) => Promise<Uint8Array>): void => {
  parentPort?.on('message', async (job) => {
    const bytes = await draw(job as never);
    parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
  });
};
