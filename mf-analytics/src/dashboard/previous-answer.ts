import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { DashboardSearch } from './dashboard-query.ts';

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
