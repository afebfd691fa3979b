import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { maxSeriesRows } from '@readerlens/contract/most-active';
import type { OrgColumn, OrgProperty, OrgSortField } from '@readerlens/contract/most-active';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { anyContains } from '@readerlens/contract/text';
import { toRequest } from '@readerlens/filters/model';
import type { FindSeries, Series } from '../trends/over-time.tsx';
import { requestTrend } from '../trends/trend-address.ts';
import type { TrendView } from '../trends/trend-address.ts';

export type OrgRow = CallData<Calls['POST /api/most-active-cos']>[number];

export interface OrgSort {
  readonly column: OrgSortField;
  readonly descending: boolean;
}

const buildOrgSort = ({ column, descending }: OrgSort) => ({
  field: column,
  order: descending ? ('desc' as const) : ('asc' as const),
});

interface Shown extends TrendView {
  readonly sort: OrgSort;
}

const buildOrder = (shown: Shown) => ({ sort: buildOrgSort(shown.sort), ...requestTrend(shown) });

interface Added {
  readonly compare: boolean;
  readonly withScore: boolean;
  readonly properties: readonly OrgProperty[];
}

/** All organizations, or those of a trend, in this order; `total` is larger than their number if the server limits them. */
export const companiesQuery = (
  search: DashboardSearch,
  shown: Shown,
  { compare, withScore, properties }: Added,
) => {
  const body = {
    ...buildOrder(shown),
    comparePrevious: compare,
    ...(withScore ? { withScore } : {}),
    ...(properties.length > 0 ? { properties: [...properties] } : {}),
  };
  return shapedFigureQuery('POST /api/most-active-cos', search, { body }, ({ data, total }) => ({
    rows: data,
    total,
  }));
};

/** The organizations whose name or type contains the text. */
export const matching = (rows: readonly OrgRow[], text: string): readonly OrgRow[] =>
  text === ''
    ? rows
    : rows.filter(({ orgName, companyType }) => anyContains([orgName, ...companyType], text));

interface Report extends Shown {
  readonly query: string;
  /** Without them, the file has the specified columns. */
  readonly shownColumns: OrgColumn[] | undefined;
}

/** The xlsx file of the shown organizations that contain the text, in this order. */
export const requestCompaniesReport = async (
  { model }: DashboardSearch,
  { query, shownColumns, ...shown }: Report,
  signal: AbortSignal,
): Promise<Blob> => {
  const body = {
    ...toRequest(model),
    ...buildOrder(shown),
    text: query,
    ...(shownColumns ? { shownColumns } : {}),
  };
  return (await api('POST /api/most-active-cos/export', { body }, { signal })).data;
};

/** The engagements over time of rows, which are divided, so that only organizations near those on screen are asked for. */
export const findOrganizationSeries = (search: DashboardSearch, rows: readonly OrgRow[]): FindSeries => {
  const places = new Map(rows.map(({ orgId }, place) => [orgId, place]));
  return (id) => {
    const place = places.get(id) ?? 0;
    const start = place - (place % maxSeriesRows);
    const orgIds = rows.slice(start, start + maxSeriesRows).map(({ orgId }) => orgId);
    return shapedFigureQuery(
      'POST /api/most-active-cos/over-time',
      search,
      { body: { orgIds } },
      ({ data, bucket }): Series => ({ byId: new Map(data.map((row) => [row.orgId, row])), bucket }),
    );
  };
};
