import type { ReactNode } from 'react';
import type { ChartNotes } from './notes/chart-notes.ts';
import type { TimeKey } from './time-keys.ts';

/** A hex color, or a vertical gradient from `offset` 0 (top) to 100. */
export type ChartColor = string | { stops: { offset: number; color: string }[] };

/** A named part of a chart with its own color. `slot` is its place in the palette. */
export interface ChartSeries {
  name: string;
  slot: ColorSlot;
}

/** Named colors of the theme's chart palette. Stages look the same in every chart. */
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

/** What the card passes to the drawing. `chooseColor` includes the user's changes. */
export interface DrawProps {
  width: number;
  /** Accessible name of the drawing. */
  label: string;
  chooseColor: (series: string) => ChartColor;
  patterns: boolean;
  /** The notes on the view's months, weeks or days. */
  notes?: ChartNotes | undefined;
}

/** The numbers of a chart as a table. The first column names the row. */
export interface ChartTable {
  columns: string[];
  rows: ChartRow[];
}

export interface ChartRow {
  name: string;
  cells: string[];
  /** Links to the lists behind the name and behind each number. */
  href?: string | undefined;
  cellHrefs?: readonly (string | undefined)[];
}

/** Everything a ChartCard shows for one set of data. */
export interface ChartView {
  empty: boolean;
  series: ChartSeries[];
  /** One line of text, without the title. */
  summary: string;
  table: ChartTable;
  /** The months of a chart over time, or its weeks or days, which can have notes. */
  months?: readonly TimeKey[];
  /** In a card that is as tall as its neighbor. Others begin at the top: rows read from there. */
  isCentered?: boolean;
  draw: (props: DrawProps) => ReactNode;
  /** Its picture is empty until the drawings have loaded. */
  isLate?: boolean;
}

export interface MonthPoint extends TimeKey {
  value: { primary: number; secondary: number };
  /** Set if the range has only a part of it: 'to Nov 22'. */
  partial?: string | undefined;
  /** The month of the previous period that this one is compared with, and its value in total. */
  previous?: { key: string; value: number };
  /** Links to the lists behind the month and its two parts. */
  hrefs?: { month?: string | undefined; primary?: string | undefined; secondary?: string | undefined };
}

export interface CategoryPoint {
  id?: string;
  name: string;
  value: number;
  /** The value of the previous period, if compared. */
  previous?: number | undefined;
  /** Link to the list behind the value. */
  href?: string | undefined;
}

/** What is counted, for use in texts. */
export interface Unit {
  one: string;
  many: string;
}

export const units = {
  engagements: { one: 'engagement', many: 'engagements' },
  readers: { one: 'unique reader', many: 'unique readers' },
  documents: { one: 'document', many: 'documents' },
  organizations: { one: 'organization', many: 'organizations' },
} as const satisfies Record<string, Unit>;

/** Name of the series that months are compared with. */
export const previousPeriod = 'Previous period';
