import { Worker } from 'node:worker_threads';
import { unavailable } from '../../platform/errors.ts';
import type { SheetsJob } from './sheets-document.ts';

/** Threads at once; further documents wait. */
const maxThreads = 2;
/** Far above what five hundred long sheets take. */
const deadlineMs = 60_000;
const memoryMb = 1024;

let free = maxThreads;
const waiting: (() => void)[] = [];

/** A thread that is done gives its place to whoever waits longest. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
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

const runThread = (job: SheetsJob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const deadline = setTimeout(() => {
      reject(unavailable());
      void worker.terminate();
    }, deadlineMs);
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(deadline);
      reject(new Error('The thread that draws sheets ended without a document.'));
    });
  });

/**
 * The sheets as one PDF, drawn in a thread of its own.
 * @throws AppError 503 when it takes longer than a minute
 */
export const writeSheets = (job: SheetsJob): Promise<Uint8Array> => inTurn(() => runThread(job));
