import { reviewSortColumns } from '@readerlens/contract/review';
import { ListTable } from '@readerlens/filters/list';
import type { TableSelection } from '@readerlens/ui';
import { useMemo } from 'react';
import type { ReviewView } from '../filter/review-address.ts';
import { ActivityCard } from './activity-card.tsx';
import { columnsOf } from './activity-columns.tsx';
import type { ReviewActivity } from './activity.ts';

interface Props {
  view: ReviewView;
  rows: readonly ReviewActivity[];
  loadingRows: number | undefined;
  currentRow: number | undefined;
  selection: TableSelection<ReviewActivity>;
  onSort: (sort: ReviewView['sort']) => void;
}

// Leaves room for header, selection line and decision bar.
const maxHeight = 'max(380px, calc(100dvh - 260px))';

/** The activities of a page. */
export const ActivityList = ({ view, currentRow, selection, ...props }: Props) => {
  const columns = useMemo(() => columnsOf(view.criteria.status), [view.criteria.status]);
  const cardOf = (activity: ReviewActivity, index: number) => (
    <ActivityCard {...{ activity, index, columns, selection }} current={index === currentRow} />
  );
  return (
    <ListTable
      {...props}
      {...{ columns, selection, currentRow, maxHeight, cardOf }}
      caption="Activities"
      rowKey={({ id }) => id}
      sort={view.sort}
      sortColumns={reviewSortColumns}
      loadingHeight="160px"
    />
  );
};
