import { reviewSortColumns } from '@readerlens/contract/review';
import { ListTable } from '@readerlens/filters/list';
import type { ListLayout } from '@readerlens/filters/list';
import type { TableSelection } from '@readerlens/ui';
import type { ReviewView } from '../filter/review-address.ts';
import { ActivityCard } from './activity-card.tsx';
import { readId } from './activity.ts';
import type { ReviewActivity } from './activity.ts';

interface Props {
  view: ReviewView;
  rows: readonly ReviewActivity[];
  loadingRows: number | undefined;
  currentRow: number | undefined;
  selection: TableSelection<ReviewActivity>;
  layout: ListLayout<ReviewActivity>;
  /** Undefined while the order cannot be changed. */
  onSort: ((sort: ReviewView['sort']) => void) | undefined;
  onRowClick: (row: ReviewActivity, options: { range: boolean }) => void;
}

/** The activities of a page. */
export const ActivityList = ({ view, currentRow, selection, layout, ...props }: Props) => {
  const { columns, density } = layout;
  const renderCard = (activity: ReviewActivity, index: number) => (
    <ActivityCard {...{ activity, index, columns, selection }} current={index === currentRow} />
  );
  return (
    <ListTable
      {...props}
      {...{ columns, density, selection, currentRow, renderCard }}
      rowKey={readId}
      caption="Activities"
      sort={view.sort}
      sortColumns={reviewSortColumns}
      loadingHeight="160px"
    />
  );
};
