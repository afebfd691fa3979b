// The webhook messages of a run.
import type { Kysely } from 'kysely';
import type { WebhookActivity, WebhookMessage } from '@readerlens/contract';
import { payloadVersion } from '@readerlens/contract';
import { maxWebhookActivities } from '@readerlens/contract/activity-reports';
import type { ActivityKey } from '../../core/activities/activity-key.ts';
import { readActivities } from '../../core/activities/activity-rows.ts';
import { activityView } from '../../core/activities/activity-view.ts';
import type { ActivityView, ActivityViewer } from '../../core/activities/activity-view.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { ReportPeriod } from './report-selection.ts';

const webhookActivity = (view: ActivityView, includesQuality: boolean): WebhookActivity => ({
  id: view.id,
  activityType: view.activityType,
  date: view.date,
  ...(includesQuality ? { quality: view.quality } : {}),
  client: view.advertiser,
  community: view.portal,
  document: view.docTitle,
  documentUrl: view.docUrl,
  reader: {
    id: view.userId,
    name: view.fullName,
    firstName: view.firstName,
    lastName: view.lastName,
    email: view.email,
    jobTitle: view.jobTitle,
    phone: view.phone,
    company: view.company,
    country: view.country,
  },
  notes: view.specifics,
});

export interface MessageContext {
  /** Null in a preview. */
  readonly reportId: string | null;
  readonly configId: string;
  readonly period: ReportPeriod;
  readonly includesQuality: boolean;
  readonly viewer: ActivityViewer;
  readonly now: Date;
}

export interface ReportMessage {
  /** 1 for the first one. */
  readonly part: number;
  readonly keys: readonly ActivityKey[];
  readonly body: string;
}

export const messageCount = (total: number): number => Math.ceil(total / maxWebhookActivities);

/** Message `part` of a run with these activities, as the viewer may see them. */
export const reportMessage = async (
  db: Kysely<Schema>,
  keys: readonly ActivityKey[],
  part: number,
  { reportId, configId, period, includesQuality, viewer, now }: MessageContext,
): Promise<ReportMessage> => {
  const own = keys.slice((part - 1) * maxWebhookActivities, part * maxWebhookActivities);
  const rows = await readActivities(db, own);
  const message: WebhookMessage = {
    type: 'activity-report.delivered',
    version: payloadVersion,
    timestamp: now.toISOString(),
    data: {
      reportId,
      configId,
      startDate: period.from.toISOString(),
      endDate: period.to.toISOString(),
      part,
      parts: messageCount(keys.length),
      total: keys.length,
      activities: rows.map((row) => webhookActivity(activityView(row, viewer), includesQuality)),
    },
  };
  return { part, keys: own, body: JSON.stringify(message) };
};
