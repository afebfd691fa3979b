import { reviewPageSizes } from '@readerlens/contract/review';
import { ListPager, ListStates } from '@readerlens/filters/list';
import { Stack, useListTop } from '@readerlens/ui';
import { useEffect, useEffectEvent } from 'react';
import { ActivityList } from './activities/activity-list.tsx';
import { EmptyList } from './activities/list-state.tsx';
import { SelectionLine } from './activities/selection-line.tsx';
import type { ReviewView } from './filter/review-address.ts';
import type { Review } from './use-review.ts';

/** Scrolls a new page to its top, and keeps the focus in the list when a row is removed. */
const useListPosition = ({ view, activities, current }: Review) => {
  useListTop(current.list, view);
  const keepFocus = useEffectEvent(current.keepFocus);
  useEffect(() => {
    if (!activities.isLoading) keepFocus();
  }, [activities.isLoading, activities.rows]);
};

const sortedBy = (sort: ReviewView['sort']) => ({ sort, page: 1 });

/** The activities and their selection, or why there are none. */
export const ReviewList = ({ review, onReset }: { review: Review; onReset: (() => void) | undefined }) => {
  const { view, show, activities, selection, selected, current } = review;
  const { rows, total, isLoading } = activities;
  const { setList, onFocus } = current;
  useListPosition(review);
  const wholePage = selection.isPageSelected(rows) && total !== undefined && selected < total;
  return (
    <ListStates
      list={activities}
      refused="You do not have access to review activities"
      offlineNote="Your filter and your selection are kept."
      empty={<EmptyList criteria={view.criteria} onReset={onReset} />}
    >
      <Stack gap="3" ref={setList} scrollMarginTop="3" data-activities="" onFocus={onFocus}>
        <SelectionLine
          {...{ total, selected }}
          everything={selection.everything}
          pageOf={wholePage ? rows.length : undefined}
          onEverything={selection.selectEverything}
        />
        <ActivityList
          {...{ view, rows }}
          selection={selection.checkboxesOf(rows)}
          loadingRows={isLoading ? Math.min(view.size, total ?? view.size) : undefined}
          currentRow={current.row}
          onSort={(sort) => show(sortedBy(sort))}
        />
        <ListPager label="Pages of activities" sizes={reviewPageSizes} {...{ view, total, show }} />
      </Stack>
    </ListStates>
  );
};
