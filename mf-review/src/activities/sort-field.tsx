import { Flex, IconButton, SelectField } from '@readerlens/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { reviewSortColumns } from '@readerlens/contract/review';
import type { ReviewView } from '../filter/review-address.ts';
import type { ActivityColumn } from './activity-columns.tsx';

interface Props {
  columns: readonly ActivityColumn[];
  sort: ReviewView['sort'];
  onSort: (sort: ReviewView['sort']) => void;
}

/** The order of the cards, which have no head to click on. */
export const SortField = ({ columns, sort, onSort }: Props) => {
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <Flex gap="1" align="center">
      <SelectField
        label="Sort by"
        hideLabel
        options={columns
          .filter(({ sortable }) => sortable)
          .map(({ id, header }) => ({ value: id, label: header }))}
        value={sort.column}
        onChange={(event: { target: { value: string } }) => {
          const column = reviewSortColumns.find((one) => one === event.target.value);
          if (column) onSort({ ...sort, column });
        }}
      />
      <IconButton
        label={sort.descending ? 'Sorted descending' : 'Sorted ascending'}
        icon={<Arrow size={16} aria-hidden="true" />}
        onClick={() => onSort({ ...sort, descending: !sort.descending })}
      />
    </Flex>
  );
};
