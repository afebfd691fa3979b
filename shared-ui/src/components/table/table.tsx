import { chakra } from '@chakra-ui/react';
import { Fragment, useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { TableHead } from './table-head.tsx';
import { TableBox, TableRoot } from './table-root.ts';
import { SkeletonRows, TableRow } from './table-row.tsx';
import type { TableColumn, TableSelection, TableSort } from './table-types.ts';

export interface TableProps<Row> {
  /** Names the table for assistive technology. */
  caption: string;
  /** The same list while nothing about the columns changes: rows are then drawn only when they change. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Instead of rows, when there are none. */
  empty?: ReactNode;
  /** How the rows are sorted by now; whoever has the rows sorts them. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  selection?: TableSelection<Row>;
  /** So many grey rows in place of rows that are not there yet. */
  loadingRows?: number | undefined;
  /** Place of the row that commands go to; it can take the focus. */
  currentRow?: number | undefined;
  /** What stands below a row while it is open; undefined while it is closed. */
  detailOf?: (row: Row) => ReactNode;
  /** The table scrolls within this height, under its head. */
  maxHeight?: string;
}

/** The same function for every row and for good, which calls what the page has by now. */
const useToggle = <Row,>(selection: TableSelection<Row> | undefined) => {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  return useCallback((row: Row, selected: boolean) => latest.current?.onToggle(row, selected), []);
};

const widthOf = <Row,>({ columns, selection }: Pick<TableProps<Row>, 'columns' | 'selection'>) =>
  columns.length + (selection ? 1 : 0);

const Rows = <Row,>(props: TableProps<Row>) => {
  const { columns, rows, rowKey, selection, currentRow, detailOf } = props;
  const onToggle = useToggle(selection);
  return rows.map((row, index) => {
    const detail = detailOf?.(row);
    return (
      <Fragment key={rowKey(row, index)}>
        <TableRow
          {...{ columns, row, index, onToggle }}
          box={selection && { label: selection.labelOf(row), selected: selection.isSelected(row) }}
          current={index === currentRow}
        />
        {detail !== undefined && (
          <tr data-detail="">
            <td colSpan={widthOf(props)}>{detail}</td>
          </tr>
        )}
      </Fragment>
    );
  });
};

/**
 * A table of the rows that it is given; sorting, choosing and paging them is the page's business. Scrolls sideways
 * on small screens.
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, empty = 'No records found.', sort, onSort, selection } = props;
  const { loadingRows, maxHeight } = props;
  const width = widthOf(props);
  const loading = loadingRows !== undefined;
  return (
    <TableBox
      tabIndex={0}
      aria-label={caption}
      aria-busy={loading || undefined}
      // A row that takes the focus must not come to rest below the head.
      style={maxHeight === undefined ? undefined : { maxHeight, scrollPaddingTop: '44px' }}
    >
      {loading && <output aria-label="Loading" />}
      <TableRoot headed={maxHeight !== undefined}>
        <chakra.caption srOnly>{caption}</chakra.caption>
        <TableHead {...{ columns, sort, onSort, selection }} rows={loading ? [] : rows} />
        <tbody>
          {loading && <SkeletonRows count={loadingRows} width={width} />}
          {!loading && rows.length === 0 && (
            <tr>
              <td colSpan={width}>{empty}</td>
            </tr>
          )}
          {!loading && <Rows {...props} />}
        </tbody>
      </TableRoot>
    </TableBox>
  );
};
