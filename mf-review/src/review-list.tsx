import { reviewPageSizes } from '@readerlens/contract/review';
import { LoadError, Pagination, Stack, StaleList, useListTop } from '@readerlens/ui';
import { useEffect, useEffectEvent } from 'react';
import { ActivityList } from './activities/activity-list.tsx';
import { ListEmpty } from './activities/list-state.tsx';
import { everythingSelected, isPageSelected } from './activities/selection.ts';
import { SelectionLine } from './activities/selection-line.tsx';
import type { ReviewView } from './filter/review-address.ts';
import type { Review } from './use-review.ts';

/** A page begins at its top, and the focus stays in the list when a row is gone. */
const useListPosition = ({ view, activities, current }: Review) => {
  useListTop(current.list, view);
  const keepFocus = useEffectEvent(current.keepFocus);
  useEffect(() => {
    if (!activities.isLoading) keepFocus();
  }, [activities.isLoading, activities.rows]);
};

const sortedBy = (sort: ReviewView['sort']) => ({ sort, page: 1 });

/** The activities and what is chosen of them, or why there are none. */
export const ReviewList = ({ review, onReset }: { review: Review; onReset: (() => void) | undefined }) => {
  const { view, show, activities, selection, select, selected, current } = review;
  const { rows, total, isLoading, error, retry } = activities;
  const { setList, onFocus } = current;
  useListPosition(review);
  if (error && rows.length === 0)
    return (
      <LoadError
        refused="You may not review activities"
        offlineNote="Your filter and your selection are kept."
        error={error}
        onRetry={retry}
      />
    );
  if (!isLoading && rows.length === 0) return <ListEmpty criteria={view.criteria} onReset={onReset} />;
  const wholePage = isPageSelected(selection, rows) && total !== undefined && selected < total;
  return (
    <Stack gap="3" ref={setList} scrollMarginTop="3" data-activities="" onFocus={onFocus}>
      {error && <StaleList error={error} onRetry={retry} />}
      <SelectionLine
        {...{ total, selected }}
        everything={selection.everything}
        pageOf={wholePage ? rows.length : undefined}
        onEverything={() => select(everythingSelected)}
      />
      <ActivityList
        {...{ view, rows, selection }}
        loadingRows={isLoading ? Math.min(view.size, total ?? view.size) : undefined}
        currentRow={current.row}
        onSelect={select}
        onSort={(sort) => show(sortedBy(sort))}
      />
      {total !== undefined && (
        <Pagination
          label="Pages of activities"
          page={view.page}
          size={view.size}
          total={total}
          sizes={reviewPageSizes}
          onPage={(page) => show({ page })}
          onSize={(size) => show({ size, page: 1 })}
        />
      )}
    </Stack>
  );
};
