import type { TableColumn } from '@readerlens/ui';
import { useMemo } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A column whose header also names it in sort controls and menus. */
export interface ListColumn<Row> extends TableColumn<Row> {
  header: string;
  /** The column holds a command that the keyboard needs, so it cannot be hidden. */
  isFixed?: boolean;
  /** The cell as text, for a file. Required if `cell` returns more than a text, or the file leaves the column out. */
  text?: (row: Row) => string;
}

export type ListDensity = 'comfortable' | 'compact';

interface StoredLayout {
  readonly density?: ListDensity;
  /** Ids of hidden columns, so that new columns are shown. */
  readonly hidden?: readonly string[];
}

interface Layouts {
  readonly byList: Readonly<Record<string, StoredLayout>>;
}

/** Layouts by list, stored in this browser. */
const layouts = create<Layouts>()(
  persist((): Layouts => ({ byList: {} }), { name: 'readerlens.list-layouts' }),
);

const change = (list: string, part: StoredLayout) =>
  layouts.setState(({ byList }) => ({ byList: { ...byList, [list]: { ...byList[list], ...part } } }));

export interface ListLayout<Row> {
  density: ListDensity;
  /** The shown columns; referentially stable while unchanged. */
  columns: readonly ListColumn<Row>[];
  isShown: (id: string) => boolean;
  setDensity: (density: ListDensity) => void;
  /** Shows or hides a column; the last shown one cannot be hidden. */
  setShown: (id: string, shown: boolean) => void;
  reset: () => void;
}

const none: readonly string[] = [];

/** Density and shown columns of a list. `list` names it in the store; `columns` must be referentially stable. */
export const useListLayout = <Row>(list: string, columns: readonly ListColumn<Row>[]): ListLayout<Row> => {
  const stored = layouts(({ byList }) => byList[list]);
  const hidden = stored?.hidden ?? none;
  const shown = useMemo(() => {
    const left = columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id));
    return left.some(({ isFixed }) => !isFixed) ? left : columns;
  }, [columns, hidden]);
  return {
    density: stored?.density ?? 'comfortable',
    columns: shown,
    isShown: (id) => shown.some((column) => column.id === id),
    setDensity: (density) => change(list, { density }),
    setShown: (id, on) => {
      const next = on ? hidden.filter((one) => one !== id) : [...hidden, id];
      if (columns.some((column) => !column.isFixed && !next.includes(column.id)))
        change(list, { hidden: next });
    },
    reset: () => change(list, { density: 'comfortable', hidden: none }),
  };
};
