import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import type { NewnessSubject } from '../vocabulary.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { CasesTile, ShownFigure } from './tiles.ts';

export type Newness = CallData<Calls['POST /api/marketing-performance/newness']>;
export type Cohorts = CallData<Calls['POST /api/marketing-performance/newness/cohorts']>;
type Counts = Newness['readers'];

const countNew = ({ netNew, reactivated }: Counts) => netNew + reactivated;
const countActive = (counts: Counts) => countNew(counts) + counts.returning;

/** The tiles that count readers, or organizations. */
export const buildNewnessTiles = (subject: NewnessSubject) => ({
  netNew: defineCount<Newness>(`Net new ${subject}`, (data) => data[subject].netNew),
  reactivated: defineCount<Newness>(`Reactivated ${subject}`, (data) => data[subject].reactivated),
  returning: defineCount<Newness>(`Returning ${subject}`, (data) => data[subject].returning),
  share: defineRate<Newness>(`New among active ${subject}`, (data) => ({
    part: countNew(data[subject]),
    of: countActive(data[subject]),
  })),
});

export const activeAgainTile: CasesTile<Cohorts> = defineRate<Cohorts>(
  'Active again within 30 days',
  ({ mean: [first] }) => (first ? { part: first.active, of: first.of } : undefined),
);

export const readersPerOrganizationTile: CasesTile<Newness> = {
  label: 'Readers per new organization',
  kind: 'average',
  read: (data) => ({ part: data.readersOfNewOrganizations, of: countNew(data.organizations) }),
};

/** The tiles of new readers and organizations, in the order of the page. */
export const listNewnessFigures = (
  { subject, cohorts }: { readonly subject: NewnessSubject; readonly cohorts: Cohorts },
  data: Newness,
  before: Newness | undefined,
): ShownFigure[] => {
  const { netNew, reactivated, returning, share } = buildNewnessTiles(subject);
  return [
    ...listCounts([netNew, reactivated, returning], data, before),
    ...listCases([share], data),
    ...listCases([activeAgainTile], cohorts),
    ...listCases([readersPerOrganizationTile], data),
  ];
};
