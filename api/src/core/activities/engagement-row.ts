import type { EngagementRow } from '@readerlens/contract';
import type { ActivityView } from './activity-view.ts';

/** An activity as a list row. */
export const engagementRow = (view: ActivityView): EngagementRow => ({
  id: view.id,
  qualifiedId: view.qualifiedId,
  date: view.date,
  activityType: view.activityType,
  qualityNum: view.quality,
  fullName: view.fullName,
  userId: view.userId,
  emailUrl: view.emailUrl,
  jobTitle: view.jobTitle,
  company: view.company,
  readerCompanyUrl: view.companyUrl,
  portal: view.portal,
  portalUrl: view.docUrl,
  docTitle: view.docTitle,
  sequenceName: view.sequence,
  hasSpecifics: view.hasSpecifics,
  specifics: view.specifics,
  specificsModel: view.specificsModel,
});
