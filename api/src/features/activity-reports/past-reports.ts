import { randomUUID } from 'node:crypto';
import { reportTypeNames, reportTypes } from '@readerlens/contract/activity-reports';
import type { Transaction } from 'kysely';
import { formatActivityId } from '../../activities/activity-key.ts';
import type { Schema } from '../../platform/db/index.ts';
import { createJobQueue, saveSchedule } from '../../platform/jobs/index.ts';
import type { LeasedRun } from '../../platform/jobs/index.ts';
import { runPastSlots, silent } from '../../sendings/past-slots.ts';
import { buildReportSchedule } from './report-configs.ts';
import { reportKind } from './report-job.ts';
import type { SendingServices } from '../../sendings/services.ts';
import { isOneByOne } from './report-mail.ts';
import { findConfig } from './report.store.ts';
import type { ReportConfigRow } from './report.store.ts';
import { messageCount } from './report-webhook.ts';

/** Reads what its deliveries are about, as in those of a worker. */
const readItems = async (
  trx: Transaction<Schema>,
  run: LeasedRun,
  { report_type }: ReportConfigRow,
  total: number,
): Promise<string[]> => {
  if (report_type === reportTypes.Webhook)
    return Array.from({ length: messageCount(total) }, (_, index) => String(index + 1));
  if (!isOneByOne(reportTypeNames[report_type], total)) return total > 0 ? [''] : [];
  const sent = await trx
    .selectFrom('activity_report_activity')
    .select(['client_id as clientId', 'activity_id as id'])
    .where('run_id', '=', run.id)
    .orderBy('activity_id')
    .execute();
  return sent.map(formatActivityId);
};

/** Writes the log that a run would have left: mails were accepted, messages failed once their receiver was paused. */
const storeLog = async (
  trx: Transaction<Schema>,
  run: LeasedRun,
  config: ReportConfigRow,
  { total, at }: { readonly total: number; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('job_run')
    .values({
      id: run.id,
      kind: run.kind,
      owner_id: run.ownerId,
      client_id: config.client_id,
      slot_key: run.slotKey,
      slot_at: run.slotAt,
      state: 'done',
      attempts: 1,
      next_at: run.slotAt,
      created_at: run.slotAt,
      started_at: at,
      finished_at: at,
    })
    .execute();
  const items = await readItems(trx, run, config, total);
  if (items.length === 0) return;
  const isWebhook = config.report_type === reportTypes.Webhook;
  const outcome = isWebhook
    ? { state: 'failed' as const, attempts: 6, response_status: 503, last_error: 'The server answered 503.' }
    : { state: 'sent' as const, attempts: 1, response: '250 2.0.0 OK', sent_at: at };
  await trx
    .insertInto('delivery')
    .values(
      items.map((item) => ({
        run_id: run.id,
        client_id: config.client_id,
        recipient: isWebhook ? 'hooks.partners.example' : config.email,
        channel: isWebhook ? ('webhook' as const) : ('mail' as const),
        item,
        message_id: isWebhook ? `msg_${randomUUID()}` : `<${randomUUID()}@demo.example>`,
        created_at: at,
        ...outcome,
      })),
    )
    .execute();
};

const runReportSlots = async (
  services: SendingServices,
  config: ReportConfigRow,
  now: Date,
): Promise<void> => {
  const { db } = services;
  const until = config.webhook_paused_at ?? now;
  const times = { since: config.created_at, until, now, delaySeconds: 50 };
  await runPastSlots(db, { ...buildReportSchedule(config.id, config), ...times }, async (run, context) => {
    const jobs = createJobQueue(context.clock);
    const kind = reportKind({ ...services, jobs }, silent, { sends: false });
    const outcome = await kind.handle(run, context);
    if (!outcome?.effects) return;
    await db.transaction(async (trx) => {
      await outcome.effects?.(trx);
      const sent = { total: Number(outcome.result?.['total'] ?? 0), at: context.clock() };
      await storeLog(trx, run, config, sent);
    });
  });
};

/**
 * For demo data: stores the runs that the reports would have, had a worker been running since their creation, and plans
 * their next ones. Sends nothing.
 */
export const runPastReports = async (services: SendingServices, now: Date): Promise<void> => {
  const { kysely } = services.db;
  const rows = await kysely
    .selectFrom('activity_report_config')
    .select('id')
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();
  for (const { id } of rows) {
    const config = await findConfig(kysely, id);
    if (!config) continue;
    // What is paused now was not before.
    const set = (paused_at: Date | null) =>
      kysely.updateTable('webhook_subscription').set({ paused_at }).where('source_id', '=', id).execute();
    await set(null);
    await runReportSlots(services, config, now);
    await set(config.webhook_paused_at);
    await services.db.transaction((trx) => saveSchedule(trx, buildReportSchedule(id, config), now));
  }
};
