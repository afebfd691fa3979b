import { Worker } from 'node:worker_threads';
import { spreadsheetThreadIdleMs } from '../../deadlines.ts';

/** Makes the thread collect garbage early, so that its memory does not depend on the length of the file. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/** One idle thread of each script. */
const kept = new Map<string, Worker>();

const forget = (script: URL, thread: Worker): void => {
  if (kept.get(script.href) === thread) kept.delete(script.href);
};

const start = (script: URL): Worker => {
  const thread = new Worker(script, { resourceLimits });
  // An idle thread that fails must not end the process.
  thread.on('error', () => {});
  thread.on('exit', () => forget(script, thread));
  return thread;
};

/** A thread for a file: the idle one if there is one, because loading the script takes longer than a small file. */
export const takeThread = (script: URL): Worker => {
  const thread = kept.get(script.href);
  if (!thread) return start(script);
  forget(script, thread);
  thread.ref();
  return thread;
};

/** Keeps a thread that has written its file for another one that follows soon. */
export const keepThread = (script: URL, thread: Worker): void => {
  if (kept.has(script.href)) return void thread.terminate();
  kept.set(script.href, thread);
  thread.unref();
  setTimeout(() => {
    if (kept.get(script.href) !== thread) return;
    forget(script, thread);
    void thread.terminate();
  }, spreadsheetThreadIdleMs).unref();
};
