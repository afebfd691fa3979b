import type { Worker } from 'node:worker_threads';
import type { WorkerStart } from '../db/pglite-protocol.ts';
import { pgliteThread, sessionOn } from '../db/pglite-session.ts';
import type { PgliteSession } from '../db/pglite-session.ts';
import type { SqlResult } from '../db/sql-pool.ts';
import { emptyDatabase, readSchema } from './empty-database.ts';
import { idleList } from './worker-state.ts';

interface IdleThread {
  readonly thread: Worker;
  readonly schema: unknown;
}

const idle = idleList<IdleThread>('embedded databases');

const queryOn = (session: PgliteSession) => async (sql: string) =>
  ((await session.request({ op: 'query', sql, parameters: [] })) as SqlResult).rows;

/** A session whose thread is reused by the next test database if it was closed, and terminated otherwise. */
const sharedSession = (thread: Worker, schema: unknown): PgliteSession => {
  const session = sessionOn(thread);
  let isClosed = false;
  return {
    get ended() {
      return session.ended;
    },
    stopped: session.stopped,
    async request(request, limitMs) {
      if (request.op === 'close') isClosed = true;
      return request.op === 'close' ? undefined : session.request(request, limitMs);
    },
    async terminate() {
      if (!isClosed || session.ended) {
        await session.terminate();
        return;
      }
      session.detach();
      // An idle thread must not keep the process from exiting.
      thread.unref();
      idle.push({ thread, schema });
    },
  };
};

const fromIdle = async (): Promise<PgliteSession | undefined> => {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    const { thread, schema } = kept;
    thread.ref();
    const session = sessionOn(thread);
    const isEmpty = await emptyDatabase(queryOn(session), schema).catch(() => false);
    session.detach();
    if (isEmpty) return sharedSession(thread, schema);
    await thread.terminate();
  }
  return undefined;
};

/** Opens an empty in-memory database, in a reused thread of an earlier test file of this worker if there is one. */
export const startSharedSession = async (start: WorkerStart): Promise<PgliteSession> => {
  const reused = await fromIdle();
  if (reused) return reused;
  const thread = pgliteThread(start);
  const session = sessionOn(thread);
  try {
    await session.opened;
    const schema = await readSchema(queryOn(session));
    session.detach();
    return sharedSession(thread, schema);
  } catch (error) {
    await session.terminate();
    throw error;
  }
};
