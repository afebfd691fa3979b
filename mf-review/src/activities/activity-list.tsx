import { reviewSortColumns } from '@readerlens/contract/review';
import { Card, Checkbox, Flex, Table, useIsNarrow } from '@readerlens/ui';
import type { TableSelection, TableSort } from '@readerlens/ui';
import { useMemo } from 'react';
import type { ReviewView } from '../filter/review-address.ts';
import { titleOf } from './activity.ts';
import type { ReviewActivity } from './activity.ts';
import { ActivityCards } from './activity-cards.tsx';
import { columnsOf } from './activity-columns.tsx';
import { isPageSelected, isSelected, withPage, withRow } from './selection.ts';
import type { Selection } from './selection.ts';
import { SortField } from './sort-field.tsx';

interface Props {
  view: ReviewView;
  rows: readonly ReviewActivity[];
  loadingRows: number | undefined;
  currentRow: number | undefined;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onSort: (sort: ReviewView['sort']) => void;
}

const caption = 'Activities';
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
  const { view, rows, loadingRows, currentRow, selection, onSort } = props;
  const narrow = useIsNarrow();
  const columns = useMemo(() => columnsOf(view.criteria.status), [view.criteria.status]);
  const chosen = selectionOf(props);
  const sortBy = ({ column, descending }: TableSort) => {
    const known = reviewSortColumns.find((one) => one === column);
    if (known) onSort({ column: known, descending });
  };
  if (narrow) {
    const all = isPageSelected(selection, rows);
    return (
      <>
        <Flex align="center" gap="3" mb="3" justify="space-between" wrap="wrap">
          <Checkbox
            label="Select page"
            checked={all}
            disabled={loadingRows !== undefined}
            onChange={() => chosen.onToggleAll(!all)}
          />
          <SortField columns={columns} sort={view.sort} onSort={onSort} />
        </Flex>
        <ActivityCards label={caption} selection={chosen} {...{ columns, rows, currentRow, loadingRows }} />
      </>
    );
  }
  return (
    <Card padded={false} overflow="hidden">
      <Table
        {...{ caption, columns, rows, loadingRows, currentRow, maxHeight }}
        rowKey={({ id }) => id}
        sort={view.sort}
        onSort={sortBy}
        selection={chosen}
      />
    </Card>
  );
};
