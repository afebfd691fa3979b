import { setImmediate as afterOtherWork, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/index.ts';
import { clientVersionsField, findChangedClients } from './data-version.ts';
import { buildMonthsRead } from './packed-months.ts';
import { countColumns, decodeColumns } from './packed-rows.ts';
import type { PackedColumns, PackedRows } from './packed-rows.ts';
import { isDividedByClient, packedStatement, packedValues } from './packed-statement.ts';
import type { Bytes, PackedValue } from './packed-statement.ts';
import { countRowsOfClients, replaceClients } from './replace-clients.ts';
import { createSharedReads } from './shared-reads.ts';
import type { Parts, ReadChoice, SharedReadOptions, SharedReads } from './shared-reads.ts';

/** The selected activities. */
export type PackedSelections = Pick<SharedReads<PackedRows, PackedValue>, 'read'>;

/** What is read of activities besides their readers and documents. */
export type PackedChoice = ReadChoice<PackedValue>;

export interface PackedOptions extends SharedReadOptions {
  /** Each takes up to 40 bytes in the database, and again here. */
  readonly mostRows?: number;
  /** Selections with more activities than that, but not more than this, are read one after another. By default as many as have room. */
  readonly mostRowsAlone?: number;
}

/** The calls of a page arrive within this time. */
export const gatherPage = () => pause(2);

/** Counting as many activities for one figure takes milliseconds. */
const slowSize = 50_000;

/** A reader and a document. */
const bytesPerRow = 8;

/** The columns of an activity, and what counting adds to them. */
const keptBytesPerRow = 64;

const noBytes: Bytes = new Uint8Array();

const decodeFields = (
  [
    ids = noBytes,
    instants = noBytes,
    firstCodes = noBytes,
    secondCodes = noBytes,
    organisations = noBytes,
    clients = noBytes,
    sizes = noBytes,
  ]: readonly Bytes[],
  values: ReadonlySet<PackedValue>,
): PackedColumns =>
  decodeColumns({ ids, instants, firstCodes, secondCodes, organisations, clients, sizes }, values);

const sumBytes = ({ ids, instants, codes, organisations }: PackedColumns): number =>
  [ids, instants, ...codes, organisations].reduce((sum, { byteLength }) => sum + byteLength, 0);

const allValues: ReadonlySet<PackedValue> = new Set(packedValues);

const listValues = (parts: Parts<PackedValue>): ReadonlySet<PackedValue> =>
  parts === 'all' ? allValues : parts;

/** With more of the rows changed, all are read again: that takes no longer, and few callers are faster with SQL. */
const largestChangedShare = 0.5;

interface ReadsOptions {
  readonly mostRows: number;
  /** Whether what is stored is read for those who only join. */
  readonly isForJoining: boolean;
}

const createReads = (
  db: Pick<Database, 'kysely' | 'readColumns'>,
  { mostRows, isForJoining, ...options }: SharedReadOptions & ReadsOptions,
) => {
  const most = mostRows + 1;
  return createSharedReads<PackedRows, PackedValue>(
    db,
    {
      version: clientVersionsField,
      build: (selection, parts) => packedStatement(db.kysely, selection, { most, values: listValues(parts) }),
      listParts: ({ columns: { values } }) => (values.size === allValues.size ? 'all' : values),
      isTooLarge: ([ids = noBytes]) => ids.byteLength / bytesPerRow > mostRows,
      unpack: (fields, onGrow, parts) => countColumns(decodeFields(fields, listValues(parts)), onGrow),
      findStored(selection, parts, isNeeded) {
        if (!isNeeded && !isForJoining) return undefined;
        const stored = buildMonthsRead(db.kysely, selection, { values: listValues(parts), most: mostRows });
        return (
          stored && {
            query: stored.query,
            open(fields, now) {
              const found = stored.open(fields, now);
              if (found === undefined || found === 'too large') return found;
              const { columns, version } = found;
              // An activity of one client: either it is known or not.
              if (version !== now && !isDividedByClient(selection)) return undefined;
              return { version, bytes: sumBytes(columns), create: (onGrow) => countColumns(columns, onGrow) };
            },
          }
        );
      },
      findChange(selection, { value, version }, now) {
        const clientIds = findChangedClients(version, now);
        if (!isDividedByClient(selection) || clientIds === 'all') return undefined;
        const { columns, size } = value;
        const { values } = columns;
        if (countRowsOfClients(columns, clientIds) > size * largestChangedShare) return undefined;
        return {
          query: packedStatement(db.kysely, selection, { most, onlyClients: clientIds, values }),
          isCovered: (read) => {
            const changed = findChangedClients(now, read);
            return changed !== 'all' && changed.every((id) => clientIds.includes(id));
          },
          update(fields) {
            const updated = replaceClients(columns, clientIds, decodeFields(fields, values));
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
};

/** Runs one statement that reads activities after another: each takes several times the memory of what is kept. */
const readOneByOne = (db: Database) => {
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const reads: Pick<Database, 'kysely' | 'readColumns'> = {
    kysely: db.kysely,
    async readColumns(query, onStart) {
      if (!/FROM engagement|JOIN packed_month/.test(query.sql)) return db.readColumns(query, onStart);
      unfinished += 1;
      const read = last.then(() => db.readColumns(query, onStart)).finally(() => (unfinished -= 1));
      last = read.catch(() => undefined);
      return read;
    },
  };
  return { reads, countUnfinished: () => unfinished };
};

/** Who comes when as many large reads are unfinished reads with SQL, in their own line: one user must not make the others wait. */
const mostUnfinished = 3;

/** Keeps rows of selections that are not large. */
const smallBytes = 64 * 2 ** 20;

/**
 * Reads activities for figures. With fewer than three callers, each reads with SQL: packing is slower than two of their
 * statements. What is known to be large is always packed: there, SQL is as slow for one caller, and nothing of it is used again.
 * Large selections get the memory beyond what the others need, and more than fit there are read with SQL.
 */
export const createPackedSelections = (
  db: Database,
  {
    mostBytes = smallBytes,
    mostRows = 1_000_000,
    mostRowsAlone = Math.floor((mostBytes - smallBytes) / keptBytesPerRow),
    ...options
  }: PackedOptions = {},
): PackedSelections => {
  const small = createReads(db, {
    ...options,
    mostRows,
    isForJoining: true,
    mostBytes: Math.min(mostBytes, smallBytes),
  });
  const oneByOne = readOneByOne(db);
  const large =
    mostRowsAlone > mostRows
      ? createReads(oneByOne.reads, {
          ...options,
          mostRows: mostRowsAlone,
          isForJoining: false,
          leastCallers: 1,
          mostBytes: mostRowsAlone * keptBytesPerRow,
        })
      : undefined;

  let line: Promise<unknown> = Promise.resolve();
  return {
    /** Lets other work in between while many activities are counted for one caller after another. */
    async read(selection, choice) {
      const packed =
        (await small.read(selection, choice)) ??
        (large && small.isTooLarge(selection)
          ? await large.read(selection, {
              parts: choice?.parts,
              joinsOnly: oneByOne.countUnfinished() >= mostUnfinished,
            })
          : undefined);
      if (!packed || packed.size < slowSize) return packed;
      line = line.then(() => afterOtherWork());
      await line;
      return packed;
    },
  };
};
