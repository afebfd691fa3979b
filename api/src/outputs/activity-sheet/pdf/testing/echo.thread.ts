// "Draws" the name of its thread and the job; fails or hangs if the job says so.
import { threadId } from 'node:worker_threads';
import { serveDrawings } from '../serve-drawings.ts';

serveDrawings((job: string): Promise<Uint8Array> => {
  if (job === 'fail') throw new Error('failed');
  if (job === 'hang') return new Promise(() => {});
  return Promise.resolve(new TextEncoder().encode(`${threadId} ${job}`));
});
