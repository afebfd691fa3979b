import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { OrgSortField } from '@readerlens/contract/most-active';
import { dashboardQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { anyContains } from '@readerlens/contract/text';
import { toRequest } from '@readerlens/filters/model';

export type OrgRow = CallData<Calls['POST /api/most-active-cos']>[number];
export type OrgTypeRow = CallData<Calls['POST /api/most-active-cos/orgtypechartdata']>[number];
export type OrgSummary = CallData<Calls['POST /api/most-active-cos/summary']>;

export interface OrgSort {
  readonly column: OrgSortField;
  readonly descending: boolean;
}

const sortOf = ({ column, descending }: OrgSort) => ({
  field: column,
  order: descending ? ('desc' as const) : ('asc' as const),
});

/** All organizations in this order; `total` is larger than their number if the server limits them. */
export const companiesQuery = (
  search: DashboardSearch,
  { sort, compare }: { sort: OrgSort; compare: boolean },
) => {
  const call = 'POST /api/most-active-cos';
  const order = sortOf(sort);
  return dashboardQuery(search, [call, JSON.stringify([order, compare])], async (body, options) => {
    const { data, total } = await api(
      call,
      { body: { ...body, sort: order, comparePrevious: compare } },
      options,
    );
    return { data: { rows: data, total } };
  });
};

export const summaryQuery = (search: DashboardSearch) => {
  const call = 'POST /api/most-active-cos/summary';
  return dashboardQuery(search, [call], (body, options) => api(call, { body }, options));
};

export const orgTypesQuery = (search: DashboardSearch) => {
  const call = 'POST /api/most-active-cos/orgtypechartdata';
  return dashboardQuery(search, [call], async (body, options) => {
    const { data, withoutType } = await api(call, { body }, options);
    return { data: { types: data, withoutType } };
  });
};

/** The organizations whose name or type contains the text. */
export const matching = (rows: readonly OrgRow[], text: string): readonly OrgRow[] =>
  text === ''
    ? rows
    : rows.filter(({ orgName, companyType }) => anyContains([orgName, ...companyType], text));

/** The xlsx file of the organizations that contain the text, in this order. */
export const requestCompaniesReport = async (
  { model }: DashboardSearch,
  { sort, text }: { sort: OrgSort; text: string },
  signal: AbortSignal,
): Promise<Blob> => {
  const body = { ...toRequest(model), sort: sortOf(sort), text };
  return (await api('POST /api/most-active-cos/export', { body }, { signal })).data;
};
