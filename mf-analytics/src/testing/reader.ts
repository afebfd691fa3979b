import type { FakeApi } from './fake-api.ts';
import { row } from './engagements.ts';

export const ada = {
  id: '5',
  name: 'Ada Berg',
  firstName: 'Ada',
  lastName: 'Berg',
  company: 'Nordic Labs',
  orgName: 'Nordic Labs AS',
  readerOrgId: '9',
  companyUrl: '/analytics/reader-co-dashboard/Nordic%20Labs/9/Nordic%20Labs',
  email: 'ada.berg@lab.example',
  linkedIn: 'www.linkedin.com/in/ada',
  jobTitle: 'Chemist',
  address: { country: 'Norway', state: 'Oslo', phone: '+47 555 0101' },
  clientConsent: true,
  clientConsentUpdatedDate: '2025-05-06',
};

/** What the server tells of one reader with 30 engagements. */
export const oneReader: FakeApi['answers'] = {
  '/api/user-proxy': { data: ada },
  '/api/annotations/search': { data: [] },
  '/api/client-dashboard/stats': { data: { totalLeads: 30, uniquePeople: 1, uniqueDocs: 12 } },
  '/api/reader-dashboard/share-by-buyersjourney': {
    data: [
      { key: '2026-01', value: { Early: 4, Middle: 0, Late: 6, Unclassified: 0 } },
      { key: '2026-02', value: { Early: 0, Middle: 20, Late: 0, Unclassified: 0 } },
    ],
  },
  '/api/reader-dashboard/by-field/DocumentTypes': { data: [{ id: 'Article', name: 'Article', value: 30 }] },
  '/api/reader-dashboard/by-field/Onlines': {
    data: [{ id: 'o1', name: 'Cell Therapy', value: 30 }],
  },
  '/api/reader-dashboard/recent-activities': { data: [row(1), row(2)] },
  '/api/reader-dashboard/recent-customer-requests': { data: [] },
  '/api/reader-dashboard/timeline': { data: [row(3)], top: { next: 'part-2' } },
  '/api/reader-dashboard/seen': {
    data: { firstSeen: '2021-06-07T23:59:00.000Z', lastSeen: '2026-02-04T15:06:07.000Z' },
  },
  '/api/reader-dashboard/most-active-reader': { data: { readerId: '5' } },
};
