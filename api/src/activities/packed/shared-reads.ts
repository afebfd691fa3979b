import type { CompiledQuery } from 'kysely';
import { withoutParameters } from '../../platform/db/copy-rows.ts';
import { DatabaseError, TooManyWaitingError, sqlState } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { EngagementSelection } from '../selection.ts';
import { createKeptValues } from './kept-values.ts';
import type { Kept } from './kept-values.ts';
import { versionStatement } from './data-version.ts';
import type { VersionField } from './data-version.ts';
import type { Bytes } from './packed-statement.ts';

/** The value of an earlier statement, the same with what has changed since, what is stored, a new statement, or SQL without sharing. */
export type AnsweredFrom = 'kept' | 'updated' | 'stored' | 'packed' | 'sql';

export interface SharedReadOptions {
  /** Fewer callers read with SQL. Those who only join do not count. */
  readonly leastCallers?: number;
  /** Values that were read before are kept up to this size. */
  readonly mostBytes?: number;
  /** Waits for the other calls of a page. */
  readonly gather?: () => Promise<unknown>;
  /** Called with an error after which the callers read with SQL. */
  readonly onError?: (error: unknown) => void;
  /** Called with what a statement was answered from, for all its callers. */
  readonly onAnswer?: (from: AnsweredFrom) => void;
  /** Called with by how much the kept values have grown. */
  readonly onBytes?: (more: number) => void;
}

/** What has changed since a value was read, and how it is read. */
export interface Change<Value> {
  /** Its last field is the version, as in `build`. */
  readonly query: CompiledQuery;
  /** Whether nothing else has changed until a version of the data. */
  readonly isCovered: (version: string) => boolean;
  /** The value with what was read, and its size; undefined if it is too large. */
  readonly update: (
    fields: readonly Bytes[],
  ) => { readonly bytes: number; readonly create: (onGrow: (more: number) => void) => Value } | undefined;
}

/** What is read of a selection; by default all there is. */
export type Parts<Part> = ReadonlySet<Part> | 'all';

/** A statement of one row about a selection, and what its fields mean. */
export interface SharedStatement<Value, Part = never> {
  /** The version of the data: the last field of the statement. */
  readonly version: VersionField;
  readonly build: (selection: EngagementSelection, parts: Parts<Part>) => CompiledQuery;
  /** Missing fields are empty. The value calls `onGrow` when it has grown by more bytes. */
  readonly unpack: (fields: readonly Bytes[], onGrow: (more: number) => void, parts: Parts<Part>) => Value;
  /** The parts that a value has; by default all. */
  readonly listParts?: (value: Value) => Parts<Part>;
  /** Such a selection is read with SQL. */
  readonly isTooLarge?: (fields: readonly Bytes[]) => boolean;
  /** What to read instead of everything when a version, in hexadecimal digits, is no longer that of a value. */
  readonly findChange?: (
    selection: EngagementSelection,
    kept: Kept<Value>,
    version: string,
  ) => Change<Value> | undefined;
  /** How what was stored before anybody asked is read, if it can be used. `isNeeded`: not only by those who join. */
  readonly findStored?: (
    selection: EngagementSelection,
    parts: Parts<Part>,
    isNeeded: boolean,
  ) => StoredStatement<Value> | undefined;
}

/** A value, its size, and the version of what it contains, which may lack some clients. */
export interface StoredValue<Value> {
  readonly version: string;
  readonly bytes: number;
  readonly create: (onGrow: (more: number) => void) => Value;
}

export interface StoredStatement<Value> {
  /** Its last field is the version, as in `build`. */
  readonly query: CompiledQuery;
  /** With the version of the statement, in hexadecimal digits. */
  readonly open: (fields: readonly Bytes[], version: string) => StoredValue<Value> | 'too large' | undefined;
}

export interface ReadChoice<Part = never> {
  /** What is needed; more may be read. */
  readonly parts?: Parts<Part> | undefined;
  /** Takes what others share or what is kept, and is no reason to read. */
  readonly joinsOnly?: boolean | undefined;
  /** Is reason enough to read. */
  readonly isEnough?: boolean;
}

export interface SharedReads<Value, Part = never> {
  /** Whether a selection is known to be too large. */
  isTooLarge(selection: EngagementSelection): boolean;
  /** The value for a selection, or undefined if it must be read with SQL. Who only joins gets values that others share or that are kept. */
  read(selection: EngagementSelection, options?: ReadChoice<Part>): Promise<Value | undefined>;
}

/** How many selections that are too large are remembered, so that they are not read in vain again. */
const rememberedSelections = 200;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DatabaseError && error.code === code;

/** The user whose line the statement waited in has too much waiting there; others have not. */
const isOfLine = (error: unknown): boolean =>
  error instanceof TooManyWaitingError || hasCode(error, sqlState.tooManyConnections);

const isCancelled = (error: unknown): boolean => hasCode(error, sqlState.queryCanceled);

const toHex = (version: Uint8Array): string => Buffer.from(version).toString('hex');

/** Calls that wait for the same statement. */
interface Batch<Value, Part> {
  /** Without those who only join. */
  callers: number;
  /** What its callers need. */
  parts: Parts<Part>;
  /** Whether the statement is written, so that nothing can be added to it. */
  isWritten: boolean;
  result: Promise<Value | undefined>;
}

const hasParts = <Part>(parts: Parts<Part>, needed: Parts<Part>): boolean =>
  parts === 'all' || (needed !== 'all' && [...needed].every((part) => parts.has(part)));

const joinParts = <Part>(one: Parts<Part>, other: Parts<Part>): Parts<Part> =>
  one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);

/** A selection that is asked for. */
interface Asked<Value, Part> {
  /** The statement of all parts. */
  readonly text: string;
  readonly selection: EngagementSelection;
  readonly batch: Batch<Value, Part>;
}

const mebibyte = 2 ** 20;

/**
 * Reads values of selections. Calls with the same statement share one that has not yet started, so that nobody gets data from
 * before their call. It runs in the turn of the first caller, and until its end, whoever leaves. What was read before is used
 * again if the version of its data is still the same.
 */
export const createSharedReads = <Value, Part = never>(
  db: Pick<Database, 'kysely' | 'readColumns'>,
  {
    version: versionField,
    build,
    unpack,
    listParts = () => 'all',
    isTooLarge = () => false,
    findChange,
    findStored,
  }: SharedStatement<Value, Part>,
  {
    leastCallers = 1,
    mostBytes = 64 * mebibyte,
    gather = () => Promise.resolve(),
    onError = () => {},
    onAnswer = () => {},
    onBytes,
  }: SharedReadOptions = {},
): SharedReads<Value, Part> => {
  const cache = createKeptValues<Value>(mostBytes, onBytes);
  const waiting = new Map<string, Batch<Value, Part>>();
  const tooLarge = new Set<string>();

  const remember = (text: string) => {
    if (tooLarge.size >= rememberedSelections) tooLarge.clear();
    tooLarge.add(text);
  };

  /** Who comes later sees what was written until then, and needs another statement. */
  const close = (text: string, batch: Batch<Value, Part>) => {
    if (waiting.get(text) === batch) waiting.delete(text);
  };

  /** The fields of the statement but the last, and the version. */
  const readRow = async (query: CompiledQuery, { text, batch }: Asked<Value, Part>) => {
    const row = await db.readColumns(query, () => close(text, batch));
    const version = row.at(-1);
    return {
      fields: row.slice(0, -1).map((field) => field ?? new Uint8Array()),
      version: version && toHex(version),
    };
  };

  const readNew = async (asked: Asked<Value, Part>): Promise<Value | undefined> => {
    const { text, selection, batch } = asked;
    if (batch.callers < leastCallers) return undefined;
    const { parts } = batch;
    batch.isWritten = true;
    const { fields, version } = await readRow(build(selection, parts), asked);
    if (isTooLarge(fields)) {
      remember(text);
      return undefined;
    }
    if (version === undefined || version === null) return unpack(fields, () => {}, parts);
    const bytes = fields.reduce((sum, field) => sum + field.byteLength, 0);
    return cache.keep({ text, version }, bytes, (onGrow) => unpack(fields, onGrow, parts));
  };

  /** Reads what has changed, unless something else changes meanwhile. */
  const readChange = async (
    kept: Kept<Value>,
    now: string,
    asked: Asked<Value, Part>,
  ): Promise<Value | undefined> => {
    const change = findChange?.(asked.selection, kept, now);
    if (!change) return undefined;
    const { fields, version } = await readRow(change.query, asked);
    if (!version || !change.isCovered(version)) return undefined;
    const updated = change.update(fields);
    return updated && cache.keep({ text: asked.text, version }, updated.bytes, updated.create);
  };

  /** A kept value as it is now, if that takes less than reading it again. */
  const readKept = async (asked: Asked<Value, Part>): Promise<Value | undefined> => {
    const kept = cache.find(asked.text);
    if (!kept) return undefined;
    const now = await readRow(versionStatement(db.kysely, asked.selection, versionField), asked);
    const parts = listParts(kept.value);
    const isEnough = hasParts(parts, asked.batch.parts);
    if (now.version === kept.version) {
      if (isEnough) {
        onAnswer('kept');
        return kept.value;
      }
      // Who comes with the needs of before finds theirs as well.
      asked.batch.parts = joinParts(parts, asked.batch.parts);
      return undefined;
    }
    const value = now.version && isEnough ? await readChange(kept, now.version, asked) : undefined;
    if (value === undefined) cache.drop(kept);
    else onAnswer('updated');
    return value;
  };

  /** What is stored, with what has changed since. Who comes while nothing is found shares what is read then. */
  const readStored = async (asked: Asked<Value, Part>): Promise<Value | undefined> => {
    const { text, selection, batch } = asked;
    const stored = findStored?.(selection, batch.parts, batch.callers > 0);
    if (!stored) return undefined;
    batch.isWritten = true;
    const { fields, version } = await readRow(stored.query, asked);
    const found = version ? stored.open(fields, version) : undefined;
    if (version && typeof found === 'object')
      return found.version === version
        ? cache.keep({ text, version }, found.bytes, found.create)
        : readChange({ text, version: found.version, value: found.create(() => {}) }, version, asked);
    if (found === 'too large') remember(text);
    else if (!waiting.has(text)) {
      batch.isWritten = false;
      waiting.set(text, batch);
    }
    return undefined;
  };

  const run = async (asked: Asked<Value, Part>): Promise<Value | undefined> => {
    try {
      await gather();
      const kept = await readKept(asked);
      if (kept !== undefined) return kept;
      const stored = await readStored(asked);
      if (stored !== undefined) {
        onAnswer('stored');
        return stored;
      }
      const value = tooLarge.has(asked.text) ? undefined : await readNew(asked);
      // Who only joined has another way.
      if (asked.batch.callers > 0) onAnswer(value === undefined ? 'sql' : 'packed');
      return value;
    } catch (error) {
      if (isOfLine(error) || isCancelled(error)) throw error;
      onError(error);
      onAnswer('sql');
      return undefined;
    }
  };

  /** Like the first caller of the statement, but without the errors of that caller's line. */
  const join = (shared: Promise<Value | undefined>): Promise<Value | undefined> =>
    shared.catch((error: unknown) => {
      if (isOfLine(error)) return undefined;
      throw error;
    });

  return {
    isTooLarge: (selection) => tooLarge.size > 0 && tooLarge.has(withoutParameters(build(selection, 'all'))),
    async read(selection, { joinsOnly = false, isEnough = false, parts = 'all' } = {}) {
      const callers = isEnough ? leastCallers : Number(!joinsOnly);
      const text = withoutParameters(build(selection, 'all'));
      if (tooLarge.has(text)) return undefined;
      const shared = waiting.get(text);
      if (shared && (!shared.isWritten || hasParts(shared.parts, parts))) {
        shared.callers += callers;
        if (!shared.isWritten) shared.parts = joinParts(shared.parts, parts);
        return join(shared.result);
      }
      const batch: Batch<Value, Part> = {
        callers,
        parts,
        isWritten: false,
        result: Promise.resolve(undefined),
      };
      waiting.set(text, batch);
      batch.result = run({ text, selection, batch });
      try {
        return await batch.result;
      } finally {
        // One that was refused has never begun.
        close(text, batch);
      }
    },
  };
};
