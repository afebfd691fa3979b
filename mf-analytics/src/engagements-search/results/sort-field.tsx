import { searchSortFields } from '@readerlens/contract/engagements';
import { Flex, IconButton, SelectField } from '@readerlens/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SearchView } from '../search-address.ts';
import { engagementColumns } from './engagement-columns.tsx';

interface Props {
  sort: SearchView['sort'];
  onSort: (sort: SearchView['sort']) => void;
}

const options = engagementColumns
  .filter(({ sortable }) => sortable)
  .map(({ id, header }) => ({ value: id, label: header }));

/** The order of the cards, which have no head to click on. */
export const SortField = ({ sort, onSort }: Props) => {
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <Flex gap="1" align="center">
      <SelectField
        label="Sort by"
        hideLabel
        options={options}
        value={sort.column}
        onChange={(event: { target: { value: string } }) => {
          const column = searchSortFields.find((one) => one === event.target.value);
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
