import {
  maxOrgRows,
  maxRankTextLength,
  orgProperties,
  orgSortFields,
} from '@readerlens/contract/most-active';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { flagParameter, listAddress, pageSizes, textParameter } from '@readerlens/filters/list';
import type { ListParameter } from '@readerlens/filters/list';
import { findTrendSort, presetAddress, trendParameters } from '../trends/trend-address.ts';
import type { Preset } from '../trends/trend-address.ts';
import type { OrgSort } from './companies.queries.ts';

export const findStartSort = (preset: Preset): OrgSort =>
  findTrendSort(preset, { column: 'activitiesCount', descending: true });

/** The columns that are shown besides the specified ones; none if missing. */
const propertiesParameter: ListParameter<readonly OrgProperty[]> = {
  read: (text) => {
    const names = text?.split(',') ?? [];
    return orgProperties.filter((property) => names.includes(property));
  },
  write: (properties) => properties.join(',') || undefined,
};

/** All rows are on one page, as specified, unless one chooses a size of pages. */
export const companyPageSizes = [...pageSizes, maxOrgRows] as const;

/** The address of the list. */
export const companiesAddress = presetAddress((preset) =>
  listAddress(
    {
      sortColumns: orgSortFields,
      sizes: companyPageSizes,
      start: { sort: findStartSort(preset), page: 1, size: maxOrgRows },
    },
    {
      query: textParameter(maxRankTextLength),
      score: flagParameter,
      columns: propertiesParameter,
      ...trendParameters,
    },
  ),
);
