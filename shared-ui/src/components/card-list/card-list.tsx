import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from '../choices.tsx';
import { Box, Flex } from '../layout.ts';
import { Skeleton } from '../states.tsx';
import type { TableSelection } from '../table/table-types.ts';
import { SortField } from './sort-field.tsx';
import type { SortFieldProps } from './sort-field.tsx';

export interface CardListProps<Row> extends SortFieldProps {
  /** Names the list for assistive technology. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: TableSelection<Row>;
  /** So many grey cards, four at most, in place of rows that are not there yet. */
  loadingRows: number | undefined;
  /** Of a grey card. */
  loadingHeight: string;
  /** A row's card: a CardListItem. */
  cardOf: (row: Row, index: number) => ReactNode;
}

const List = chakra('ul', { base: { display: 'grid', gap: '3', listStyleType: 'none', m: 0, p: 0 } });

const Head = <Row,>({ rows, selection, loadingRows, columns, sort, onSort }: CardListProps<Row>) => {
  const all = rows.length > 0 && rows.every(selection.isSelected);
  return (
    <Flex align="center" gap="3" mb="3" justify="space-between" wrap="wrap">
      <Checkbox
        label="Select page"
        checked={all}
        disabled={loadingRows !== undefined}
        onChange={() => selection.onToggleAll(!all)}
      />
      <SortField {...{ columns, sort, onSort }} />
    </Flex>
  );
};

const GreyCards = ({ count, height }: { count: number; height: string }) => (
  <Box as="output" display="grid" gap="3" aria-label="Loading" aria-busy="true">
    {Array.from({ length: Math.min(count, 4) }, (_, index) => (
      <Skeleton key={index} height={height} />
    ))}
  </Box>
);

/** What a Table is where there is no room for one: its rows as cards, with the page's box and their order above. */
export const CardList = <Row,>(props: CardListProps<Row>) => {
  const { caption, rows, rowKey, loadingRows, loadingHeight, cardOf } = props;
  return (
    <>
      <Head {...props} />
      {loadingRows === undefined ? (
        <List aria-label={caption}>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>{cardOf(row, index)}</Fragment>
          ))}
        </List>
      ) : (
        <GreyCards count={loadingRows} height={loadingHeight} />
      )}
    </>
  );
};
