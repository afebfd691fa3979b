import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { reportTypes } from '@readerlens/contract/activity-reports';
import { deliveryPauseSeconds, sendingLeaseSeconds } from '../../deadlines.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { scopeOfUser } from '../../people/owner.ts';
import type { Owner } from '../../people/owner.ts';
import type { SendingServices } from '../../sendings/services.ts';
import { countByClient } from '../../sendings/run-list.ts';
import { queueEvent } from '../../sendings/webhooks/messages.ts';
import type { NewWebhookMessage } from '../../sendings/webhooks/messages.ts';
import { findSubscription } from '../../sendings/webhooks/subscriptions.ts';
import type { Schema } from '../../platform/db/index.ts';
import { oldRunsCleanup, skipRun } from '../../platform/jobs/index.ts';
import type { JobKind, LeasedRun, SingleKind } from '../../platform/jobs/index.ts';
import { deliverByMail } from '../../platform/mail/deliveries.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { sharedReads } from '../../platform/shared-reads.ts';
import { createReportLinks, reportMails } from './report-mail.ts';
import type { MailParts, ReportMail } from './report-mail.ts';
import {
  checkSendable,
  readSelectionContext,
  findWebhooks,
  endOfRun,
  isManualSlot,
  readReportKeys,
  reportPeriod,
  senderOfSlot,
} from './report-selection.ts';
import type { ReportPeriod } from './report-selection.ts';
import { createFailureHandlers } from '../../sendings/owner-notices.ts';
import { reportNotices } from './report-notices.ts';
import { findConfig, lockConfig, reportKindName } from './report.store.ts';
import type { ReportConfigRow } from './report.store.ts';
import { messageCount, reportMessage, reportSource } from './report-webhook.ts';

type Parts = SendingServices & MailParts;
type Logger = Pick<FastifyBaseLogger, 'info'>;

/** What a run sends. */
interface Content {
  readonly config: ReportConfigRow;
  readonly owner: Owner;
  readonly period: ReportPeriod;
  readonly keys: readonly ActivityKey[];
}

/** Finds what to send in a slot, or why nothing is sent. */
const findContent = async (
  parts: Parts,
  run: LeasedRun,
  sends: boolean,
): Promise<Content | { skipped: string }> => {
  const { db, jobs } = parts;
  const config = await findConfig(db.kysely, run.ownerId);
  if (!config) return skipRun('The report was deleted.');
  if (config.is_disabled) return skipRun('The report is disabled.');
  const state = checkSendable(
    config,
    await scopeOfUser(config.owner_id, parts),
    // The reason is stored for everyone.
    { ...(await readSelectionContext(parts, [config], jobs.clock())), blinded: true },
    sends ? await findWebhooks(db, [config]) : new Map([[config.client_id, true]]),
  );
  if (!state.ok) return skipRun(state.problem);
  const to = endOfRun(run, config.time_zone);
  const period = reportPeriod(config, to);
  if (!period) return skipRun('An earlier run has covered this period.');
  const keys = await readReportKeys(db.kysely, config, { selection: state.selection, to });
  // The target is compared with the rows, too: no mistake in a filter may send them to another client.
  if (keys.some(({ clientId }) => clientId !== config.client_id))
    throw new Error('The report would hold activities of another client.');
  return { config, owner: state.owner, period, keys };
};

/**
 * What was read may be out of date by the time it is stored: the run is then repeated with what is true then.
 * @throws Error
 */
const checkUnchanged = async (trx: Transaction<Schema>, config: ReportConfigRow): Promise<void> => {
  const now = await lockConfig(trx, config.id);
  if (now?.version !== config.version) throw new Error('The report was changed during its run.');
  if (now.cursor?.getTime() !== config.cursor?.getTime())
    throw new Error('Another run of the report ended during this one.');
};

const storeRun = async (
  trx: Transaction<Schema>,
  run: LeasedRun,
  { config, period, keys }: Content,
  now: Date,
): Promise<void> => {
  const counts = countByClient(keys);
  await trx
    .insertInto('activity_report_run')
    .values({
      id: run.id,
      config_id: config.id,
      client_id: config.client_id,
      owner_id: config.owner_id,
      slot: run.slotKey,
      is_manual: isManualSlot(run.slotKey),
      email: config.email,
      first_name: config.first_name,
      last_name: config.last_name,
      report_type: config.report_type,
      send_days: config.send_days,
      time_zone: config.time_zone,
      is_aggregated: config.is_aggregated,
      includes_quality: config.includes_quality,
      filters: JSON.stringify(config.filters),
      indices: config.indices,
      period_from: period.from,
      period_to: period.to,
      total: keys.length,
      client_ids: [...counts.keys()],
      client_counts: [...counts.values()],
      run_at: now,
    })
    .execute();
  if (keys.length === 0) return;
  await sql`
    INSERT INTO activity_report_activity (config_id, client_id, activity_id, run_id)
    SELECT ${config.id}::uuid, client_id, id, ${run.id}::uuid
    FROM unnest(${keys.map(({ clientId }) => clientId)}::integer[], ${keys.map(({ id }) => id)}::bigint[])
      AS sent (client_id, id)`.execute(trx);
};

const moveCursor = async (
  trx: Transaction<Schema>,
  { config, period, keys }: Content,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('activity_report_config')
    .set({ cursor: period.to, ...(keys.length > 0 ? { last_sent_at: now } : {}) })
    .where('id', '=', config.id)
    .execute();
};

interface Outgoing {
  readonly mails: readonly ReportMail[];
  readonly messages: readonly NewWebhookMessage[];
}

const outgoing = async (parts: Parts, run: LeasedRun, content: Content): Promise<Outgoing> => {
  const { config, owner, period, keys } = content;
  const now = parts.jobs.clock();
  if (keys.length === 0) return { mails: [], messages: [] };
  if (config.report_type !== reportTypes.Webhook)
    return { mails: await reportMails(parts, { ...content, runId: run.id, now }), messages: [] };
  const messages: NewWebhookMessage[] = [];
  for (let part = 1; part <= messageCount(keys.length); part += 1) {
    const viewer = { scope: owner.scope, blinded: false };
    const context = {
      reportId: run.id,
      configId: config.id,
      period,
      includesQuality: config.includes_quality,
    };
    messages.push(await reportMessage(parts.db.kysely, keys, part, { ...context, viewer, now }));
  }
  return { mails: [], messages };
};

const handOver = async (
  { outbox, jobs }: Parts,
  trx: Transaction<Schema>,
  run: LeasedRun,
  { config }: Content,
  { mails, messages }: Outgoing,
): Promise<void> => {
  const sender = senderOfSlot(run.slotKey);
  await deliverByMail(
    { outbox, jobs },
    trx,
    mails.map((mail) => ({ ...mail, run, kind: 'report', sender, clientId: config.client_id })),
  );
  if (messages.length === 0) return;
  const subscription = await findSubscription(trx, reportSource(config.id));
  if (subscription?.client_id !== config.client_id)
    throw new Error('The client of the report is not subscribed to its messages.');
  // A channel gets one message about a run: it has the number of all activities and a link to them.
  const queued = subscription.channel_id === null ? messages : messages.slice(0, 1);
  for (const message of queued) await queueEvent(jobs, trx, run, subscription, message);
};

/** Sends activity reports. The owner of a run is the id of the configuration. Sends nothing for demo data. */
export const reportKind = (
  services: SendingServices,
  logger: Logger,
  { sends = true }: { readonly sends?: boolean } = {},
): SingleKind => {
  // Runs that start together share these reads.
  const find = sharedReads((id: number) => services.users.find(id));
  const parts: Parts = {
    ...services,
    users: { ...services.users, find },
    reportLinks: createReportLinks(services.secrets),
    inLine: createOneAtATime(),
  };
  return {
    name: reportKindName,
    // Each occupies a core of the database, which dashboards need as well.
    concurrency: 2,
    // Their files are made one after another.
    keepsLease: true,
    leaseSeconds: sendingLeaseSeconds,
    pauses: deliveryPauseSeconds,
    // The deliveries of a run are deleted with it.
    keepDays: services.config.retention.sendings,
    async handle(run) {
      const content = await findContent(parts, run, sends);
      if ('skipped' in content) return content;
      const { config, keys } = content;
      const sent = sends ? await outgoing(parts, run, content) : { mails: [], messages: [] };
      const now = parts.jobs.clock();
      return {
        result: { total: keys.length, mails: sent.mails.length, messages: sent.messages.length },
        async effects(trx) {
          await checkUnchanged(trx, config);
          await storeRun(trx, run, content, now);
          await moveCursor(trx, content, now);
          await handOver(parts, trx, run, content, sent);
          logger.info(
            {
              report: config.id,
              run: run.id,
              slot: run.slotKey,
              total: keys.length,
              mails: sent.mails.length,
            },
            'an activity report was sent',
          );
        },
      };
    },
    ...createFailureHandlers(parts, reportNotices),
  };
};

const tables = { runs: 'activity_report_run', definitions: 'activity_report_config', reference: 'config_id' };

/**
 * Deletes old runs of reports, with what they sent, and reports that were deleted as long ago. The cursor of a report keeps that from
 * being sent again.
 */
export const reportRunsCleanup = ({ config }: Pick<SendingServices, 'config'>): JobKind =>
  oldRunsCleanup('activity-report-runs', tables, config.retention.sendings);
