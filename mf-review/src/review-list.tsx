import { reviewPageSizes } from '@readerlens/contract/review';
import {
  ListPager,
  ListStates,
  ListToolbar,
  NoTextMatch,
  useListLayout,
  useListSearch,
} from '@readerlens/filters/list';
import type { ListSearch } from '@readerlens/filters/list';
import { Stack, useListTop, Button, EmptyState, showDate } from '@readerlens/ui';
import { useEffect, useEffectEvent } from 'react';
import { chooseColumns } from './activities/activity-columns.tsx';
import { ActivityList } from './activities/activity-list.tsx';
import { MatchesLine } from './activities/matches-line.tsx';
import { filterStatusText } from './filter/describe-criteria.ts';
import { maxQueryLength } from './filter/review-address.ts';
import type { ReviewView } from './filter/review-address.ts';
import { reviewList } from './use-review.ts';
import type { Review } from './use-review.ts';
import { OrderTools } from './activities/order-tools.tsx';

interface EmptyProps {
  view: ReviewView;
  search: ListSearch;
  /** Undefined if the filter is the default. */
  onReset: (() => void) | undefined;
}

/** Shown when nothing matches: the current filter, and what to change. */
const EmptyList = ({ view: { criteria, query }, search, onReset }: EmptyProps) => {
  if (query !== '')
    return (
      <NoTextMatch
        message={`No reader, email or document title among these activities matches '${query}'.`}
        search={search}
      />
    );
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

/** The rows of the page or of the selection, and the pages. */
const Rows = ({ review, layout }: { review: Review; layout: ReturnType<typeof useLayout> }) => {
  const { view, show, setOwnSize, activities, rows, checkboxes, selectedRows, current, selectRow } = review;
  const { total, isLoading } = activities;
  const showPage = (change: Partial<Pick<ReviewView, 'page' | 'size'>>) => {
    show(change);
    if (change.size) setOwnSize(change.size);
  };
  const loading = isLoading && !selectedRows.shown;
  return (
    <>
      <ActivityList
        {...{ view, rows, layout }}
        selection={checkboxes}
        loadingRows={loading ? Math.min(view.size, total ?? view.size) : undefined}
        currentRow={current.row}
        onSort={selectedRows.shown ? undefined : (sort) => show(sortedBy(sort))}
        onRowClick={selectRow}
      />
      {!selectedRows.shown && (
        <ListPager label="Pages of activities" sizes={reviewPageSizes} {...{ view, total }} show={showPage} />
      )}
    </>
  );
};

const useLayout = ({ view }: Review) => useListLayout(reviewList, chooseColumns(view.criteria.status));

/** The search box, the activities and their selection, or why there are none. */
export const ReviewList = ({ review, onReset }: { review: Review; onReset: (() => void) | undefined }) => {
  const { view, show, activities, rows, selection, selected, current } = review;
  const { total, isLoading } = activities;
  const { setList, onFocus } = current;
  const layout = useLayout(review);
  const search = useListSearch({ view, show });
  useListPosition(review);
  const wholePage = selection.isPageSelected(rows) && total !== undefined && selected < total;
  return (
    <Stack gap="3" ref={setList} scrollMarginTop="3" data-activities="" data-fill="" onFocus={onFocus}>
      <ListToolbar
        {...{ search, layout, isLoading }}
        label="Search reader, email or document"
        placeholder="Reader, email or document"
        maxLength={maxQueryLength}
        columns={chooseColumns(view.criteria.status)}
        tools={<OrderTools layout={layout} />}
      >
        <MatchesLine
          total={total}
          everything={selection.everything}
          selectedOnPage={wholePage && !review.selectedRows.shown ? rows.length : undefined}
          onEverything={selection.selectEverything}
        />
      </ListToolbar>
      <ListStates
        list={{ ...activities, rows }}
        refused="You do not have access to review activities"
        offlineNote="Your filter and your selection are kept."
        empty={<EmptyList {...{ view, search, onReset }} />}
      >
        <Rows review={review} layout={layout} />
      </ListStates>
    </Stack>
  );
};
