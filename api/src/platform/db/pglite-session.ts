import { Worker } from 'node:worker_threads';
import { databaseError, sqlState } from './database-error.ts';
import type { WorkerAnswer, WorkerFailure, WorkerRequest, WorkerStart } from './pglite-protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const errorOf = ({ message, stack, fields }: WorkerFailure): Error => {
  if (fields) return databaseError(message, fields);
  return Object.assign(new Error(message), { stack });
};

/** Answers are garbage as soon as they are sent; left alone, it would fill a hundred megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** The one session of an embedded database, in its thread. Once ended it stays so: start another. */
export interface PgliteSession {
  /** Rejects with a `query_canceled` error and ends the session when the answer takes longer than the limit. */
  request(request: WorkerRequest, limitMs?: number): Promise<unknown>;
  /** Ends the thread at once, like a crash: what is committed stays. */
  terminate(): Promise<void>;
  readonly ended: boolean;
  /** Resolves when the thread is gone, and with it every access to the data directory. */
  readonly stopped: Promise<void>;
}

interface ThreadSession extends PgliteSession {
  /** Resolves when the database is open; rejects when it cannot be opened. */
  readonly opened: Promise<unknown>;
  /** Lets go of the thread, which runs on for another session. */
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
  const receive = (answer: WorkerAnswer) => {
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.failure) waiting?.reject(errorOf(answer.failure));
    else waiting?.resolve(answer.value);
  };
  const hasStopped = () =>
    databaseError('the embedded database has stopped', { code: sqlState.adminShutdown });
  let resolveStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });
  const exit = () => {
    end(hasStopped());
    resolveStopped();
  };
  thread.on('message', receive).on('error', end).on('exit', exit);

  const waitFor = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) reject(hasStopped());
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
      end(hasStopped());
      thread.off('message', receive).off('error', end).off('exit', exit);
    },
    async request(request, limitMs) {
      const id = ++lastId;
      const answer = waitFor(id);
      // PGlite knows no statement_timeout and cannot be interrupted: its thread is.
      const timer = limitMs ? setTimeout(cancel, limitMs) : undefined;
      if (!ended) thread.postMessage({ id, request });
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** Starts the thread and opens the database in it; rejects when that fails. */
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
