import { Worker } from 'node:worker_threads';
import { activitySheetsDeadlineMs } from '../../../deadlines.ts';
import { unavailable } from '../../../platform/http/errors.ts';
import type { SheetsJob } from './sheets-document.ts';

/** Concurrent threads; further documents wait. */
const maxThreads = 2;
const memoryMb = 1024;

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

const runThread = (thread: URL, job: unknown): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(thread, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const deadline = setTimeout(() => {
      reject(unavailable());
      void worker.terminate();
    }, activitySheetsDeadlineMs);
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(deadline);
      reject(new Error('The sheet drawing thread ended without a document.'));
    });
  });

/**
 * Draws a PDF in a separate thread: the file of the thread gets the job, and posts the bytes.
 * @throws AppError 503 if it takes longer than a minute
 */
export const drawInThread = (thread: URL, job: unknown): Promise<Uint8Array> =>
  withThreadSlot(() => runThread(thread, job));

/** Draws the sheets as one PDF. Throws as `drawInThread`. */
export const writeSheets = (job: SheetsJob): Promise<Uint8Array> =>
  drawInThread(new URL('./sheets-worker.ts', import.meta.url), job);
