import { AsyncLocalStorage } from 'node:async_hooks';
import { activitiesQuery } from '../../activities/activity-rows.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { keyBatches } from './export-keys.ts';
import type { ExportBatch } from './export-thread-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Within these, the planner looks each row up by its key. */
const sizes = { least: 1000, most: 5000 };
/** How long a batch may keep a shared session. */
const targetMs = 50;

/**
 * The size of the next batch: few statements if the database answers at once, short ones if others use it too. `ms` is the
 * time of a batch of `size` rows, including the wait for a session.
 */
export const nextBatchSize = (size: number, ms: number): number => {
  const ideal = Math.min(Math.max((size * targetMs) / Math.max(ms, 1), size / 2), size * 2);
  return Math.round(Math.min(Math.max(ideal, sizes.least), sizes.most));
};

/** A watched row ends with this if it was written after the export began. No value contains a tab: COPY escapes it. */
const changedEnd = Buffer.from('\tt\n');

const readBatch = async (
  db: Database,
  { kysely, changedFrom }: Snapshot,
  keys: readonly ActivityKey[],
  names: readonly (keyof ActivityRow)[],
): Promise<ExportBatch['rows']> => {
  const query = activitiesQuery(keys, { names, changedFrom });
  const rows = await db.copyOut({ compile: () => query.compile(kysely) }, kysely);
  const isChanged = () => Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).includes(changedEnd);
  if (changedFrom !== undefined && isChanged())
    throw conflict('The activities changed while they were exported. Please try again.');
  return rows;
};

export interface BatchEvents {
  /** The number of rows delivered so far. */
  readonly onRows: (rows: number) => Promise<void>;
  /** Called once, also after a failure; `isWhole` if all rows were delivered. */
  readonly onEnd: (isWhole: boolean) => Promise<void>;
}

/**
 * Reads the given columns of a list of keys on demand from one snapshot. Not a generator, because an
 * iterator that is closed before its first `next` must call `onEnd` as well.
 * @throws AppError 409 if the data changed and the database does not support snapshots
 */
export const exportBatches = (
  db: Database,
  snapshot: Snapshot,
  { list, names }: { list: string; names: readonly (keyof ActivityRow)[] },
  { onRows, onEnd }: BatchEvents,
): AsyncIterable<ExportBatch> => {
  let size = sizes.least;
  const batches = keyBatches(list, () => size);
  let rows = 0;
  let ending: Promise<void> | undefined;
  const end = (isWhole: boolean) => (ending ??= onEnd(isWhole));
  const read = async (): Promise<IteratorResult<ExportBatch, undefined>> => {
    const { value, done } = batches.next();
    if (done) {
      await end(true);
      return { done: true, value: undefined };
    }
    const start = performance.now();
    const found = await readBatch(db, snapshot, value.keys, names);
    size = nextBatchSize(value.keys.length, performance.now() - start);
    rows += value.keys.length;
    await onRows(rows);
    return { done: false, value: { rows: found, count: value.keys.length, returns: value.returns } };
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
    await reading;
    await end(false);
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: closeEarly }) };
};
