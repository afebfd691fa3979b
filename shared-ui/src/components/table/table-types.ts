import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Aligned at the end, digits of one width. */
  numeric?: boolean;
  width?: string;
  /** Below it the table scrolls sideways instead of breaking the column's lines. */
  minWidth?: string;
  /** The header is a button that sorts by the column. */
  sortable?: boolean;
}

/** By which column rows are sorted. */
export interface TableSort {
  column: string;
  descending: boolean;
}

/** Boxes at the beginning of the rows, and one in the header for all rows that are shown. */
export interface TableSelection<Row> {
  isSelected: (row: Row) => boolean;
  onToggle: (row: Row, selected: boolean) => void;
  onToggleAll: (selected: boolean) => void;
  /** Names the box of a row: 'Select Ada Byron'. */
  labelOf: (row: Row) => string;
  /** Names the box in the header. */
  allLabel: string;
}
