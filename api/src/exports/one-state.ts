import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database, Schema } from '../platform/db/index.ts';

/** The data as it is at one moment, for as long as somebody reads it. */
export interface OneState {
  /** For all reading. */
  readonly kysely: Kysely<Schema>;
  /**
   * Where the database can keep one state for a reader only by making everybody wait, nothing is kept: rows of
   * transactions from this one on are of a later state. Undefined where the state is kept.
   */
  readonly laterFrom: number | undefined;
  /** Gives the session up. */
  close(): Promise<void>;
}

/** The embedded database has one session for all. */
const watchedState = async ({ kysely }: Database): Promise<OneState> => {
  const query = sql<{ later: number }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS later`;
  const [row] = (await query.execute(kysely)).rows;
  return { kysely, laterFrom: row?.later ?? 0, close: async () => {} };
};

const keptState = async ({ kysely }: Database, signal: AbortSignal): Promise<OneState> => {
  const trx = await kysely
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const [row] = (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)).rows;
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = sql`SELECT pg_cancel_backend(${row?.pid}::integer)`.execute(kysely).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  let closing: Promise<void> | undefined;
  const close = async () => {
    signal.removeEventListener('abort', cancel);
    // Whoever has the session next must not be cancelled.
    await cancelling;
    await trx.rollback().execute();
  };
  return { kysely: trx, laterFrom: undefined, close: () => (closing ??= close()) };
};

/** Opens the state of now. `signal` ends a statement that runs, where the database can be told to. */
export const openOneState = (db: Database, signal: AbortSignal): Promise<OneState> =>
  db.engine === 'pglite' ? watchedState(db) : keptState(db, signal);
