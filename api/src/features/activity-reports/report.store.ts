import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { CallInput, Calls } from '@readerlens/contract';
import type { ChatKind } from '@readerlens/contract/webhooks';
import { writtenNumberSql } from '../../people/blinding/written-texts.ts';
import type { Schema } from '../../platform/db/index.ts';
import { parseUuid } from '../../platform/http/ids.ts';

type Executor = Kysely<Schema>;

/** The kind of the schedules and runs of reports; the owner is the id of the configuration. */
export const reportKindName = 'activity-report';

export type ReportConfigRow = Selectable<Schema['activity_report_config']> & {
  /** Null if nothing is scheduled. */
  readonly next_run_at: Date | null;
  readonly webhook_paused_at: Date | null;
  /** The channel that gets its messages; null for the webhook of the client. */
  readonly channel_id: string | null;
  readonly channel_kind: ChatKind | null;
  readonly channel_removed_at: Date | null;
};
export type ReportConfigValues = Omit<
  Insertable<Schema['activity_report_config']>,
  'id' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'version' | 'filters'
> & { readonly filters: readonly unknown[] };
export type ReportConfigChange = Omit<Updateable<Schema['activity_report_config']>, 'filters'> & {
  readonly filters?: readonly unknown[];
};

interface Change {
  readonly userId: number;
  readonly now: Date;
}

const configs = (db: Executor) =>
  db
    .selectFrom('activity_report_config as config')
    .leftJoin('schedule', (join) =>
      join
        .on('schedule.kind', '=', reportKindName)
        .on('schedule.owner_id', '=', sql<string>`config.id::text`)
        .on('schedule.is_active', '=', true),
    )
    .leftJoin('webhook_subscription as subscription', (join) =>
      join
        .on('subscription.source_kind', '=', 'activity-report')
        .onRef('subscription.source_id', '=', 'config.id'),
    )
    .leftJoin('chat_channel as channel', 'channel.id', 'subscription.channel_id')
    .selectAll('config')
    .select([
      'schedule.next_slot_at as next_run_at',
      'subscription.paused_at as webhook_paused_at',
      'subscription.channel_id',
      'channel.kind as channel_kind',
      'channel.removed_at as channel_removed_at',
    ])
    .where('config.deleted_at', 'is', null);

/** Undefined if there is none or it is deleted. */
export const findConfig = async (db: Executor, id: string): Promise<ReportConfigRow | undefined> => {
  const uuid = parseUuid(id);
  if (uuid === undefined) return undefined;
  return configs(db).where('config.id', '=', uuid).executeTakeFirst();
};

/** Locks a configuration until the transaction ends. */
export const lockConfig = (trx: Transaction<Schema>, id: string) =>
  trx
    .selectFrom('activity_report_config')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export type ConfigPage = Required<
  NonNullable<CallInput<Calls['GET /api/activity-report-configs/user/{userId}']>['query']>
>;

const sortColumns = {
  contact: sql`fold_text(config.first_name || ' ' || config.last_name)`,
  reportType: sql`config.report_type`,
  lastSentOn: sql`config.last_sent_at`,
  schedule: sql`config.is_disabled`,
  createdOn: sql`config.created_at`,
} as const satisfies Record<ConfigPage['sortBy'], unknown>;

export const listConfigs = async (
  db: Executor,
  ownerId: number,
  { page, pageSize, sortBy, sortDir }: ConfigPage,
  { blinded }: { readonly blinded: boolean },
): Promise<{ rows: ReportConfigRow[]; total: number }> => {
  const [rows, { total }] = await Promise.all([
    configs(db)
      .where('config.owner_id', '=', ownerId)
      .orderBy(
        // The order of hidden names would reveal something about them.
        blinded && sortBy === 'contact' ? writtenNumberSql('config.id') : sortColumns[sortBy],
        (order) => (sortDir === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()),
      )
      .orderBy('config.created_at', 'desc')
      .orderBy('config.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countConfigs(db, ownerId),
  ]);
  return { rows, total };
};

export const countConfigs = (db: Executor, ownerId: number): Promise<{ total: number }> =>
  db
    .selectFrom('activity_report_config')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();

export const addConfig = async (
  trx: Transaction<Schema>,
  { filters, ...values }: ReportConfigValues,
  { userId, now }: Change,
): Promise<string> => {
  const { id } = await trx
    .insertInto('activity_report_config')
    .values({
      ...values,
      filters: JSON.stringify(filters),
      created_at: now,
      created_by: userId,
      updated_at: now,
      updated_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const changeConfig = async (
  trx: Transaction<Schema>,
  id: string,
  { filters, ...values }: ReportConfigChange,
  { userId, now }: Change,
): Promise<void> => {
  await trx
    .updateTable('activity_report_config')
    .set({
      ...values,
      ...(filters ? { filters: JSON.stringify(filters) } : {}),
      updated_at: now,
      updated_by: userId,
    })
    .set((set) => ({ version: sql<number>`${set.ref('version')} + 1` }))
    .where('id', '=', id)
    .execute();
};
