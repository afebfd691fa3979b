import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Right-aligned, with tabular digits. */
  numeric?: boolean;
  width?: string;
  /** Below this width the table scrolls sideways instead of wrapping the column. In a list, it must be in px. */
  minWidth?: string;
  /** In a list, the column's share of the width that is left over; 0 for icons and dates. Default 1. */
  grow?: number;
  /** The header is a button that sorts by the column. */
  sortable?: boolean;
  /** The cell says nothing for a row. A `RowList` leaves it out on phones. */
  isEmpty?: (row: Row) => boolean;
}

/** The sort column and direction. */
export interface TableSort {
  column: string;
  descending: boolean;
}

/** Checkboxes at the start of the rows, and one in the header for all visible rows. */
export interface TableSelection<Row> {
  isSelected: (row: Row) => boolean;
  /** `range`: the rows from the last toggled one to this one, as Shift does. */
  onToggle: (row: Row, selected: boolean, options?: { range?: boolean }) => void;
  onToggleAll: (selected: boolean) => void;
  /** Accessible name of a row's checkbox: 'Select Ada Byron'. */
  formatRowLabel: (row: Row) => string;
  /** Accessible name of the checkbox in the header. */
  allLabel: string;
}
