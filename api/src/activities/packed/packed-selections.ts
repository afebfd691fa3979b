import { setImmediate as afterOtherWork, setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { withoutParameters } from '../../platform/db/copy-rows.ts';
import { DatabaseError, TooManyWaitingError, sqlState } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { EngagementSelection } from '../selection.ts';
import { createPackedCache } from './packed-cache.ts';
import type { KeptRows } from './packed-cache.ts';
import { unpackRows } from './packed-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import { packedStatement, versionStatement } from './packed-statement.ts';

/** What stands for the answer of a statement that is not packed: the caller reads with SQL. */
type Packed = PackedRows | undefined;

export interface PackedSelections {
  /**
   * The selected activities, or undefined if they must be read with SQL. Who only joins gets rows that others share or that are
   * kept.
   */
  read(
    selection: EngagementSelection,
    options?: { readonly joinsOnly?: boolean | undefined },
  ): Promise<Packed>;
}

export interface PackedOptions {
  /** Selections with more activities are read with SQL. Each takes 36 bytes in the database, and again here. */
  readonly mostRows?: number;
  /** Fewer callers read with SQL: packing is slower than two of their statements. Those who only join do not count. */
  readonly leastCallers?: number;
  /** Rows that were read before are kept up to this size. */
  readonly mostBytes?: number;
  /** Waits for the other calls of a page. */
  readonly gather?: () => Promise<unknown>;
  /** Called with an error after which the figures are read with SQL. */
  readonly onError?: (error: unknown) => void;
  /** Called with what a statement was answered from, for all its callers. */
  readonly onAnswer?: (from: AnsweredFrom) => void;
  /** Called with by how much the kept rows have grown. */
  readonly onBytes?: (more: number) => void;
}

/** The rows of an earlier statement, a new one, or SQL. */
export type AnsweredFrom = 'kept' | 'packed' | 'sql';

/** How many selections with too many rows are remembered, so that they are not packed in vain again. */
const rememberedSelections = 200;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DatabaseError && error.code === code;

/** The calls of a page arrive within this time. */
const gatherMs = 2;

/** Calls that wait for the same statement. */
interface Batch {
  /** Without those who only join. */
  callers: number;
  result: Promise<Packed>;
}

/** A selection that is asked for. */
interface Asked {
  readonly text: string;
  readonly selection: EngagementSelection;
  readonly query: CompiledQuery;
  readonly batch: Batch;
}

/** Counting as many activities for one figure takes milliseconds. */
const slowSize = 50_000;

/** The user whose line the statement waited in has too much waiting there; others have not. */
const isOfLine = (error: unknown): boolean =>
  error instanceof TooManyWaitingError || hasCode(error, sqlState.tooManyConnections);

/** A reader and a document. */
const bytesPerRow = 8;

/** A missing value, because no activity is selected. */
const noBytes = () => new Uint8Array();

const isCancelled = (error: unknown): boolean => hasCode(error, sqlState.queryCanceled);

const toHex = (version: Uint8Array): string => Buffer.from(version).toString('hex');

const mebibyte = 2 ** 20;

/**
 * Reads activities for figures. Calls with the same statement share one that has not yet started, so that nobody gets data from
 * before their call. It runs in the turn of the first caller, and until its end, whoever leaves. Rows that were read before are used
 * again if the version of their data is still the same.
 */
export const createPackedSelections = (
  db: Database,
  {
    mostRows = 1_000_000,
    leastCallers = 3,
    mostBytes = 64 * mebibyte,
    gather = () => pause(gatherMs),
    onError = () => {},
    onAnswer = () => {},
    onBytes,
  }: PackedOptions = {},
): PackedSelections => {
  const cache = createPackedCache(mostBytes, onBytes);
  const waiting = new Map<string, Batch>();
  const tooLarge = new Set<string>();

  const remember = (text: string) => {
    if (tooLarge.size >= rememberedSelections) tooLarge.clear();
    tooLarge.add(text);
  };

  /** Who comes later sees what was written until then, and needs another statement. */
  const close = (text: string, batch: Batch) => {
    if (waiting.get(text) === batch) waiting.delete(text);
  };

  let line: Promise<unknown> = Promise.resolve();
  /** Lets other work in between while many activities are counted for one caller after another. */
  const inTurn = async (packed: Packed): Promise<Packed> => {
    if (!packed || packed.size < slowSize) return packed;
    line = line.then(() => afterOtherWork());
    await line;
    return packed;
  };

  const pack = async ({ text, query, batch }: Asked): Promise<Packed> => {
    if (batch.callers < leastCallers) return undefined;
    const [ids, instants, firstCodes, secondCodes, organisations, version] = await db.readFields(query, () =>
      close(text, batch),
    );
    const fields = {
      ids: ids ?? noBytes(),
      instants: instants ?? noBytes(),
      firstCodes: firstCodes ?? noBytes(),
      secondCodes: secondCodes ?? noBytes(),
      organisations: organisations ?? noBytes(),
    };
    if (fields.ids.byteLength / bytesPerRow > mostRows) {
      remember(text);
      return undefined;
    }
    return version ? cache.keep(text, toHex(version), fields) : unpackRows(fields);
  };

  /** Whether nothing has changed since the rows were read. */
  const isFresh = async ({ version }: KeptRows, { text, selection, batch }: Asked): Promise<boolean> => {
    const [now] = await db.readFields(versionStatement(db.kysely, selection), () => close(text, batch));
    return now !== null && now !== undefined && toHex(now) === version;
  };

  const run = async (asked: Asked): Promise<Packed> => {
    try {
      await gather();
      const kept = cache.find(asked.text);
      if (kept && (await isFresh(kept, asked))) {
        onAnswer('kept');
        return kept.rows;
      }
      if (kept) cache.drop(kept);
      const packed = await pack(asked);
      onAnswer(packed ? 'packed' : 'sql');
      return packed;
    } catch (error) {
      if (isOfLine(error) || isCancelled(error)) throw error;
      onError(error);
      onAnswer('sql');
      return undefined;
    }
  };

  /** Like the first caller of the statement, but without the errors of that caller's line. */
  const join = (shared: Promise<Packed>): Promise<Packed> =>
    shared.catch((error: unknown) => {
      if (isOfLine(error)) return undefined;
      throw error;
    });

  return {
    async read(selection, { joinsOnly = false } = {}) {
      const query = packedStatement(db.kysely, selection, mostRows + 1);
      const text = withoutParameters(query);
      if (tooLarge.has(text)) return undefined;
      const shared = waiting.get(text);
      if (shared) {
        shared.callers += joinsOnly ? 0 : 1;
        return inTurn(await join(shared.result));
      }
      const batch: Batch = { callers: joinsOnly ? 0 : 1, result: Promise.resolve(undefined) };
      waiting.set(text, batch);
      batch.result = run({ text, selection, query, batch });
      try {
        return await inTurn(await batch.result);
      } finally {
        // One that was refused has never begun.
        close(text, batch);
      }
    },
  };
};
