import { memo } from 'react';
import type { ChangeEvent, MouseEvent } from 'react';
import { Checkbox } from '../choices.tsx';
import { isRowClick } from './row-click.ts';
import type { TableColumn, TableSelection } from './table-types.ts';

interface Props<Row> {
  columns: readonly TableColumn<Row>[];
  row: Row;
  index: number;
  /** Undefined in a table without checkboxes. */
  box: { label: string; selected: boolean } | undefined;
  current: boolean;
  /** Place in the whole table, if not all of its rows are in the DOM. */
  place?: number | undefined;
  onToggle: TableSelection<Row>['onToggle'];
  onClick: (row: Row, options: { range: boolean }) => void;
}

const isShifted = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

/** Shift would select the text between two clicks. */
const keepText = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault();
};

const Plain = <Row,>({ columns, row, index, box, current, place, onToggle, onClick }: Props<Row>) => (
  // A click is a shortcut for a button or checkbox in the row, which the keyboard reaches.
  <tr
    data-selected={box?.selected ? '' : undefined}
    aria-current={current ? 'true' : undefined}
    tabIndex={current ? -1 : undefined}
    aria-rowindex={place}
    onMouseDown={keepText}
    onClick={(event) => {
      if (isRowClick(event)) onClick(row, { range: event.shiftKey });
    }}
  >
    {box && (
      <td data-box="">
        <Checkbox
          label={box.label}
          hideLabel
          checked={box.selected}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            onToggle(row, event.currentTarget.checked, { range: isShifted(event) })
          }
        />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.id} data-numeric={column.numeric ? '' : undefined}>
        {column.cell(row, index)}
      </td>
    ))}
  </tr>
);

const isSame = (a: Props<unknown>, b: Props<unknown>) =>
  a.row === b.row &&
  a.columns === b.columns &&
  a.index === b.index &&
  a.current === b.current &&
  a.place === b.place &&
  a.box?.selected === b.box?.selected &&
  a.box?.label === b.box?.label;

/** A memoized row, so that selecting one of hundreds is fast. */
export const TableRow = memo(Plain, isSame) as unknown as typeof Plain;

const placeholder = <div data-placeholder="" />;

/** Placeholders while rows load. */
export const SkeletonRows = ({ count, width }: { count: number; width: number }) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: width }, (__, cell) => (
        <td key={cell}>{placeholder}</td>
      ))}
    </tr>
  ));
