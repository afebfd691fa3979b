import { reviewSortColumns } from '@readerlens/contract/review';
import { Card, CardList, Table, useIsNarrow } from '@readerlens/ui';
import type { TableSelection, TableSort } from '@readerlens/ui';
import { useMemo } from 'react';
import type { ReviewView } from '../filter/review-address.ts';
import { titleOf } from './activity.ts';
import type { ReviewActivity } from './activity.ts';
import { ActivityCard } from './activity-card.tsx';
import { columnsOf } from './activity-columns.tsx';
import { isSelected, withPage, withRow } from './selection.ts';
import type { Selection } from './selection.ts';

interface Props {
  view: ReviewView;
  rows: readonly ReviewActivity[];
  loadingRows: number | undefined;
  currentRow: number | undefined;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onSort: (sort: ReviewView['sort']) => void;
}

// Head, filter line and decisions stay in sight around it.
const maxHeight = 'max(380px, calc(100dvh - 260px))';

const selectionOf = ({ rows, selection, onSelect }: Props): TableSelection<ReviewActivity> => ({
  isSelected: (row) => isSelected(selection, row),
  onToggle: (row, on) => onSelect(withRow(selection, row, on, rows)),
  onToggleAll: (on) => onSelect(withPage(selection, rows, on)),
  labelOf: (row) => `Select ${titleOf(row)}`,
  allLabel: 'Select all on this page',
});

/** The activities of a page: a table, on a phone cards. */
export const ActivityList = (props: Props) => {
  const { view, rows, loadingRows, currentRow, onSort } = props;
  const narrow = useIsNarrow();
  const columns = useMemo(() => columnsOf(view.criteria.status), [view.criteria.status]);
  const selection = selectionOf(props);
  const list = {
    columns,
    rows,
    loadingRows,
    selection,
    caption: 'Activities',
    rowKey: ({ id }: ReviewActivity) => id,
    sort: view.sort,
    onSort: ({ column, descending }: TableSort) => {
      const known = reviewSortColumns.find((one) => one === column);
      if (known) onSort({ column: known, descending });
    },
  };
  const cardOf = (activity: ReviewActivity, index: number) => (
    <ActivityCard {...{ activity, index, columns, selection }} current={index === currentRow} />
  );
  if (narrow) return <CardList {...list} {...{ cardOf }} loadingHeight="160px" />;
  return (
    <Card padded={false} overflow="hidden">
      <Table {...list} {...{ currentRow, maxHeight }} />
    </Card>
  );
};
