import { reviewPageSizes } from '@readerlens/contract/review';
import { Pagination, Stack } from '@readerlens/ui';
import { useEffect, useEffectEvent } from 'react';
import { ActivityList } from './activities/activity-list.tsx';
import { ListEmpty, ListError, ListStale } from './activities/list-state.tsx';
import { everythingSelected, isPageSelected } from './activities/selection.ts';
import { SelectionLine } from './activities/selection-line.tsx';
import type { ReviewView } from './filter/review-address.ts';
import type { Review } from './use-review.ts';

const Pages = ({ review, total }: { review: Review; total: number }) => {
  const { view, show } = review;
  return (
    <Pagination
      label="Pages of activities"
      page={view.page}
      size={view.size}
      total={total}
      sizes={reviewPageSizes}
      onPage={(page) => show({ page })}
      onSize={(chosen) => {
        const size = reviewPageSizes.find((one) => one === chosen);
        if (size) show({ size, page: 1 });
      }}
    />
  );
};

/** A page begins at its top, and the focus stays in the list when a row is gone. */
const useListPosition = ({ view, activities, current }: Review) => {
  const toTop = useEffectEvent(() => {
    const box = current.list?.querySelector('section');
    if (box) box.scrollTop = 0;
  });
  useEffect(() => toTop(), [view]);
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
  if (error && rows.length === 0) return <ListError error={error} onRetry={retry} />;
  if (!isLoading && rows.length === 0) return <ListEmpty criteria={view.criteria} onReset={onReset} />;
  const wholePage = isPageSelected(selection, rows) && total !== undefined && selected < total;
  return (
    <Stack gap="3" ref={setList} data-activities="" onFocus={onFocus}>
      {error && <ListStale error={error} onRetry={retry} />}
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
      {total !== undefined && <Pages review={review} total={total} />}
    </Stack>
  );
};
