import { setImmediate as afterOtherWork, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/index.ts';
import { unpackRows } from './packed-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import { packedStatement } from './packed-statement.ts';
import type { Bytes } from './packed-statement.ts';
import { createSharedReads } from './shared-reads.ts';
import type { SharedReadOptions, SharedReads } from './shared-reads.ts';

/** The selected activities. */
export type PackedSelections = SharedReads<PackedRows>;

export interface PackedOptions extends SharedReadOptions {
  /** Selections with more activities are read with SQL. Each takes 36 bytes in the database, and again here. */
  readonly mostRows?: number;
}

/** The calls of a page arrive within this time. */
export const gatherPage = () => pause(2);

/** Counting as many activities for one figure takes milliseconds. */
const slowSize = 50_000;

/** A reader and a document. */
const bytesPerRow = 8;

const noBytes: Bytes = new Uint8Array();

/** Reads activities for figures. With fewer than three callers, each reads with SQL: packing is slower than two of their statements. */
export const createPackedSelections = (
  db: Database,
  { mostRows = 1_000_000, ...options }: PackedOptions = {},
): PackedSelections => {
  const reads = createSharedReads<PackedRows>(
    db,
    {
      build: (selection) => packedStatement(db.kysely, selection, mostRows + 1),
      isTooLarge: ([ids = noBytes]) => ids.byteLength / bytesPerRow > mostRows,
      unpack: (
        [
          ids = noBytes,
          instants = noBytes,
          firstCodes = noBytes,
          secondCodes = noBytes,
          organisations = noBytes,
        ],
        onGrow,
      ) => unpackRows({ ids, instants, firstCodes, secondCodes, organisations }, onGrow),
    },
    { leastCallers: 3, gather: gatherPage, ...options },
  );

  let line: Promise<unknown> = Promise.resolve();
  return {
    /** Lets other work in between while many activities are counted for one caller after another. */
    async read(selection, choice) {
      const packed = await reads.read(selection, choice);
      if (!packed || packed.size < slowSize) return packed;
      line = line.then(() => afterOtherWork());
      await line;
      return packed;
    },
  };
};
