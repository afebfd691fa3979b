import { chakra } from '@chakra-ui/react';
import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { listIndexes, useRowsInView } from '../use-rows-in-view.ts';
import { leastWidth } from './column-widths.ts';
import { CutText, useCutText } from './cut-text.tsx';
import { TableHead } from './table-head.tsx';
import { TableBox, TableRoot } from './table-root.ts';
import { SkeletonRows, TableRow } from './table-row.tsx';
import type { TableColumn, TableSelection, TableSort } from './table-types.ts';
import { useHeldRow } from './use-held-row.ts';

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
  onSort?: ((sort: TableSort) => void) | undefined;
  selection?: TableSelection<Row>;
  /** Number of placeholder rows while rows load. */
  loadingRows?: number | undefined;
  /** Index of the row that keyboard commands apply to; it can take the focus. */
  currentRow?: number | undefined;
  /** Content below an expanded row; undefined for a collapsed one. */
  renderDetail?: (row: Row) => ReactNode;
  /**
   * A click on a row outside of its controls, with Shift for a range. Only a shortcut: the keyboard needs a button or
   * checkbox in the row.
   */
  onRowClick?: ((row: Row, options: { range: boolean }) => void) | undefined;
  /** One line for each row, and a header that stays in view while the table scrolls within its container. */
  list?: boolean;
  /**
   * Renders only the rows in and near the visible part of the table, for thousands of rows. Needs `list`, and a height
   * that its container limits.
   */
  virtual?: boolean;
}

/** Stable callbacks for all rows that call the latest ones. */
const useRowActions = <Row,>({ selection, onRowClick }: TableProps<Row>) => {
  const latest = useRef({ selection, onRowClick });
  useEffect(() => {
    latest.current = { selection, onRowClick };
  }, [selection, onRowClick]);
  const onToggle: TableSelection<Row>['onToggle'] = useCallback(
    (row, selected, options) => latest.current.selection?.onToggle(row, selected, options),
    [],
  );
  const onClick = useCallback(
    (row: Row, options: { range: boolean }) => latest.current.onRowClick?.(row, options),
    [],
  );
  return { onToggle, onClick };
};

const countColumns = <Row,>({ columns, selection }: Pick<TableProps<Row>, 'columns' | 'selection'>) =>
  columns.length + (selection ? 1 : 0);

const Rows = <Row,>(props: TableProps<Row>) => {
  const { columns, rows, rowKey, selection, currentRow, renderDetail } = props;
  const actions = useRowActions(props);
  return rows.map((row, index) => {
    const detail = renderDetail?.(row);
    return (
      <Fragment key={rowKey(row, index)}>
        <TableRow
          {...{ columns, row, index }}
          {...actions}
          box={selection && { label: selection.formatRowLabel(row), selected: selection.isSelected(row) }}
          current={index === currentRow}
        />
        {detail !== undefined && (
          <tr data-detail="">
            <td colSpan={countColumns(props)}>{detail}</td>
          </tr>
        )}
      </Fragment>
    );
  });
};

/** Height of a row of a list, in pixels, and rows to render beyond the visible ones. */
const listRow = { height: 40, beyond: 12 };

/** An empty row in place of rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? <tr aria-hidden="true" data-gap="" style={{ height }} /> : null;

const VirtualRows = <Row,>(props: InBox<Row>) => {
  const { columns, rows, rowKey, selection, currentRow, box } = props;
  const actions = useRowActions(props);
  const { height, beyond } = listRow;
  const shown = useRowsInView({ count: rows.length, rowHeight: height, beyond, box });
  return (
    <>
      <Gap height={shown.start * height} />
      {listIndexes(shown).map((index) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <TableRow
              key={rowKey(row, index)}
              {...{ columns, row, index }}
              {...actions}
              box={selection && { label: selection.formatRowLabel(row), selected: selection.isSelected(row) }}
              current={index === currentRow}
              place={index + 2}
            />
          )
        );
      })}
      <Gap height={(rows.length - shown.end) * height} />
    </>
  );
};

interface InBox<Row> extends TableProps<Row> {
  /** The scrolling container, once it is in the page. */
  box: HTMLElement | null;
}

const Body = <Row,>(props: InBox<Row>) => {
  const { rows, loadingRows, empty = 'No records found.' } = props;
  const width = countColumns(props);
  if (loadingRows !== undefined) return <SkeletonRows count={loadingRows} width={width} />;
  if (rows.length > 0) return props.virtual ? <VirtualRows {...props} /> : <Rows {...props} />;
  return (
    <tr>
      <td colSpan={width}>{empty}</td>
    </tr>
  );
};

/**
 * A table of the given rows; the page handles sorting, selection and paging. Scrolls sideways
 * on small screens.
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, sort, onSort, selection, loadingRows, onRowClick, list = false } = props;
  const loading = loadingRows !== undefined;
  const { cell, handlers } = useCutText();
  const [box, setBox] = useState<HTMLElement | null>(null);
  useHeldRow(list ? box : null);
  const minWidth = list ? leastWidth(columns, { boxes: selection !== undefined }) : undefined;
  return (
    <TableBox
      ref={setBox}
      list={list}
      tabIndex={0}
      aria-label={caption}
      aria-busy={loading || undefined}
      {...(list ? handlers : {})}
    >
      {loading && <output aria-label="Loading" />}
      <TableRoot
        list={list}
        clickable={onRowClick !== undefined}
        style={{ minWidth }}
        aria-rowcount={props.virtual && !loading ? rows.length + 1 : undefined}
      >
        <chakra.caption srOnly>{caption}</chakra.caption>
        <TableHead {...{ columns, sort, onSort, selection, list }} rows={loading ? [] : rows} />
        <tbody>
          <Body {...props} box={box} />
        </tbody>
      </TableRoot>
      {cell && <CutText cell={cell} />}
    </TableBox>
  );
};
