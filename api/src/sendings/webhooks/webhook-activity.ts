import type { WebhookActivity } from '@readerlens/contract';
import type { ActivityView } from '../../activities/activity-view.ts';

/** An activity as messages have it, with what the viewer of `view` may see. */
export const webhookActivity = (view: ActivityView, includesQuality: boolean): WebhookActivity => ({
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
