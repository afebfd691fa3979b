import { useBlinded, useUser } from '@readerlens/auth/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { activitiesQuery, searchOf } from './activities/activities.queries.ts';
import type { ReviewActivity } from './activities/activity.ts';
import { filterOf } from './filter/review-criteria.ts';
import type { ReviewView } from './filter/review-address.ts';

const noRows: readonly ReviewActivity[] = [];

/** The page of activities that a view asks for. `onPage` is asked for the last page by a view beyond it. */
export const useActivities = (view: ReviewView, onPage: (page: number) => void) => {
  const userId = useUser()?.id;
  const blinded = useBlinded();
  const filter = useMemo(() => filterOf(view.criteria, { blinded }), [view.criteria, blinded]);
  const viewer = { userId, blinded };
  const { sort, page, size } = view;
  const query = useQuery(activitiesQuery(filter, { sort, page, size }, viewer));
  const { data, isPlaceholderData, error } = query;
  const beyond =
    data && !isPlaceholderData && data.items.length === 0 && view.page > Math.max(1, data.totalPages);
  const lastPage = Math.max(1, data?.totalPages ?? 1);
  useEffect(() => {
    if (beyond) onPage(lastPage);
  }, [beyond, lastPage, onPage]);
  const isLoading = query.isPending || isPlaceholderData || beyond === true;
  return {
    filter,
    search: searchOf(filter, view),
    viewer,
    rows: data && !isLoading ? data.items : noRows,
    /** Undefined until the first page of the filter is there. */
    total: data?.total,
    isLoading,
    error,
    retry: () => void query.refetch(),
  };
};

export type Activities = ReturnType<typeof useActivities>;
