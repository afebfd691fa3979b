import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../choices.tsx';
import { SortButton } from './table-root.ts';
import type { TableColumn, TableSelection, TableSort } from './table-types.ts';

interface Props<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  selection: TableSelection<Row> | undefined;
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

const directionOf = (sort: TableSort | undefined, column: string) => {
  if (sort?.column !== column) return undefined;
  return sort.descending ? 'descending' : 'ascending';
};

const HeaderCell = <Row,>({
  column,
  sort,
  onSort,
}: { column: TableColumn<Row> } & Pick<Props<Row>, 'sort' | 'onSort'>) => {
  const direction = directionOf(sort, column.id);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-numeric={column.numeric ? '' : undefined}
      aria-sort={direction}
      style={{ width: column.width, minWidth: column.minWidth }}
    >
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

export const TableHead = <Row,>({ columns, rows, sort, onSort, selection }: Props<Row>) => (
  <thead>
    <tr>
      {selection && (
        <th scope="col" data-box="">
          <SelectAll rows={rows} selection={selection} />
        </th>
      )}
      {columns.map((column) => (
        <HeaderCell key={column.id} {...{ column, sort, onSort }} />
      ))}
    </tr>
  </thead>
);
