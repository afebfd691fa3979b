import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database, Schema } from '../../../platform/db/index.ts';
import { subscribeToReport } from '../report-webhook.ts';

const contact = () => ({
  client_id: 1,
  email: 'contact@norvane.example',
  first_name: 'Nora',
  last_name: 'Vane',
  report_type: 3 as const,
  send_days: ['M' as const],
  time_zone: 'UTC',
  filters: '[]',
});

type ConfigColumns = Partial<Insertable<Schema['activity_report_config']>>;
type RunColumns = Partial<Insertable<Schema['activity_report_run']>>;

/** Stores a configuration of type Webhook for client 1, unless the columns say otherwise. Returns its id. */
export const storeConfig = async (
  { kysely }: Database,
  { owner_id, now, ...columns }: ConfigColumns & { readonly owner_id: number; readonly now: Date },
): Promise<string> => {
  const stored = await kysely
    .insertInto('activity_report_config')
    .values({
      ...contact(),
      owner_id,
      community_id: null,
      available_from: now,
      occurred_from: null,
      cursor: null,
      last_sent_at: null,
      created_at: now,
      created_by: owner_id,
      updated_at: now,
      updated_by: owner_id,
      deleted_at: null,
      ...columns,
    })
    .returning(['id', 'report_type', 'client_id'])
    .executeTakeFirstOrThrow();
  await kysely.transaction().execute((trx) => subscribeToReport(trx, stored.id, stored, null, now));
  return stored.id;
};

interface NewRun extends RunColumns {
  readonly config_id: string;
  readonly owner_id: number;
  readonly now: Date;
}

/** Stores a run with two activities of client 1, unless the columns say otherwise. Returns its id. */
export const storeReportRun = async (
  { kysely }: Database,
  { config_id, owner_id, now, ...columns }: NewRun,
): Promise<string> => {
  const slot = randomUUID();
  const { id } = await kysely
    .insertInto('job_run')
    .values({
      kind: 'activity-report',
      owner_id: config_id,
      client_id: 1,
      slot_key: slot,
      slot_at: now,
      state: 'done',
      next_at: now,
      created_at: now,
      finished_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('activity_report_run')
    .values({
      ...contact(),
      id,
      config_id,
      owner_id,
      slot,
      is_manual: false,
      is_aggregated: false,
      includes_quality: true,
      indices: [],
      period_from: now,
      period_to: now,
      total: 2,
      client_ids: [1],
      client_counts: [2],
      run_at: now,
      ...columns,
    })
    .execute();
  return id;
};
