import type { TableSelection } from '@readerlens/ui';
import { useCallback, useState } from 'react';

/** Rows of any page, in order of selection, or all matching rows. */
interface Selected<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly everything: boolean;
}

interface Held<Row> extends Selected<Row> {
  readonly key: string;
  readonly matching: string;
  /** The row that a range starts from. */
  readonly anchor?: string;
}

interface Options<Row> {
  /** Another key, such as that of other filters, clears the selection. */
  key: string;
  /**
   * Identifies the matching rows, such as by the text of a search box. If it changes, selected rows are kept even if they
   * no longer match, but 'everything' is cleared: it would mean other rows.
   */
  matching?: string;
  readRowId: (row: Row) => string;
  /** Names a row for assistive technology. */
  formatRowTitle: (row: Row) => string;
}

const noSelection = { rows: new Map<string, never>(), everything: false };

const isHeld = <Row>(held: Held<Row>, { key, matching = '' }: Pick<Options<Row>, 'key' | 'matching'>) =>
  held.key === key && (!held.everything || held.matching === matching);

/** The rows between two rows of a page, both included; only `to` if the other is on another page. */
const findRowsBetween = <Row>(
  page: readonly Row[],
  readRowId: (row: Row) => string,
  from: string | undefined,
  to: Row,
) => {
  const ends = [page.findIndex((row) => readRowId(row) === from), page.indexOf(to)];
  return ends.includes(-1) ? [to] : page.slice(Math.min(...ends), Math.max(...ends) + 1);
};

/** The selected rows of a list, across its pages. */
export const useSelection = <Row>({ key, matching = '', readRowId, formatRowTitle }: Options<Row>) => {
  const [held, setHeld] = useState<Held<Row>>({ key, matching, ...noSelection });
  const { rows, everything }: Selected<Row> = isHeld(held, { key, matching }) ? held : noSelection;
  const select = useCallback(
    (next: Selected<Row>, anchor?: string) =>
      setHeld({ key, matching, ...next, ...(anchor === undefined ? {} : { anchor }) }),
    [key, matching],
  );

  const isSelected = (row: Row) => everything || rows.has(readRowId(row));

  /** Adds or removes rows of a page. Removing some while everything is selected keeps the rest of the page. */
  const change = (changed: readonly Row[], on: boolean, page: readonly Row[]) => {
    const next = new Map(everything ? page.map((one) => [readRowId(one), one] as const) : rows);
    for (const row of changed) {
      if (!on) next.delete(readRowId(row));
      else if (!next.has(readRowId(row))) next.set(readRowId(row), row);
    }
    return { rows: next, everything: false };
  };
  const toggle = (row: Row, on: boolean, page: readonly Row[]) =>
    select(change([row], on, page), readRowId(row));
  const toggleRange = (row: Row, on: boolean, page: readonly Row[]) =>
    select(change(findRowsBetween(page, readRowId, held.anchor, row), on, page), readRowId(row));

  /** Adds or removes a page; selected rows of other pages stay. */
  const togglePage = (page: readonly Row[], on: boolean) => {
    if (everything && !on) return select(noSelection);
    return select(everything ? { rows: new Map(), everything } : change(page, on, page));
  };

  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    everything,
    isSelected,
    isPageSelected: (page: readonly Row[]) => page.length > 0 && page.every(isSelected),
    /** The number of selected rows, if `total` match. */
    countOf: (total: number) => (everything ? total : rows.size),
    /** The number of selected rows that are not among these. */
    hiddenFrom: (page: readonly Row[]) => rows.size - page.filter((row) => rows.has(readRowId(row))).length,
    /** The row selected first; if everything is selected, the first row of the page. */
    firstOf: (page: readonly Row[]): Row | undefined => (everything ? page[0] : rows.values().next().value),
    toggle,
    selectEverything: () => select({ rows: new Map(), everything: true }),
    clear: () => select(noSelection),
    /** Checkbox props for the rows of a page. */
    buildCheckboxes: (page: readonly Row[]): TableSelection<Row> => ({
      isSelected,
      onToggle: (row, on, { range = false } = {}) => (range ? toggleRange : toggle)(row, on, page),
      onToggleAll: (on) => togglePage(page, on),
      formatRowLabel: (row) => `Select ${formatRowTitle(row)}`,
      allLabel: 'Select all on this page',
    }),
  };
};

export type ListSelection<Row> = ReturnType<typeof useSelection<Row>>;

/**
 * Shows the selected rows in place of a page of the list, until `view` changes or nothing is selected. Rows that are
 * deselected meanwhile stay in view.
 */
export const useSelectedRows = <Row>({ rows }: Pick<ListSelection<Row>, 'rows'>, view: unknown) => {
  const [held, setHeld] = useState<{ view: unknown; rows: readonly Row[] }>();
  const isOver = held !== undefined && (held.view !== view || rows.length === 0);
  if (isOver) setHeld(undefined);
  return {
    /** Undefined while the list shows its page. */
    shown: isOver ? undefined : held?.rows,
    show: () => setHeld({ view, rows }),
    hide: () => setHeld(undefined),
  };
};
