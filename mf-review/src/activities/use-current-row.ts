import { useEffect, useEffectEvent, useState } from 'react';
import type { FocusEvent } from 'react';

const inList = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[aria-current="true"]');

/** Index of the row or card that contains an element; undefined outside of them. */
const findRowIndex = (element: Element): number | undefined => {
  const row = element.closest('tbody tr, li');
  const index = row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1;
  return index >= 0 ? index : undefined;
};

/**
 * The row that shortcuts apply to, by index: when a decision removes it, the next row takes its place. It follows the
 * focus, and takes the focus when moved. `page` identifies the list; another value resets the row.
 */
export const useCurrentRow = (count: number, page: unknown) => {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [state, setState] = useState({ page, row: -1, moves: 0 });
  const held = state.page === page ? state.row : -1;
  const row = held >= 0 && count > 0 ? Math.min(held, count - 1) : undefined;
  const step = (by: 1 | -1) => {
    const next = row === undefined ? 0 : Math.max(0, Math.min(count - 1, row + by));
    if (count > 0) setState(({ moves }) => ({ page, row: next, moves: moves + 1 }));
  };
  /** Continues from a row that was clicked. */
  const moveTo = (index: number) => setState(({ moves }) => ({ page, row: index, moves }));
  const onFocus = (event: FocusEvent) => {
    const index = findRowIndex(event.target);
    if (index !== undefined && index !== row) moveTo(index);
  };
  const takeFocus = useEffectEvent(() => inList(list)?.focus());
  useEffect(() => {
    if (state.moves > 0) takeFocus();
  }, [state.moves]);
  /** If the focused row or button is gone, moves the focus to the current row, but never out of an open dialog. */
  const keepFocus = () => {
    const isLost = document.activeElement === document.body && !document.querySelector('[aria-modal="true"]');
    if (isLost) inList(list)?.focus();
  };
  return { list, setList, row, step, moveTo, onFocus, keepFocus };
};
