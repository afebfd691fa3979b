import type { Kysely, Transaction } from 'kysely';
import { reportTypes } from '@readerlens/contract/activity-reports';
import { maxWebhookActivities } from '@readerlens/contract/webhooks';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import type { ActivityViewer } from '../../activities/activity-view.ts';
import { writeMessage, webhookActivity } from '../../sendings/webhooks/messages.ts';
import type { NewWebhookMessage } from '../../sendings/webhooks/messages.ts';
import type { WebhookSources } from '../../sendings/webhooks/sources.ts';
import { saveSubscription } from '../../sendings/webhooks/subscriptions.ts';
import type { Source } from '../../sendings/webhooks/subscriptions.ts';
import type { Schema } from '../../platform/db/index.ts';
import { reportNotices } from './report-notices.ts';
import type { ReportPeriod } from './report-selection.ts';
import type { ReportConfigRow } from './report.store.ts';

/** Names what the messages of a configuration are about. */
export const reportSource = (configId: string): Source => ({ kind: 'activity-report', id: configId });

/** As messages and mails that are sent again see a configuration. */
export const describeSource = ({
  owner_id,
  is_disabled,
  deleted_at,
}: Pick<ReportConfigRow, 'owner_id' | 'is_disabled' | 'deleted_at'>) => ({
  noun: 'report',
  ownerId: owner_id,
  problem: deleted_at
    ? 'The activity report configuration was deleted.'
    : is_disabled
      ? 'The activity report configuration is disabled.'
      : undefined,
});

export const reportSources: WebhookSources = {
  async find(db, id) {
    const config = await db
      .selectFrom('activity_report_config')
      .select(['owner_id', 'is_disabled', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return config && describeSource(config);
  },
  notices: reportNotices,
};

/** Subscribes the client of a configuration of the type Webhook, with a channel of the client or its webhook. */
export const subscribeToReport = async (
  trx: Transaction<Schema>,
  id: string,
  { report_type, client_id }: Pick<ReportConfigRow, 'report_type' | 'client_id'>,
  channelId: string | null,
  now: Date,
): Promise<void> => {
  if (report_type !== reportTypes.Webhook) return;
  const event = 'activity-report.delivered';
  await saveSubscription(trx, { clientId: client_id, channelId, source: reportSource(id), event, now });
};

export interface MessageContext {
  /** Null in a preview. */
  readonly reportId: string | null;
  /** Null for a configuration that is not stored. */
  readonly configId: string | null;
  readonly period: ReportPeriod;
  readonly includesQuality: boolean;
  readonly viewer: ActivityViewer;
  readonly now: Date;
}

export const messageCount = (total: number): number => Math.ceil(total / maxWebhookActivities);

/** Message `part` of a run with these activities, as the viewer may see them. */
export const reportMessage = async (
  db: Kysely<Schema>,
  keys: readonly ActivityKey[],
  part: number,
  { reportId, configId, period, includesQuality, viewer, now }: MessageContext,
): Promise<NewWebhookMessage> => {
  const own = keys.slice((part - 1) * maxWebhookActivities, part * maxWebhookActivities);
  const rows = await readActivities(db, own);
  const data = {
    reportId,
    configId,
    startDate: period.from.toISOString(),
    endDate: period.to.toISOString(),
    part,
    parts: messageCount(keys.length),
    total: keys.length,
    activities: rows.map((row) => webhookActivity(activityView(row, viewer), includesQuality)),
  };
  return {
    item: String(part),
    items: own.length,
    body: writeMessage('activity-report.delivered', data, now),
  };
};
