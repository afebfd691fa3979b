import { reviewPageSizes } from '@readerlens/contract/review';
import { ListPager, ListStates } from '@readerlens/filters/list';
import { Stack, useListTop, Button, EmptyState, showDate } from '@readerlens/ui';
import { useEffect, useEffectEvent } from 'react';
import { ActivityList } from './activities/activity-list.tsx';
import { SelectionLine } from './activities/selection-line.tsx';
import { filterStatusText } from './filter/describe-criteria.ts';
import type { ReviewView } from './filter/review-address.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import type { Review } from './use-review.ts';

interface EmptyProps {
  criteria: ReviewCriteria;
  /** Undefined if the filter is the default. */
  onReset: (() => void) | undefined;
}

/** Shown when nothing matches: the current filter, and what to change. */
const EmptyList = ({ criteria, onReset }: EmptyProps) => {
  const sequence = criteria.subsequent ? 'subsequent' : 'initial';
  const status = filterStatusText[criteria.status];
  return (
    <EmptyState
      message={
        `No ${sequence} activity with the status ${status} from ${showDate(criteria.from)} to ${showDate(criteria.to)} ` +
        'matches the filter. Try a longer date range, another status or fewer conditions.'
      }
      action={onReset && <Button onClick={onReset}>Reset filter</Button>}
    />
  );
};

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
