import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { defaultFilters, termsFilter } from '../model/index.ts';
import type { DefaultsOptions, FilterModel } from '../model/index.ts';

/**
 * What an area starts from and what Reset restores for the user of the session. A client user with one company has
 * no choice to make, so it is made. `indices` are the activity types; none means all.
 */
export const defaultModel = (
  user: SessionUserData,
  { indices = [], ...options }: DefaultsOptions & { readonly indices?: FilterModel['indices'] },
): FilterModel => {
  const base = options.base ?? [];
  const [company, ...others] = user.companies;
  const hasOne = !isStaff(user.role) && company !== undefined && others.length === 0;
  const chosen =
    hasOne && !base.some(({ field }) => field === 'Clients')
      ? [termsFilter('Clients', [{ id: company.id, name: company.name }])]
      : [];
  return { filters: defaultFilters(user, { ...options, base: [...chosen, ...base] }), indices };
};
