import type { CallData, Calls } from '@readerlens/contract/client';

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
