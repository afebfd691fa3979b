import type { TableSelection } from '@readerlens/ui';
import { useCallback, useState } from 'react';

/** Rows of any page, in order of selection, or all matching rows. */
interface Selected<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly everything: boolean;
}

interface Options<Row> {
  /** Another key, such as that of another search, clears the selection. */
  key: string;
  idOf: (row: Row) => string;
  /** Names a row for assistive technology. */
  titleOf: (row: Row) => string;
}

const noSelection = { rows: new Map<string, never>(), everything: false };

/** The selected rows of a list, across its pages. */
export const useSelection = <Row>({ key, idOf, titleOf }: Options<Row>) => {
  const [held, setHeld] = useState<Selected<Row> & { key: string }>({ key, ...noSelection });
  const { rows, everything }: Selected<Row> = held.key === key ? held : noSelection;
  const select = useCallback((next: Selected<Row>) => setHeld({ key, ...next }), [key]);

  const isSelected = (row: Row) => everything || rows.has(idOf(row));

  /** Adds or removes a row. Removing one while everything is selected keeps the rest of its page. */
  const toggle = (row: Row, on: boolean, page: readonly Row[]) => {
    const next = new Map(everything ? page.map((one) => [idOf(one), one] as const) : rows);
    if (on) next.set(idOf(row), row);
    else next.delete(idOf(row));
    select({ rows: next, everything: false });
  };

  /** Adds or removes a page; selected rows of other pages stay. */
  const togglePage = (page: readonly Row[], on: boolean) => {
    if (everything && !on) return select(noSelection);
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
    /** The number of selected rows, if `total` match. */
    countOf: (total: number) => (everything ? total : rows.size),
    /** The row selected first; if everything is selected, the first row of the page. */
    firstOf: (page: readonly Row[]): Row | undefined => (everything ? page[0] : rows.values().next().value),
    toggle,
    selectEverything: () => select({ rows: new Map(), everything: true }),
    clear: () => select(noSelection),
    /** Checkbox props for the rows of a page. */
    checkboxesOf: (page: readonly Row[]): TableSelection<Row> => ({
      isSelected,
      onToggle: (row, on) => toggle(row, on, page),
      onToggleAll: (on) => togglePage(page, on),
      labelOf: (row) => `Select ${titleOf(row)}`,
      allLabel: 'Select all on this page',
    }),
  };
};

export type ListSelection<Row> = ReturnType<typeof useSelection<Row>>;
