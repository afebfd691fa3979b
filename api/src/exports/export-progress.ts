import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../platform/db/index.ts';

/** Tells how far an export is, to whoever asks for it by its id. */
export interface ExportProgress {
  /** Says how many rows there will be. */
  expect(total: number): Promise<void>;
  /** Says how many are written; kept once a second. */
  written(rows: number): Promise<void>;
  /** The last word: an export that failed is no longer known. */
  end(isWhole: boolean): Promise<void>;
}

const pauseMs = 1000;
const keptHours = 24;

const silent: ExportProgress = { expect: async () => {}, written: async () => {}, end: async () => {} };

/** Begins to tell; without an id, nobody can ask. An id that the user had before begins anew. */
export const startProgress = async (
  kysely: Kysely<Schema>,
  userId: number,
  id: string | undefined,
): Promise<ExportProgress> => {
  if (id === undefined) return silent;
  const old = sql<Date>`now() - make_interval(hours => ${keptHours})`;
  await kysely.deleteFrom('export_progress').where('updated_at', '<', old).execute();
  const fresh = { rows: 0, total: 0, updated_at: new Date() };
  await kysely
    .insertInto('export_progress')
    .values({ user_id: userId, id, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(fresh))
    .execute();

  const own = { user_id: userId, id };
  const tell = async (values: { rows?: number; total?: number }) => {
    await kysely
      .updateTable('export_progress')
      .set({ ...values, updated_at: new Date() })
      .where((where) => where.and(own))
      .execute();
  };
  let toldAt = performance.now();
  let latest = 0;
  return {
    expect: (total) => tell({ total }),
    async written(rows) {
      latest = rows;
      if (performance.now() - toldAt < pauseMs) return;
      toldAt = performance.now();
      await tell({ rows });
    },
    async end(isWhole) {
      if (isWhole) await tell({ rows: latest });
      else
        await kysely
          .deleteFrom('export_progress')
          .where((where) => where.and(own))
          .execute();
    },
  };
};

/** How far an export of the user is; undefined when there is none of that id. */
export const readProgress = (kysely: Kysely<Schema>, userId: number, id: string) =>
  kysely
    .selectFrom('export_progress')
    .select(['rows', 'total'])
    .where((where) => where.and({ user_id: userId, id }))
    .executeTakeFirst();
