import type { CallData, Calls, SimilarOrg } from '@readerlens/contract';
import type { Rankings } from '../../core/activities/rankings.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { organisationView, seesTypes } from '../../core/dashboards/organisation-view.ts';
import type { Viewer } from '../../core/people/session.ts';

type OrgRank = CallData<Calls['POST /api/reader-co-dashboard/rank']>;

/** The place of an organization among all, and among those of its types if the viewer may see types. */
export const organisationRank = async (
  rankings: Rankings,
  selection: EngagementSelection,
  id: number,
  viewer: Viewer,
): Promise<OrgRank> => {
  const ranks = await rankings.typeRanks(selection, id);
  const overall = ranks.find(({ type }) => type === null);
  return {
    rank: overall?.rank ?? null,
    of: overall?.size ?? 0,
    byType: ranks.flatMap(({ type, rank, size }) =>
      type === null || !seesTypes(viewer) ? [] : [{ companyType: type, rank, of: size }],
    ),
  };
};

/** Organizations that read the same documents, and the number of documents that the organization itself read. */
export const similarOrganisations = async (
  rankings: Rankings,
  selection: EngagementSelection,
  { id, size }: { id: number; size: number },
  viewer: Viewer,
): Promise<{ rows: SimilarOrg[]; ownDocuments: number }> => {
  const { rows, ownDocuments } = await rankings.similar(selection, id, size);
  return {
    ownDocuments,
    rows: rows.map(({ shared, documents, engagements, ...organisation }) => {
      const view = organisationView(organisation, viewer);
      return {
        orgId: view.id,
        orgName: view.name,
        companyUrl: view.companyUrl,
        sharedDocuments: shared,
        totalDocuments: documents,
        activitiesCount: engagements,
      };
    }),
  };
};
