import { activitiesQuery } from '../../activities/activity-rows.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import type { NumbersOfKeys } from '../../activities/key-list.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { keyBatches, readExportKeys } from './export-keys.ts';
import type { KeyBatch } from './export-keys.ts';
import { countLines } from './export-rows.ts';
import type { ExportRows, ExportSelection } from './export-rows.ts';
import type { Bytes } from './export-thread-input.ts';
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

const changed = () => conflict('The activities changed while they were exported. Please try again.');

const readBatch = async (
  db: Database,
  { kysely, changedFrom }: Snapshot,
  { keys, others, lastAt }: KeyBatch,
  names: readonly (keyof ActivityRow)[],
): Promise<Bytes> => {
  const lists: NumbersOfKeys = others.length > 0 ? { others, last_at: lastAt } : {};
  const query = activitiesQuery(keys, { names, lists, changedFrom });
  const rows = await db.copyOut({ compile: () => query.compile(kysely) }, kysely);
  const isChanged = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).includes(changedEnd);
  // A deleted activity has no row.
  if (isChanged || countLines(rows) !== keys.length) throw changed();
  return rows;
};

/**
 * Reads all keys at once, and then their rows in batches that leave the session to others between them.
 * @throws AppError 409 if the data changed meanwhile
 */
export const readByKeys = async (
  db: Database,
  snapshot: Snapshot,
  { where, order, aggregated, names, onCount }: ExportSelection,
): Promise<ExportRows> => {
  const { list, count } = await readExportKeys(snapshot.kysely, where, order, { aggregated });
  onCount(count);
  let size = sizes.least;
  const batches = keyBatches(list, () => size);
  return {
    count,
    async next() {
      const { value, done } = batches.next();
      if (done) return undefined;
      const start = performance.now();
      const rows = await readBatch(db, snapshot, value, names);
      size = nextBatchSize(value.keys.length, performance.now() - start);
      return rows;
    },
    stop: async () => {},
  };
};
