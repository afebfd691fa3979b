import type { CallKey } from '@readerlens/contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { toQuery, toRequest } from '../../model/index.ts';
import type { FilterModel, FilterRequest } from '../../model/index.ts';

/** What a dashboard asks for: the applied filters, and the user whose entitlements narrow the answer. */
export interface DashboardSearch {
  model: FilterModel;
  userId: string | undefined;
  blinded: boolean;
  /** Without a client nothing is asked. */
  hasClients: boolean;
}

type Ask<T> = (body: FilterRequest, options: { signal: AbortSignal }) => Promise<{ data: T }>;

/**
 * One call of a dashboard. It is sent again when the filters change, and aborted when no component waits
 * for it any more; the previous answer stays until the new one is there. `part` tells calls of one path apart.
 */
export const dashboardQuery = <T>(
  search: DashboardSearch,
  [call, part = '']: readonly [call: CallKey, part?: string],
  ask: Ask<T>,
): UseQueryOptions<T> => ({
  queryKey: ['dashboard', call, part, search.userId, search.blinded, toQuery(search.model)],
  queryFn: async ({ signal }) => (await ask(toRequest(search.model), { signal })).data,
  enabled: search.hasClients && search.userId !== undefined,
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  meta: { pageContent: true },
});

const nothing: DashboardSearch = {
  model: { filters: [], indices: [] },
  userId: undefined,
  blinded: false,
  hasClients: false,
};

/** The answer for the previous period, as soon as it is there; undefined while nothing is compared. */
export const usePreviousAnswer = <T>(
  previous: DashboardSearch | undefined,
  queryOf: (search: DashboardSearch) => UseQueryOptions<T>,
): T | undefined => {
  // An older answer must not stand beside new figures: here there is no placeholder.
  const { placeholderData: _, ...query } = queryOf(previous ?? nothing);
  const { data } = useQuery(query);
  return previous && data;
};
