import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { exportProgressHours, exportProgressMs } from '../../deadlines.ts';
import type { Schema } from '../../platform/db/index.ts';

/** Progress of an export, stored for the browser that polls it by id. */
export interface ExportProgress {
  /** Stores how many exports go before this one. */
  waits(before: number): Promise<void>;
  /** Stores the total number of rows. */
  expect(total: number): Promise<void>;
  /** Reports the number of written rows; stored once a second. */
  written(rows: number): Promise<void>;
  /** Deletes the progress of a failed export. */
  end(isWhole: boolean): Promise<void>;
}

const noProgress: ExportProgress = {
  waits: async () => {},
  expect: async () => {},
  written: async () => {},
  end: async () => {},
};

/** Without an id nothing is stored. An id that the user used before is reset. */
export const startProgress = async (
  kysely: Kysely<Schema>,
  userId: number,
  id: string | undefined,
): Promise<ExportProgress> => {
  if (id === undefined) return noProgress;
  const old = sql<Date>`now() - make_interval(hours => ${exportProgressHours})`;
  await kysely.deleteFrom('export_progress').where('updated_at', '<', old).execute();
  const fresh = { rows: 0, total: 0, waiting: 0, updated_at: new Date() };
  await kysely
    .insertInto('export_progress')
    .values({ user_id: userId, id, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(fresh))
    .execute();

  const own = { user_id: userId, id };
  const update = async (values: { rows?: number; total?: number; waiting?: number }) => {
    await kysely
      .updateTable('export_progress')
      .set({ ...values, updated_at: new Date() })
      .where((where) => where.and(own))
      .execute();
  };
  let updatedAt = performance.now();
  let latest = 0;
  return {
    waits: (waiting) => update({ waiting }),
    expect: (total) => update({ total, waiting: 0 }),
    async written(rows) {
      latest = rows;
      if (performance.now() - updatedAt < exportProgressMs) return;
      updatedAt = performance.now();
      await update({ rows });
    },
    async end(isWhole) {
      if (isWhole) await update({ rows: latest });
      else
        await kysely
          .deleteFrom('export_progress')
          .where((where) => where.and(own))
          .execute();
    },
  };
};

/** The progress of a user's export; undefined if the id is unknown. */
export const readProgress = (kysely: Kysely<Schema>, userId: number, id: string) =>
  kysely
    .selectFrom('export_progress')
    .select(['rows', 'total', 'waiting'])
    .where((where) => where.and({ user_id: userId, id }))
    .executeTakeFirst();
