import { chakra } from '@chakra-ui/react';
import { Fragment, useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { TableHead } from './table-head.tsx';
import { TableBox, TableRoot } from './table-root.ts';
import { SkeletonRows, TableRow } from './table-row.tsx';
import type { TableColumn, TableSelection, TableSort } from './table-types.ts';

export interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  /** Keep the same array while the columns do not change, so that only changed rows re-render. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** The current sort order; the caller sorts the rows. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  selection?: TableSelection<Row>;
  /** Number of placeholder rows while rows load. */
  loadingRows?: number | undefined;
  /** Index of the row that keyboard commands apply to; it can take the focus. */
  currentRow?: number | undefined;
  /** Content below an expanded row; undefined for a collapsed one. */
  detailOf?: (row: Row) => ReactNode;
  /** The table scrolls within this height, below its sticky header. */
  maxHeight?: string;
}

/** A stable callback for all rows that calls the latest `onToggle`. */
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
 * A table of the given rows; the page handles sorting, selection and paging. Scrolls sideways
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
      // Keeps a focused row clear of the sticky header.
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
