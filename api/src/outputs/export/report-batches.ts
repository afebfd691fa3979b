import { AsyncLocalStorage } from 'node:async_hooks';
import { countLines } from './export-rows.ts';
import type { ExportRows } from './export-rows.ts';
import type { ExportBatch } from './export-thread-input.ts';

export interface BatchEvents {
  /** The number of rows delivered so far. */
  readonly onRows: (rows: number) => Promise<void>;
  /** Called once, also after a failure; `isWhole` if all rows were delivered. */
  readonly onEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * Reads rows on demand, and reports them. Not a generator, because an iterator that is closed before its first `next` must
 * call `onEnd` as well.
 */
export const reportBatches = (
  rows: ExportRows,
  { onRows, onEnd }: BatchEvents,
): AsyncIterable<ExportBatch> => {
  let delivered = 0;
  let ending: Promise<void> | undefined;
  const end = (isWhole: boolean) => (ending ??= rows.stop().finally(() => onEnd(isWhole)));
  const read = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    const found = await rows.next();
    if (found === undefined) {
      await end(true);
      return { done: true, value: undefined };
    }
    delivered += countLines(found);
    await onRows(delivered);
    return { done: false, value: { rows: found } };
  };
  // Batches are requested by the thread, but their turn in front of the database is the caller's.
  const forCaller = AsyncLocalStorage.snapshot();
  let reading: Promise<unknown> = Promise.resolve();
  const next = () => {
    const result = forCaller(read).catch(async (error: unknown) => {
      await end(false);
      throw error;
    });
    reading = result.catch(() => undefined);
    return result;
  };
  const closeEarly = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    // The end of its statement ends a reading that waits for it.
    await Promise.all([rows.stop(), reading]);
    await end(false);
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: closeEarly }) };
};
