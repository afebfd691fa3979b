import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { defaultFilters, termsFilter } from '../model/index.ts';
import type { DefaultsOptions, FilterModel } from '../model/index.ts';

/**
 * The initial model of an area, which Reset restores, for the session's user. A client user's only company is
 * preselected. `indices` are the activity types; empty means all.
 */
export const defaultModel = (
  user: SessionUserData,
  { indices = [], ...options }: DefaultsOptions & { readonly indices?: FilterModel['indices'] },
): FilterModel => {
  const base = options.base ?? [];
  const [company, ...others] = user.companies;
  const hasOne = !isStaff(user.role) && company !== undefined && others.length === 0;
  const preselected =
    hasOne && !base.some(({ field }) => field === 'Clients')
      ? [termsFilter('Clients', [{ id: company.id, name: company.name }])]
      : [];
  return { filters: defaultFilters(user, { ...options, base: [...preselected, ...base] }), indices };
};
