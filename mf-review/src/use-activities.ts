import { useBlinded, useUser } from '@readerlens/auth/react';
import { useListPage } from '@readerlens/filters/list';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { activitiesQuery, searchOf } from './activities/activities.queries.ts';
import type { ReviewActivity } from './activities/activity.ts';
import type { ReviewView } from './filter/review-address.ts';
import { filterOf } from './filter/review-criteria.ts';

/** The page of activities for a view. `onPage` is called with the last page if the view is beyond it. */
export const useActivities = (view: ReviewView, onPage: (page: number) => void) => {
  const userId = useUser()?.id;
  const blinded = useBlinded();
  const filter = useMemo(() => filterOf(view.criteria, { blinded }), [view.criteria, blinded]);
  const viewer = { userId, blinded };
  const { sort, page, size } = view;
  const query = useQuery(activitiesQuery(filter, { sort, page, size }, viewer));
  const list = useListPage<ReviewActivity>(query, { page, size, onPage });
  return {
    ...list,
    filter,
    search: searchOf(filter, view),
    viewer,
  };
};

export type Activities = ReturnType<typeof useActivities>;
