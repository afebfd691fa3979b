import type { CallData, Calls } from '@readerlens/contract/client';

type ReaderRow = CallData<Calls['POST /api/most-active-readers']>[number];

/** A row of Most Active Readers. */
export const rankedReader = (number: number, change: Partial<ReaderRow> = {}): ReaderRow => ({
  readerId: `r${number}`,
  userIdOrEmail: `reader${number}@lab.example`,
  rank: number,
  name: `Reader ${number}`,
  firstName: 'Reader',
  lastName: String(number),
  email: `reader${number}@lab.example`,
  jobTitle: 'Chemist',
  linkedInUrl: `www.linkedin.com/in/reader${number}`,
  company: 'Lab',
  orgId: '7',
  orgName: 'Lab',
  companyUrl: '/analytics/reader-co-dashboard/-/7/Lab',
  totalEngagements: 1200,
  totalDocuments: 40,
  documentTitle: 'Guide',
  documentUrl: null,
  mostRecent: '2026-02-03T10:00:00.000Z',
  ...change,
});
