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
  /** Ids of columns in the person's own order; a column that it does not name stands after the one before it by default. */
  readonly order?: readonly string[];
  /** Rows per page. */
  readonly size?: number;
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
  /** Moves a column before or after another one. */
  move: (id: string, place: 'before' | 'after', other: string) => void;
  /** Puts a column where it stands by default. */
  putBack: (id: string) => void;
  reset: () => void;
}

const none: readonly string[] = [];

/** Adds the ids that are missing, each after the one that precedes it in `all`. */
const insertMissing = (all: readonly string[], into: readonly string[]): readonly string[] =>
  all.reduce(
    (ids, id, index) =>
      ids.includes(id) ? ids : ids.toSpliced(ids.indexOf(all[index - 1] ?? '') + 1, 0, id),
    into,
  );

const arrange = <Row>(
  columns: readonly ListColumn<Row>[],
  order: readonly string[],
): readonly ListColumn<Row>[] => {
  if (order.length === 0) return columns;
  const own = order.filter((id) => columns.some((column) => column.id === id));
  const ids = insertMissing(
    columns.map(({ id }) => id),
    own,
  );
  return columns.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

/** Density and shown columns of a list. `list` names it in the store; `columns` must be referentially stable. */
export const useListLayout = <Row>(list: string, columns: readonly ListColumn<Row>[]): ListLayout<Row> => {
  const stored = layouts(({ byList }) => byList[list]);
  const hidden = stored?.hidden ?? none;
  const order = stored?.order ?? none;
  const arranged = useMemo(() => arrange(columns, order), [columns, order]);
  const shown = useMemo(() => {
    const left = arranged.filter(({ id, isFixed }) => isFixed || !hidden.includes(id));
    return left.some(({ isFixed }) => !isFixed) ? left : arranged;
  }, [arranged, hidden]);
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
    move: (id, place, other) => {
      const others = arranged.map((column) => column.id).filter((each) => each !== id);
      const next = others.toSpliced(others.indexOf(other) + (place === 'after' ? 1 : 0), 0, id);
      // Columns that are not in this view keep their place.
      change(list, { order: insertMissing(order, next) });
    },
    putBack: (id) => change(list, { order: order.filter((each) => each !== id) }),
    reset: () => change(list, { density: 'comfortable', hidden: none, order: none }),
  };
};

/** The rows per page that a person has chosen for a list, in this browser; undefined before that. */
export const useOwnPageSize = <Size extends number>(
  list: string,
  sizes: readonly Size[],
): [size: Size | undefined, setSize: (size: Size) => void] => {
  const stored = layouts(({ byList }) => byList[list]?.size);
  return [sizes.find((size) => size === stored), (size) => change(list, { size })];
};

/** All lists look as they do for a new person. For tests, whose components share this store. */
export const forgetListLayouts = () => layouts.setState({ byList: {} });
