import type { Readable } from 'node:stream';
import type { CopyChunks } from './sql-pool.ts';

/**
 * Reads a stream that must never be destroyed before its end, because what follows on its connection comes through it. From
 * now on, an error of the stream is that of `next`.
 */
export const readChunks = (stream: Readable): CopyChunks => {
  let failure: Error | undefined;
  let isOver = false;
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };
  stream.on('readable', wake);
  stream.on('end', () => {
    isOver = true;
    wake();
  });
  stream.on('error', (error) => {
    failure = error;
    wake();
  });
  return {
    async next() {
      for (;;) {
        if (failure) throw failure;
        const chunk = stream.read() as Buffer | null;
        if (chunk) return chunk;
        if (isOver) return undefined;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
};
