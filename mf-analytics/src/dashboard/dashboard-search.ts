import { isAtLeast } from '@readerlens/contract/vocabulary';
import type { SessionUserData } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { defaultModel } from '@readerlens/filters';
import {
  emptyModel,
  namedCatalogue,
  termsFilter,
  termsOf,
  withDefaultDateRange,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useCurrentSearch } from '@readerlens/filters/react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What dashboards start from: for users below Internal all of their own companies, so that there is something to see. */
export const dashboardDefaults = (user: SessionUserData | undefined, now: Date): FilterModel => {
  if (!user) return emptyModel;
  const own = isAtLeast(user.role, 'Internal') ? [] : user.companies.map(({ id, name }) => ({ id, name }));
  return defaultModel(user, {
    now,
    dates: 'range',
    base: own.length > 0 ? [termsFilter('Clients', own)] : [],
  });
};

/** The search that all dashboards share, kept in the address and for the session. */
export const useDashboardSearch = () => {
  const user = useUser();
  const [now] = useState(() => new Date());
  const { search } = useLocation();
  const navigate = useNavigate();
  const setSearch = useCallback(
    (next: string, { replace }: { replace: boolean }) =>
      void navigate({ search: next }, { replace, preventScrollReset: true }),
    [navigate],
  );
  const defaults = useMemo(() => dashboardDefaults(user, now), [user, now]);
  const current = useCurrentSearch({
    area: 'dashboards',
    search,
    setSearch,
    defaults,
    catalogue: namedCatalogue,
  });
  // A link may leave the dates out; the server then takes the last twelve months, and the page has to say so.
  const model = useMemo(
    () => ({ ...current.model, filters: withDefaultDateRange(current.model.filters, now) }),
    [current.model, now],
  );
  return {
    ...current,
    model,
    user,
    now,
    defaults,
    hasClients: termsOf(model.filters, 'Clients').length > 0,
  };
};

export type DashboardControls = ReturnType<typeof useDashboardSearch>;
