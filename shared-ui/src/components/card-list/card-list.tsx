import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { Checkbox } from '../choices.tsx';
import { Box, Flex } from '../layout.ts';
import { SelectField } from '../select-field.tsx';
import { Skeleton } from '../states.tsx';
import type { TableSelection, TableSort } from '../table/table-types.ts';

/** The part of a table column that sorting needs. */
interface SortColumn {
  id: string;
  header: string;
  sortable?: boolean;
}

interface SortFieldProps {
  columns: readonly SortColumn[];
  sort: TableSort;
  /** Undefined if the order cannot be changed. */
  onSort: ((sort: TableSort) => void) | undefined;
}

/** A select for the sort order: cards have no column headers to click. */
const SortField = ({ columns, sort, onSort }: SortFieldProps) => {
  if (!onSort) return null;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <Flex flex="1" minW="120px" justify="flex-end" align="center" css={{ '& select': { width: '100%' } }}>
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

export interface CardListProps<Row> extends SortFieldProps {
  /** Accessible name of the list. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Undefined for cards without checkboxes. */
  selection?: TableSelection<Row> | undefined;
  /** Number of placeholder cards while rows load, at most four. */
  loadingRows: number | undefined;
  /** Height of a placeholder card. */
  loadingHeight: string;
  /** Beside the sort order: other tools of the list. */
  tools?: ReactNode;
  /** Renders a row as a CardListItem. */
  renderCard: (row: Row, index: number) => ReactNode;
}

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    listStyleType: 'none',
    m: 0,
    p: 0,
  },
});

const Head = <Row,>({ rows, selection, loadingRows, columns, sort, onSort, tools }: CardListProps<Row>) => {
  const all = selection !== undefined && rows.length > 0 && rows.every(selection.isSelected);
  return (
    <Flex align="center" gap="2" mb="3" wrap="wrap">
      {selection && (
        <Checkbox
          label="Select page"
          checked={all}
          disabled={loadingRows !== undefined}
          onChange={() => selection.onToggleAll(!all)}
        />
      )}
      <SortField {...{ columns, sort, onSort }} />
      {tools}
    </Flex>
  );
};

const GrayCards = ({ count, height }: { count: number; height: string }) => (
  <Box as="output" display="grid" gap="3" aria-label="Loading" aria-busy="true">
    {Array.from({ length: Math.min(count, 4) }, (_, index) => (
      <Skeleton key={index} height={height} />
    ))}
  </Box>
);

/** A Table for narrow pages: its rows as cards, with select-all and sorting above. */
export const CardList = <Row,>(props: CardListProps<Row>) => {
  const { caption, rows, rowKey, loadingRows, loadingHeight, renderCard } = props;
  return (
    <>
      <Head {...props} />
      {loadingRows === undefined ? (
        <List aria-label={caption}>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>{renderCard(row, index)}</Fragment>
          ))}
        </List>
      ) : (
        <GrayCards count={loadingRows} height={loadingHeight} />
      )}
    </>
  );
};
