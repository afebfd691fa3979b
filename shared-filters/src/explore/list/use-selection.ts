import type { TableSelection } from '@readerlens/ui';
import { useCallback, useState } from 'react';

/** Rows of any page, in the order in which they were selected, or everything that matches. */
interface Selected<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly everything: boolean;
}

interface Options<Row> {
  /** Another key, such as another search, starts with nothing selected. */
  key: string;
  idOf: (row: Row) => string;
  /** Names a row for assistive technology. */
  titleOf: (row: Row) => string;
}

const nothing = { rows: new Map<string, never>(), everything: false };

/** The selected rows of a list, across its pages. */
export const useSelection = <Row>({ key, idOf, titleOf }: Options<Row>) => {
  const [held, setHeld] = useState<Selected<Row> & { key: string }>({ key, ...nothing });
  const { rows, everything }: Selected<Row> = held.key === key ? held : nothing;
  const select = useCallback((next: Selected<Row>) => setHeld({ key, ...next }), [key]);

  const isSelected = (row: Row) => everything || rows.has(idOf(row));

  /** Adds or removes a row. Removing one from everything leaves the rest of its page. */
  const toggle = (row: Row, on: boolean, page: readonly Row[]) => {
    const next = new Map(everything ? page.map((one) => [idOf(one), one] as const) : rows);
    if (on) next.set(idOf(row), row);
    else next.delete(idOf(row));
    select({ rows: next, everything: false });
  };

  /** Adds or removes a page; selected rows of other pages stay. */
  const togglePage = (page: readonly Row[], on: boolean) => {
    if (everything && !on) return select(nothing);
    const next = new Map(rows);
    for (const row of page) {
      if (!on) next.delete(idOf(row));
      else if (!next.has(idOf(row))) next.set(idOf(row), row);
    }
    select({ rows: next, everything: false });
  };

  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    everything,
    isSelected,
    isPageSelected: (page: readonly Row[]) => page.length > 0 && page.every(isSelected),
    /** Selected rows, of `total` that match. */
    countOf: (total: number) => (everything ? total : rows.size),
    /** The row selected first; of everything, the first one shown. */
    firstOf: (page: readonly Row[]): Row | undefined => (everything ? page[0] : rows.values().next().value),
    toggle,
    selectEverything: () => select({ rows: new Map(), everything: true }),
    clear: () => select(nothing),
    /** Checkboxes of the rows of a page. */
    boxesOf: (page: readonly Row[]): TableSelection<Row> => ({
      isSelected,
      onToggle: (row, on) => toggle(row, on, page),
      onToggleAll: (on) => togglePage(page, on),
      labelOf: (row) => `Select ${titleOf(row)}`,
      allLabel: 'Select all on this page',
    }),
  };
};

export type ListSelection<Row> = ReturnType<typeof useSelection<Row>>;
