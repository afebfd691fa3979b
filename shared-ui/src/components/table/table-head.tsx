import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../choices.tsx';
import type { CSSProperties } from 'react';
import { columnWidths } from './column-widths.ts';
import { SortButton } from './table-root.ts';
import type { TableColumn, TableSelection, TableSort } from './table-types.ts';

interface Props<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  selection: TableSelection<Row> | undefined;
  list: boolean;
}

const SelectAll = <Row,>({ rows, selection }: { rows: readonly Row[]; selection: TableSelection<Row> }) => {
  const selected = rows.filter(selection.isSelected).length;
  const all = rows.length > 0 && selected === rows.length;
  return (
    <Checkbox
      label={selection.allLabel}
      hideLabel
      checked={all}
      indeterminate={selected > 0 && !all}
      disabled={rows.length === 0}
      onChange={() => selection.onToggleAll(!all)}
    />
  );
};

const findSortDirection = (sort: TableSort | undefined, column: string) => {
  if (sort?.column !== column) return undefined;
  return sort.descending ? 'descending' : 'ascending';
};

const HeaderCell = <Row,>({
  column,
  sort,
  onSort,
  style,
}: { column: TableColumn<Row>; style: CSSProperties } & Pick<Props<Row>, 'sort' | 'onSort'>) => {
  const direction = findSortDirection(sort, column.id);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" data-numeric={column.numeric ? '' : undefined} aria-sort={direction} style={style}>
      {column.sortable && onSort ? (
        <SortButton
          type="button"
          data-sorted={direction}
          onClick={() => onSort({ column: column.id, descending: direction === 'ascending' })}
        >
          {column.header}
          <Arrow size={13} aria-hidden="true" />
        </SortButton>
      ) : (
        column.header
      )}
    </th>
  );
};

const buildColumnStyles = <Row,>({ columns, selection, list }: Props<Row>): CSSProperties[] => {
  if (!list) return columns.map(({ width, minWidth }) => ({ width, minWidth }));
  return columnWidths(columns, { boxes: selection !== undefined }).map((width) => ({ width }));
};

export const TableHead = <Row,>(props: Props<Row>) => {
  const { columns, rows, sort, onSort, selection } = props;
  const styles = buildColumnStyles(props);
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" data-box="">
            <SelectAll rows={rows} selection={selection} />
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell key={column.id} {...{ column, sort, onSort }} style={styles[index] ?? {}} />
        ))}
      </tr>
    </thead>
  );
};
