import type { SessionUserData } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useLatestSearch } from '@readerlens/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCatalogue } from '../lookups/use-catalogue.ts';
import { emptyModel, listSelectedTerms, withDefaultDateRange, withOwnClients } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { defaultModel } from './default-model.ts';
import { lastClientId, useRememberClients } from './recent-clients.ts';
import { rememberSearch } from './search-store.ts';
import { setParameter } from './url-parameters.ts';
import { useCurrentSearch } from './use-current-search.ts';
import { useStoredDefaults } from './use-stored-defaults.ts';

/**
 * The initial model of dashboards: the user's stored defaults if known. Users below Internal start with all their
 * companies unless the defaults name some, so that there is something to see.
 */
const dashboardDefaults = (
  user: SessionUserData | undefined,
  now: Date,
  stored: FilterModel = emptyModel,
): FilterModel => {
  if (!user) return emptyModel;
  const own = isStaff(user.role) ? [] : user.companies.map(({ id, name }) => ({ id, name }));
  return defaultModel(user, {
    now,
    dates: 'range',
    base: withOwnClients(stored.filters, own),
    indices: stored.indices,
  });
};

/** The defaults with a client, unless they name others. */
const withClient = ({ filters, indices }: FilterModel, id: string): FilterModel => ({
  filters: withOwnClients(filters, [{ id }]),
  indices,
});

/** All screens of analytics share one search, remembered by this name. */
export const analyticsArea = 'analytics';

interface Options {
  /**
   * Whether the search of a link becomes that of all other screens. Not where links narrow what the user was looking at: a look at
   * the activities behind a number must not change the dashboards.
   */
  remembersLinks?: boolean;
  /**
   * Whether staff start a new tab with the client of their last search. Not where the address names a reader or an organization, which
   * may be of another client.
   */
  startsWithLastClient?: boolean;
}

/** The search of the screens of analytics, kept in the URL and the session. */
export const useAreaSearch = ({ remembersLinks = true, startsWithLastClient = false }: Options = {}) => {
  const user = useUser();
  const blinded = useBlinded();
  const [now] = useState(() => new Date());
  const { search } = useLocation();
  const latestSearch = useLatestSearch();
  const navigate = useNavigate();
  const setSearch = useCallback(
    (next: string, { replace }: { replace: boolean }) => {
      // A page number does not apply to other filters.
      const shown = replace ? next : setParameter(next, 'page', undefined);
      void navigate({ search: shown }, { replace, preventScrollReset: true });
    },
    [navigate],
  );
  const { catalogue, isPending } = useCatalogue();
  const stored = useStoredDefaults(user?.id, catalogue);
  const defaults = useMemo(() => dashboardDefaults(user, now, stored.model), [user, now, stored.model]);
  const lastClient = useMemo(() => (user && isStaff(user.role) ? lastClientId(user.id) : undefined), [user]);
  const startsWithClient = startsWithLastClient && lastClient !== undefined;
  const start = useMemo(
    () => (startsWithClient ? withClient(defaults, lastClient) : defaults),
    [startsWithClient, lastClient, defaults],
  );
  const current = useCurrentSearch({
    area: analyticsArea,
    remembersLinks,
    search,
    latestSearch,
    setSearch,
    defaults: start,
    catalogue,
    user,
    blinded,
  });
  // Without dates in the link, the server uses the last twelve months; the page has to show that range.
  const model = useMemo(
    () => ({ ...current.model, filters: withDefaultDateRange(current.model.filters, now) }),
    [current.model, now],
  );
  // Until the search is final, there is no `user`: nothing is requested, and the filters cannot be changed.
  const isSettled =
    current.source === 'default'
      ? !stored.isPending && !isPending
      : !isPending || current.problems.length === 0;
  const settledUser = isSettled ? user : undefined;
  // The screens without this option, such as Engagements Search, then have the same client.
  const remembersStart = startsWithClient && isSettled && current.source === 'default';
  useEffect(() => {
    if (remembersStart) rememberSearch(analyticsArea, start);
  }, [remembersStart, start]);
  const clients = listSelectedTerms(model.filters, 'Clients');
  useRememberClients(
    settledUser?.id,
    clients.map(({ id }) => id),
  );
  return {
    ...current,
    model,
    catalogue,
    user: settledUser,
    now,
    defaults,
    hasClients: clients.length > 0,
  };
};

export type AreaSearch = ReturnType<typeof useAreaSearch>;
