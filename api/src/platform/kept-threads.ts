import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';

interface Kept {
  readonly thread: Worker;
  readonly end: NodeJS.Timeout;
}

/** One idle thread of each script. */
const kept = new Map<string, Kept>();

const forget = (script: URL, thread: Worker): void => {
  const found = kept.get(script.href);
  if (found?.thread !== thread) return;
  clearTimeout(found.end);
  kept.delete(script.href);
};

const start = (script: URL, resourceLimits: ResourceLimits): Worker => {
  const thread = new Worker(script, { resourceLimits });
  // An idle thread that fails must not end the process.
  thread.on('error', () => {});
  thread.on('exit', () => forget(script, thread));
  return thread;
};

/** A thread for a file: the idle one if there is one, because loading the script takes longer than a small file. */
export const takeThread = (script: URL, resourceLimits: ResourceLimits): Worker => {
  const thread = kept.get(script.href)?.thread;
  if (!thread) return start(script, resourceLimits);
  forget(script, thread);
  thread.ref();
  return thread;
};

/** Keeps a thread that has written its file for another one that follows soon. */
export const keepThread = (script: URL, thread: Worker, idleMs: number): void => {
  if (kept.has(script.href)) return void thread.terminate();
  const end = setTimeout(() => {
    forget(script, thread);
    void thread.terminate();
  }, idleMs);
  end.unref();
  kept.set(script.href, { thread, end });
  thread.unref();
};
