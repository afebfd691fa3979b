import { setImmediate as afterOtherWork, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/index.ts';
import { clientVersionsField, findChangedClients } from './data-version.ts';
import { countColumns, decodeColumns } from './packed-rows.ts';
import type { PackedColumns, PackedRows } from './packed-rows.ts';
import { isDividedByClient, packedStatement } from './packed-statement.ts';
import type { Bytes } from './packed-statement.ts';
import { countRowsOfClients, replaceClients } from './replace-clients.ts';
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

const decodeFields = ([
  ids = noBytes,
  instants = noBytes,
  firstCodes = noBytes,
  secondCodes = noBytes,
  organisations = noBytes,
  clients = noBytes,
]: readonly Bytes[]): PackedColumns =>
  decodeColumns({ ids, instants, firstCodes, secondCodes, organisations, clients });

const sumBytes = (columns: PackedColumns): number =>
  Object.values<ArrayBufferView>({ ...columns }).reduce((sum, { byteLength }) => sum + byteLength, 0);

/** With more of the rows changed, all are read again: that takes no longer, and few callers are faster with SQL. */
const largestChangedShare = 0.5;

/** Reads activities for figures. With fewer than three callers, each reads with SQL: packing is slower than two of their statements. */
export const createPackedSelections = (
  db: Database,
  { mostRows = 1_000_000, ...options }: PackedOptions = {},
): PackedSelections => {
  const most = mostRows + 1;
  const reads = createSharedReads<PackedRows>(
    db,
    {
      version: clientVersionsField,
      build: (selection) => packedStatement(db.kysely, selection, { most }),
      isTooLarge: ([ids = noBytes]) => ids.byteLength / bytesPerRow > mostRows,
      unpack: (fields, onGrow) => countColumns(decodeFields(fields), onGrow),
      findChange(selection, { value, version }, now) {
        const clientIds = findChangedClients(version, now);
        if (!isDividedByClient(selection) || clientIds === 'all') return undefined;
        const { columns, size } = value;
        if (countRowsOfClients(columns, clientIds) > size * largestChangedShare) return undefined;
        return {
          query: packedStatement(db.kysely, selection, { most, onlyClients: clientIds }),
          isCovered: (version) => {
            const changed = findChangedClients(now, version);
            return changed !== 'all' && changed.every((id) => clientIds.includes(id));
          },
          update(fields) {
            const updated = replaceClients(columns, clientIds, decodeFields(fields));
            // The statement has an end too, so that there may be even more.
            if (updated.ids.byteLength / bytesPerRow > mostRows) return undefined;
            const bytes = sumBytes(updated);
            return { bytes, create: (onGrow) => countColumns(updated, onGrow) };
          },
        };
      },
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
