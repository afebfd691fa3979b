import type { ReactNode } from 'react';

/** A plain CSS colour in hex, or a vertical gradient from `offset` 0 (top) to 100. */
export type ChartColor = string | { stops: { offset: number; color: string }[] };

/** A named part of a chart that has a colour of its own. `slot` is its place in the palette. */
export interface ChartSeries {
  name: string;
  slot: ColorSlot;
}

/** Named colours of the theme's chart palette. Stages look the same in every chart. */
export type ColorSlot =
  | 'initial'
  | 'subsequent'
  | 'single'
  | 'other'
  | 'ghost'
  | 'early'
  | 'middle'
  | 'late'
  | `c${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/** What the card hands to the drawing: the colour of each series, changes by the user included. */
export interface DrawProps {
  width: number;
  /** Accessible name of the drawing. */
  label: string;
  colorOf: (series: string) => ChartColor;
  patterns: boolean;
}

/** The numbers of a chart as a table. The first column names the row, the others are figures. */
export interface ChartTable {
  columns: string[];
  rows: ChartRow[];
}

export interface ChartRow {
  name: string;
  cells: string[];
  /** Where the rows behind the name, or behind a figure, are listed. */
  href?: string | undefined;
  cellHrefs?: readonly (string | undefined)[];
}

/** All that a ChartCard shows of one set of data. */
export interface ChartView {
  empty: boolean;
  series: ChartSeries[];
  /** One line of text, without the title. */
  summary: string;
  table: ChartTable;
  /** Starts at the top of a card that is taller than it; drawings sit in the middle. */
  fromTop?: boolean;
  draw: (props: DrawProps) => ReactNode;
}

export interface MonthPoint {
  /** YYYY-MM. */
  key: string;
  value: { primary: number; secondary: number };
  /** The whole month of the period that this one is compared with. */
  previous?: number;
  /** Pages of the product that list what the month and its parts count. */
  hrefs?: { month?: string | undefined; primary?: string | undefined; secondary?: string | undefined };
}

export interface CategoryPoint {
  id?: string;
  name: string;
  value: number;
  /** A page of the product that lists what is counted. */
  href?: string | undefined;
}

/** What is counted, for texts: 'engagements', 'unique readers', 'documents'. */
export interface Unit {
  one: string;
  many: string;
}

export const units = {
  engagements: { one: 'engagement', many: 'engagements' },
  readers: { one: 'unique reader', many: 'unique readers' },
  documents: { one: 'document', many: 'documents' },
} as const satisfies Record<string, Unit>;

/** The name of what months are compared with. */
export const previousPeriod = 'Previous period';
