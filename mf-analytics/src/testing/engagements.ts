import type { EngagementRow } from '../engagements-search/search.queries.ts';
import type { ActivityDetail } from '../specifics/specifics-sections.ts';

export const row = (number: number, change: Partial<EngagementRow> = {}): EngagementRow => ({
  id: String(number),
  qualifiedId: `Engagement-${number}`,
  date: '2026-03-04T15:06:07.000Z',
  activityType: 'Engagement',
  qualityNum: 2,
  fullName: `Reader ${number}`,
  userId: `r${number}`,
  emailUrl: `reader${number}@lab___example`,
  jobTitle: 'Chemist',
  company: `Lab ${number}`,
  readerCompanyUrl: `/analytics/reader-co-dashboard/Lab%20${number}/${number}/Lab%20${number}`,
  portal: 'Cell Therapy',
  portalUrl: `https://content.example/d${number}`,
  docTitle: `Guide ${number}`,
  sequenceName: 'Initial',
  hasSpecifics: false,
  specifics: null,
  specificsModel: null,
  ...change,
});

/** So many activities, number 1 first. */
export const rows = (count: number): EngagementRow[] =>
  Array.from({ length: count }, (_, index) => row(index + 1));

export const detail = (number: number, change: Partial<ActivityDetail> = {}): ActivityDetail => ({
  id: String(number),
  qualifiedId: `Engagement-${number}`,
  activityType: 'Engagement',
  date: '2026-03-04T15:06:07.000Z',
  portal: 'Cell Therapy',
  portalUrl: `https://content.example/d${number}`,
  userId: `r${number}`,
  firstName: 'Reader',
  lastName: String(number),
  fullName: `Reader ${number}`,
  jobTitle: 'Chemist',
  company: `Lab ${number}`,
  email: `reader${number}@lab.example`,
  phone: '+47 555 0101',
  formattedAddr: 'Oslo, Norway',
  consentToPrivacyDate: '2025-05-06',
  linkedInUrl: `www.linkedin.com/in/reader${number}`,
  emailUrl: `reader${number}@lab___example`,
  readerCompanyUrl: `/analytics/reader-co-dashboard/Lab%20${number}/${number}/Lab%20${number}`,
  docId: `D-${number}`,
  docTitle: `Guide ${number}`,
  docType: 'Article',
  advertiser: 'Acme',
  newsletterName: null,
  quality: 2,
  qualityBadge: 'Quality 2',
  buyersJourneyName: 'Early',
  buyersJourneyBadge: 'Early',
  otherActivitiesForReaderCount: 12,
  otherReadersCount: 1,
  specifics: null,
  specificsModel: null,
  ...change,
});
