import { Worker } from 'node:worker_threads';
import { databaseError, sqlState } from './database-error.ts';
import type { WorkerFailure, WorkerRequest, WorkerResponse, WorkerStart } from './pglite-protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const toError = ({ message, stack, fields }: WorkerFailure): Error => {
  if (fields) return databaseError(message, fields);
  return Object.assign(new Error(message), { stack });
};

/** Responses are garbage once sent. By default, V8 would let a hundred megabytes of it accumulate. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** The single session of an embedded database, in a thread. An ended session cannot be restarted. */
export interface PgliteSession {
  /** Rejects with a `query_canceled` error and ends the session if the response takes longer than the limit. */
  request(request: WorkerRequest, limitMs?: number): Promise<unknown>;
  /** Terminates the thread like a crash; committed data is kept. */
  terminate(): Promise<void>;
  readonly ended: boolean;
  /** Resolves when the thread has ended and no longer accesses the data directory. */
  readonly stopped: Promise<void>;
}

interface ThreadSession extends PgliteSession {
  /** Resolves when the database is open; rejects if it cannot be opened. */
  readonly opened: Promise<unknown>;
  /** Ends the session without its thread, which another session can use. */
  detach(): void;
}

export const pgliteThread = (start: WorkerStart): Worker =>
  new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start, resourceLimits });

export const sessionOn = (thread: Worker): ThreadSession => {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended = false;

  const end = (error: Error) => {
    ended = true;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const receive = ({ id, value, failure }: WorkerResponse) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (failure) waiting?.reject(toError(failure));
    else waiting?.resolve(value);
  };
  const stoppedError = () =>
    databaseError('the embedded database has stopped', { code: sqlState.adminShutdown });
  let resolveStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });
  const exit = () => {
    end(stoppedError());
    resolveStopped();
  };
  thread.on('message', receive).on('error', end).on('exit', exit);

  const waitFor = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) reject(stoppedError());
      else pending.set(id, { resolve, reject });
    });
  const terminate = async () => {
    await thread.terminate();
  };
  const cancel = () => {
    end(databaseError('canceling statement due to statement timeout', { code: sqlState.queryCanceled }));
    void thread.terminate();
  };
  return {
    get opened() {
      return waitFor(0);
    },
    get ended() {
      return ended;
    },
    stopped,
    terminate,
    detach() {
      end(stoppedError());
      thread.off('message', receive).off('error', end).off('exit', exit);
    },
    async request(request, limitMs) {
      const id = ++lastId;
      const response = waitFor(id);
      // PGlite ignores statement_timeout and cannot be interrupted, so its thread is terminated.
      const timer = limitMs ? setTimeout(cancel, limitMs) : undefined;
      if (!ended) thread.postMessage({ id, request });
      try {
        return await response;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** Starts a thread and opens the database in it. */
export const startPglite = async (start: WorkerStart): Promise<PgliteSession> => {
  const session = sessionOn(pgliteThread(start));
  try {
    await session.opened;
  } catch (error) {
    await session.terminate();
    throw error;
  }
  return session;
};
