import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { migrationWorkPauseMs } from '../../deadlines.ts';
import type { Database } from './database.ts';
import { runMigrationWork } from './migration-work.ts';
import type { WorkDone } from './migration-work.ts';
import type { Schema } from './schema.ts';

/** Work of migrations that has failed and is tried again. */
export interface FailedMigrationWork {
  readonly migration: string;
  readonly statement: string;
  readonly failedAt: Date;
}

export const readFailedMigrationWork = async (kysely: Kysely<Schema>): Promise<FailedMigrationWork[]> => {
  const { rows } = await sql<FailedMigrationWork>`
    SELECT migration, statement, failed_at AS "failedAt" FROM migration_work WHERE error IS NOT NULL
    ORDER BY migration, position`.execute(kysely);
  return rows;
};

const isWorkLeft = async ({ kysely }: Database): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM migration_work) AS found`.execute(
    kysely,
  );
  return rows[0]?.found === true;
};

/** One attempt to do what migrations have left to do; see `runMigrationWork`. */
export const finishMigrations = async (
  db: Database,
  signal?: AbortSignal,
): Promise<WorkDone[] | undefined> => {
  if (!(await isWorkLeft(db))) return [];
  return db.asOwner((client) => runMigrationWork(client, db.engine === 'pglite'), signal);
};

export interface FinisherOptions {
  readonly db: Database;
  readonly logger: Readonly<Record<'error' | 'info' | 'warn', (detail: object, message: string) => void>>;
  /** Overridden by tests. */
  readonly pause?: (signal: AbortSignal) => Promise<unknown>;
}

const pauseForLong = (signal: AbortSignal) =>
  setTimeout(migrationWorkPauseMs, undefined, { signal, ref: false });

/** Does what migrations have left to do beside the product, with pauses after failures, until nothing is left. */
export const createMigrationFinisher = ({ db, logger, pause = pauseForLong }: FinisherOptions) => {
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;

  const log = ({ migration, statement, error }: WorkDone) => {
    if (error === undefined) logger.info({ migration, statement }, 'the work of a migration is done');
    else
      logger.error({ migration, statement, err: error }, 'the work of a migration failed; it is tried again');
  };
  const isFinished = async (): Promise<boolean> => {
    try {
      for (const work of (await finishMigrations(db, stopping.signal)) ?? []) log(work);
      return !(await isWorkLeft(db));
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.warn({ err: error }, 'the work of migrations was interrupted; it is tried again');
      return false;
    }
  };
  const run = async () => {
    while (!stopping.signal.aborted && !(await isFinished()))
      await pause(stopping.signal).catch(() => undefined);
  };
  return {
    start() {
      ended ??= run();
    },
    /** Breaks the connection of what runs; the server finishes its statement or rolls it back. */
    async stop() {
      stopping.abort();
      await ended;
    },
    /** Resolves when nothing is left. */
    ended: () => ended,
  };
};
