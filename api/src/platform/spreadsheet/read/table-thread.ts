import { Worker } from 'node:worker_threads';
import { spreadsheetThreadDeadlineMs } from '../../../deadlines.ts';
import { createOneAtATime } from '../../one-at-a-time.ts';
import { TableError } from './table.ts';

/** From the thread: a part of the result, the rest of it, or why the file is refused. */
export type FromTableThread =
  | { readonly part: readonly unknown[] }
  | { readonly end: unknown }
  | { readonly refused: string };

/** What a thread has posted: all parts, and the rest. Its script knows their types. */
export interface ReadTable {
  readonly parts: readonly unknown[];
  readonly end: unknown;
}

/** Enough for a table of 100,000 rows. A file that needs more ends its thread, not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

const needsTooMuch = 'The file needs too much memory. Delete the sheets and columns that are not needed.';

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Two large files at once could take the memory that everything else needs. */
const oneAtATime = createOneAtATime();

const run = (script: URL, input: unknown): Promise<ReadTable> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: input, resourceLimits });
    const parts: unknown[] = [];
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      void thread.terminate();
      settle();
    };
    const deadline = setTimeout(
      () => finish(() => reject(new TableError('Reading the file takes too long.'))),
      spreadsheetThreadDeadlineMs,
    );
    deadline.unref();
    thread.on('message', (message: FromTableThread) => {
      if ('part' in message) parts.push(...message.part);
      else if ('refused' in message) finish(() => reject(new TableError(message.refused)));
      else finish(() => resolve({ parts, end: message.end }));
    });
    thread.on('error', (error) =>
      finish(() => reject(isOutOfMemory(error) ? new TableError(needsTooMuch) : error)),
    );
    thread.on('exit', () => finish(() => reject(new Error('The thread ended before the file did.'))));
  });

/**
 * Reads a file in a thread of its own, so that requests go on. `script` posts `FromTableThread` messages. Rejects with a
 * TableError if the file is refused.
 */
export const readInThread = (script: URL, input: unknown): Promise<ReadTable> =>
  oneAtATime('table', () => run(script, input));
