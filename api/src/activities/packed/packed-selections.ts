import { setImmediate as afterOtherWork, setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { isCopyable, withoutParameters } from '../../platform/db/copy-rows.ts';
import { DatabaseError, TooManyWaitingError, sqlState } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { EngagementSelection } from '../selection.ts';
import { unpackRows } from './packed-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import { packedStatement } from './packed-statement.ts';

/** What stands for the answer of a statement that is not packed: the caller reads with SQL. */
type Packed = PackedRows | undefined;

export interface PackedSelections {
  /** The selected activities, or undefined if they must be read with SQL. */
  read(selection: EngagementSelection): Promise<Packed>;
}

export interface PackedOptions {
  /** Selections with more activities are read with SQL. Each takes 32 bytes in the database, and again here. */
  readonly mostRows?: number;
  /** Fewer callers read with SQL: packing is slower than two of their statements. */
  readonly leastCallers?: number;
  /** Waits for the other calls of a page. */
  readonly gather?: () => Promise<unknown>;
  /** Called with an error after which the figures are read with SQL. */
  readonly onError?: (error: unknown) => void;
}

/** How many selections with too many rows are remembered, so that they are not packed in vain again. */
const rememberedSelections = 200;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DatabaseError && error.code === code;

/** The calls of a page arrive within this time. */
const gatherMs = 2;

/** Calls that wait for the same statement. */
interface Batch {
  callers: number;
  readonly result: Promise<Packed>;
}

/** Counting as many activities for one figure takes milliseconds. */
const slowSize = 50_000;

/** The user whose line the statement waited in has too much waiting there; others have not. */
const isOfLine = (error: unknown): boolean =>
  error instanceof TooManyWaitingError || hasCode(error, sqlState.tooManyConnections);

/** A missing value, because no activity is selected. */
const noBytes = () => new Uint8Array();

const isCancelled = (error: unknown): boolean => hasCode(error, sqlState.queryCanceled);

/**
 * Reads activities for figures. Calls with the same statement share one that has not yet started, so that nobody gets data from
 * before their call. It runs in the turn of the first caller, and until its end, whoever leaves.
 */
export const createPackedSelections = (
  db: Database,
  {
    mostRows = 1_000_000,
    leastCallers = 3,
    gather = () => pause(gatherMs),
    onError = () => {},
  }: PackedOptions = {},
): PackedSelections => {
  const waiting = new Map<string, Batch>();
  const tooLarge = new Set<string>();

  const remember = (text: string) => {
    if (tooLarge.size >= rememberedSelections) tooLarge.clear();
    tooLarge.add(text);
  };

  let line: Promise<unknown> = Promise.resolve();
  /** Lets other work in between while many activities are counted for one caller after another. */
  const inTurn = async (packed: Packed): Promise<Packed> => {
    if (!packed || packed.size < slowSize) return packed;
    line = line.then(() => afterOtherWork());
    await line;
    return packed;
  };

  const run = async (text: string, query: CompiledQuery): Promise<Packed> => {
    try {
      await gather();
      if ((waiting.get(text)?.callers ?? 0) < leastCallers) return undefined;
      const [ids, instants, firstCodes, secondCodes] = await db.readFields(query, () => waiting.delete(text));
      const rows = unpackRows({
        ids: ids ?? noBytes(),
        instants: instants ?? noBytes(),
        firstCodes: firstCodes ?? noBytes(),
        secondCodes: secondCodes ?? noBytes(),
      });
      if (rows.size <= mostRows) return rows;
      remember(text);
      return undefined;
    } catch (error) {
      if (isOfLine(error) || isCancelled(error)) throw error;
      onError(error);
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
    async read(selection) {
      const query = packedStatement(db.kysely, selection, mostRows + 1);
      if (!isCopyable(query)) return undefined;
      const text = withoutParameters(query);
      if (tooLarge.has(text)) return undefined;
      const shared = waiting.get(text);
      if (shared) {
        shared.callers += 1;
        return inTurn(await join(shared.result));
      }
      const batch: Batch = { callers: 1, result: run(text, query) };
      waiting.set(text, batch);
      try {
        return await inTurn(await batch.result);
      } finally {
        // One that was refused has never begun.
        if (waiting.get(text) === batch) waiting.delete(text);
      }
    },
  };
};
