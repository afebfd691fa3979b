import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { allCategories, timelineQuery } from '../subject/subject.queries.ts';
import type { CategoryField } from '../subject/subject.queries.ts';

export type OrgRank = CallData<Calls['POST /api/reader-co-dashboard/rank']>;
export type SimilarOrg = CallData<Calls['POST /api/reader-co-dashboard/similar-orgs']>[number];

export const mostActiveOrgQuery = (search: DashboardSearch) => {
  const call = 'POST /api/reader-co-dashboard/most-active-org';
  return dashboardQuery(search, [call], (body, options) => api(call, { body }, options));
};

export const totalQuery = (
  search: DashboardSearch,
  orgId: string,
  of: 'engagements' | 'unique-user-engagements',
) => {
  const call = `POST /api/reader-co-dashboard/total-${of}-count` as const;
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const monthsQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/engagements-over-time';
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const stagesQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/engagements-by-buyersjourney';
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const categoriesQuery = (search: DashboardSearch, orgId: string, field: CategoryField) => {
  const call = 'POST /api/reader-co-dashboard/engagements-by-field/{field}';
  return dashboardQuery(search, [call, `${field} ${orgId}`], async (body, options) => {
    const input = { params: { field }, body: { ...body, orgId, size: allCategories } };
    return { data: { field, points: (await api(call, input, options)).data } };
  });
};

export const topReadersQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/most-active-readers';
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const topContentQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/most-read-content';
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const rankQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/rank';
  return dashboardQuery(search, [call, orgId], (body, options) =>
    api(call, { body: { ...body, orgId } }, options),
  );
};

export const similarQuery = (search: DashboardSearch, orgId: string) => {
  const call = 'POST /api/reader-co-dashboard/similar-orgs';
  return dashboardQuery(search, [call, orgId], async (body, options) => {
    const { data, ownDocuments } = await api(call, { body: { ...body, orgId } }, options);
    return { data: { rows: data, ownDocuments } };
  });
};

/** All activities of an organization, a part at a time. */
export const companyTimelineQuery = (search: DashboardSearch, orgId: string) =>
  timelineQuery(search, ['organization', orgId], (body, options) =>
    api('POST /api/reader-co-dashboard/timeline', { body: { ...body, orgId } }, options),
  );
