import { activitySheetsDeadlineMs, drawingThreadIdleMs } from '../../../deadlines.ts';
import { unavailable } from '../../../platform/http/errors.ts';
import { keepThread, takeThread } from '../../../platform/kept-threads.ts';
import type { SheetsJob } from './sheets-document.ts';

/** Concurrent threads; further documents wait. */
const maxThreads = 2;
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

let free = maxThreads;
const waiting: (() => void)[] = [];

/** A finished thread passes its slot to the longest waiting caller. */
const withThreadSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
};

const runThread = (script: URL, job: unknown): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const thread = takeThread(script, resourceLimits);
    const deadline = setTimeout(() => {
      leave();
      reject(unavailable());
      void thread.terminate();
    }, activitySheetsDeadlineMs);
    const leave = () => {
      clearTimeout(deadline);
      thread.off('message', receive).off('error', fail).off('exit', exit);
    };
    const receive = (bytes: Uint8Array) => {
      leave();
      keepThread(script, thread, drawingThreadIdleMs);
      resolve(bytes);
    };
    // The thread of an error ends.
    const fail = (error: Error) => {
      leave();
      reject(error);
    };
    const exit = () => fail(new Error('The sheet drawing thread ended without a document.'));
    thread.on('message', receive).on('error', fail).on('exit', exit);
    thread.postMessage(job);
  });

/**
 * Draws a PDF in a separate thread. `script` calls `serveDrawings`.
 * @throws AppError 503 if it takes longer than a minute
 */
export const drawInThread = (script: URL, job: unknown): Promise<Uint8Array> =>
  withThreadSlot(() => runThread(script, job));

/** Draws the sheets as one PDF. Throws as `drawInThread`. */
export const writeSheets = (job: SheetsJob): Promise<Uint8Array> =>
  drawInThread(new URL('./sheets-worker.ts', import.meta.url), job);
