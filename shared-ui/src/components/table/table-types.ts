import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Right-aligned, with tabular digits. */
  numeric?: boolean;
  width?: string;
  /** Below this width the table scrolls sideways instead of wrapping the column. */
  minWidth?: string;
  /** The header is a button that sorts by the column. */
  sortable?: boolean;
}

/** The sort column and direction. */
export interface TableSort {
  column: string;
  descending: boolean;
}

/** Checkboxes at the start of the rows, and one in the header for all visible rows. */
export interface TableSelection<Row> {
  isSelected: (row: Row) => boolean;
  onToggle: (row: Row, selected: boolean) => void;
  onToggleAll: (selected: boolean) => void;
  /** Accessible name of a row's checkbox: 'Select Ada Byron'. */
  labelOf: (row: Row) => string;
  /** Accessible name of the checkbox in the header. */
  allLabel: string;
}
