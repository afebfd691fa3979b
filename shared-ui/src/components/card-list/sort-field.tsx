import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../button.tsx';
import { Flex } from '../layout.ts';
import { SelectField } from '../select-field.tsx';
import type { TableSort } from '../table/table-types.ts';

/** What of a table's column matters to sorting by it. */
export interface SortColumn {
  id: string;
  header: string;
  sortable?: boolean;
}

export interface SortFieldProps {
  columns: readonly SortColumn[];
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}

/** The order of cards, which have no head to click on. */
export const SortField = ({ columns, sort, onSort }: SortFieldProps) => {
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
        onChange={(event: { target: { value: string } }) => onSort({ ...sort, column: event.target.value })}
      />
      <IconButton
        label={sort.descending ? 'Sorted descending' : 'Sorted ascending'}
        icon={<Arrow size={16} aria-hidden="true" />}
        onClick={() => onSort({ ...sort, descending: !sort.descending })}
      />
    </Flex>
  );
};
