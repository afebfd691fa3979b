import type { CallInput, CallKey, Calls } from '@readerlens/contract/client';
import { toQuery } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { keepPreviousData } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';

/** What a dashboard asks for: the applied filters, and the user whose entitlements narrow the answer. */
export interface DashboardSearch {
  model: FilterModel;
  userId: string | undefined;
  blinded: boolean;
  /** Without a client nothing is asked. */
  hasClients: boolean;
}

export type DashboardBody = CallInput<Calls['POST /api/client-dashboard/stats']>['body'];

/** The filters as the calls take them: terms are their ids. */
export const requestOf = (model: FilterModel): DashboardBody => ({
  filters: model.filters.map((filter) =>
    filter.$type === 'Terms' ? { ...filter, value: filter.value.map(({ id }) => id) } : filter,
  ),
  ...(model.indices.length > 0 ? { activityTypes: [...model.indices] } : {}),
});

type Ask<T> = (body: DashboardBody, options: { signal: AbortSignal }) => Promise<{ data: T }>;

/**
 * One call of a dashboard. It is asked again when the filters say something else, and aborted when nobody waits
 * for it any more; the previous answer stays until the new one is there. `part` tells calls of one path apart.
 */
export const dashboardQuery = <T>(
  search: DashboardSearch,
  [call, part = '']: readonly [call: CallKey, part?: string],
  ask: Ask<T>,
): UseQueryOptions<T> => ({
  queryKey: ['dashboard', call, part, search.userId, search.blinded, toQuery(search.model)],
  queryFn: async ({ signal }) => (await ask(requestOf(search.model), { signal })).data,
  enabled: search.hasClients && search.userId !== undefined,
  placeholderData: keepPreviousData,
  staleTime: 60_000,
});
