import { alertSources } from './features/alerts/run/alert-webhook.ts';
import { reportSources } from './features/activity-reports/report-webhook.ts';
import { influenceSources } from './features/marketing/influence/influence-webhook.ts';
import type { WebhookSourcesByKind } from './sendings/webhooks/sources.ts';

/** Everything that webhook messages can be about. */
export const webhookSources: WebhookSourcesByKind = {
  'activity-report': reportSources,
  alert: alertSources,
  opportunities: influenceSources,
};
