import {
  maxOrgMinimum,
  maxOrgRows,
  maxOrgTextLength,
  orgSortFields,
  orgTrendOrders,
  orgTrends,
  standardOrgMinimum,
} from '@readerlens/contract/most-active';
import type { OrgTrend } from '@readerlens/contract/most-active';
import { knownOption, listAddress, textParameter } from '@readerlens/filters/list';
import type { ListParameter, ViewAddress } from '@readerlens/filters/list';
import type { OrgSort } from './companies.queries.ts';

/** What the list shows: all organizations, or those of a trend. */
export const presets = ['all', ...orgTrends] as const;
export type Preset = 'all' | OrgTrend;

/** The order that a preset starts with. */
export const findStartSort = (preset: Preset): OrgSort =>
  preset === 'all'
    ? { column: 'activitiesCount', descending: true }
    : { column: 'engagementsChange', descending: orgTrendOrders[preset] === 'desc' };

export const isMinimum = (value: number | null): value is number =>
  Number.isInteger(value) && value !== null && value >= 1 && value <= maxOrgMinimum;

const minimumParameter: ListParameter<number> = {
  read: (text) => {
    const value = Number(text ?? undefined);
    return isMinimum(value) ? value : standardOrgMinimum;
  },
  write: (value) => (value === standardOrgMinimum ? undefined : String(value)),
};

const presetParameter: ListParameter<Preset> = {
  read: (text) => knownOption(presets, text) ?? 'all',
  write: (preset) => (preset === 'all' ? undefined : preset),
};

/** All rows are on one page. */
const buildAddress = (preset: Preset) =>
  listAddress(
    {
      sortColumns: orgSortFields,
      sizes: [maxOrgRows],
      start: { sort: findStartSort(preset), page: 1, size: maxOrgRows },
    },
    { query: textParameter(maxOrgTextLength), trend: presetParameter, minimum: minimumParameter },
  );

type CompaniesAddress = ReturnType<typeof buildAddress>;
export type CompaniesView = ReturnType<CompaniesAddress['read']>;

const addresses = Object.fromEntries(presets.map((preset) => [preset, buildAddress(preset)])) as Record<
  Preset,
  CompaniesAddress
>;

/** The address of the list. Each preset has an order of its own, which is not written. */
export const companiesAddress: ViewAddress<CompaniesView> = {
  read: (search) => addresses[addresses.all.read(search).trend].read(search),
  write: (view, search) => addresses[view.trend].write(view, search),
};
