import type { CallData, Calls } from '@readerlens/contract/client';
import { smallClient } from './answers.ts';

type OrgRow = CallData<Calls['POST /api/most-active-cos']>[number];

/** A row of the ranking of organizations. */
export const organizationRow = (number: number, change: Partial<OrgRow> = {}): OrgRow => ({
  orgId: String(number),
  orgName: `Org ${number}`,
  companyUrl: `/analytics/reader-co-dashboard/-/${number}/Org%20${number}`,
  rank: number,
  usersCount: 7,
  uniqueReaders: 7,
  activitiesCount: 1200,
  companyType: ['CDMO'],
  ...change,
});

/** What the page of the ranking asks for besides its organizations, with two of them. */
export const rankingAnswers = {
  '/api/client-dashboard/changes': smallClient['/api/client-dashboard/changes'] ?? {},
  '/api/most-active-cos/summary': {
    data: {
      orgsCount: 2,
      usersCount: 14,
      initialActivitiesCount: 80,
      subsequentActivitiesCount: 0,
      activitiesWithoutOrgCount: 0,
    },
  },
  '/api/common-lookup/onlines': { data: [] },
};
