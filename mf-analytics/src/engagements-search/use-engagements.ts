import { useBlinded } from '@readerlens/auth/react';
import { isAtLeast } from '@readerlens/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DashboardControls } from '../dashboard/dashboard-search.ts';
import type { SearchView } from './search-address.ts';
import { engagementsQuery, uniquesQuery } from './search.queries.ts';
import type { EngagementRow } from './search.queries.ts';

const noRows: readonly EngagementRow[] = [];

/** The page of activities that filters and view ask for. `onPage` is asked for the last page by a view beyond it. */
export const useEngagements = (
  { model, user, hasClients }: DashboardControls,
  view: SearchView,
  onPage: (page: number) => void,
) => {
  const viewer = { userId: user?.id, blinded: useBlinded() };
  // Who has clients of their own must name some; staff may look at everybody's.
  const isMissing = user !== undefined && !hasClients && !isAtLeast(user.role, 'Internal');
  const ready = user !== undefined && !isMissing;
  const query = useQuery(engagementsQuery(model, view, { viewer, ready }));
  const { data, isPlaceholderData, error } = query;
  // The dashboards know nothing of the text.
  const known = ready && hasClients && view.query === '';
  const uniques = useQuery(uniquesQuery(model, view, { viewer, enabled: known })).data;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / view.size));
  const isBeyond = data !== undefined && !isPlaceholderData && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) onPage(lastPage);
  }, [isBeyond, lastPage, onPage]);
  const isLoading = !isMissing && (query.isPending || isPlaceholderData || isBeyond);
  return {
    viewer,
    /** No client is chosen: nothing is asked. */
    isMissing,
    rows: ready && data && !isLoading ? data.items : noRows,
    /** Undefined until the first page of the search is there. */
    total: ready ? data?.total : undefined,
    uniques: known ? uniques : undefined,
    isLoading: isLoading && !error,
    error,
    retry: () => void query.refetch(),
  };
};

export type Engagements = ReturnType<typeof useEngagements>;
