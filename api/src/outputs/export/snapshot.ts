import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { holdForReader, runFor } from '../../platform/caller.ts';
import type { Database, Schema } from '../../platform/db/index.ts';

/** The data at one moment, until closed. */
export interface Snapshot {
  /** Use for all reads. */
  readonly kysely: Kysely<Schema>;
  /**
   * Set if the database has a single session, which a transaction would block: there is no snapshot, and
   * rows written by this transaction or a later one are newer than the export.
   */
  readonly changedFrom: number | undefined;
  /** How long the database works on one statement, in milliseconds; 0 if there is no limit. */
  readonly timeoutMs: number;
  /** Ends the running statement, if the database supports it. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** For the embedded database, which has a single session. */
const watchedSnapshot = async ({ kysely }: Database): Promise<Snapshot> => {
  const query = sql<{
    next: number;
  }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::xid::text::bigint AS next`;
  const [row] = (await query.execute(kysely)).rows;
  return { kysely, changedFrom: row?.next ?? 0, timeoutMs: 0, cancel: async () => {}, close: async () => {} };
};

const transactionSnapshot = async ({ kysely }: Database, signal?: AbortSignal): Promise<Snapshot> => {
  const begin = kysely.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const trx = await holdForReader(() => begin.execute());
  const session = sql<{
    pid: number;
    timeoutMs: number;
  }>`SELECT pg_backend_pid() AS pid, setting::integer AS "timeoutMs"
    FROM pg_settings WHERE name = 'statement_timeout'`;
  const [row] = (await session.execute(trx)).rows;
  let cancelling: Promise<void> | undefined;
  const cancelStatement = async () => {
    // Must not wait for a turn of the user whose statement it cancels.
    const query = sql`SELECT pg_cancel_backend(${row?.pid}::integer)`;
    await runFor(undefined, () => query.execute(kysely)).catch(() => undefined);
  };
  const cancel = () => (cancelling = cancelStatement());
  signal?.addEventListener('abort', cancel, { once: true });
  let closing: Promise<void> | undefined;
  const close = async () => {
    signal?.removeEventListener('abort', cancel);
    // A late cancel would affect the next user of this session.
    await cancelling;
    await trx.rollback().execute();
  };
  // The event is over if the client left while the transaction began: nothing would cancel its statements.
  if (signal?.aborted) {
    await close();
    signal.throwIfAborted();
  }
  const timeoutMs = row?.timeoutMs ?? 0;
  return { kysely: trx, changedFrom: undefined, timeoutMs, cancel, close: () => (closing ??= close()) };
};

/** Opens a snapshot of the current data. `signal` cancels the running statement if the database supports it. */
export const openSnapshot = (db: Database, signal?: AbortSignal): Promise<Snapshot> =>
  db.engine === 'pglite' ? watchedSnapshot(db) : transactionSnapshot(db, signal);
