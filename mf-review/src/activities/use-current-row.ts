import { useEffect, useEffectEvent, useState } from 'react';
import type { FocusEvent } from 'react';

const inList = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[aria-current="true"]');

/** Place of the row or card that holds an element; undefined outside of them. */
const placeOf = (element: Element): number | undefined => {
  const row = element.closest('tbody tr, li');
  const place = row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1;
  return place >= 0 ? place : undefined;
};

/**
 * The row that keys go to, by its place: when a decision takes it from the list, the next one moves up into it. It
 * follows the focus, and takes it when it is moved. `page` tells when the list is another one.
 */
export const useCurrentRow = (count: number, page: unknown) => {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [state, setState] = useState({ page, row: -1, moves: 0 });
  const known = state.page === page ? state.row : -1;
  const row = known >= 0 && count > 0 ? Math.min(known, count - 1) : undefined;
  const step = (by: 1 | -1) => {
    const next = row === undefined ? 0 : Math.max(0, Math.min(count - 1, row + by));
    if (count > 0) setState(({ moves }) => ({ page, row: next, moves: moves + 1 }));
  };
  const onFocus = (event: FocusEvent) => {
    const place = placeOf(event.target);
    if (place !== undefined && place !== row) setState(({ moves }) => ({ page, row: place, moves }));
  };
  const takeFocus = useEffectEvent(() => inList(list)?.focus());
  useEffect(() => {
    if (state.moves > 0) takeFocus();
  }, [state.moves]);
  /** Where the focused row or button is gone, the current row takes the focus; never past an open dialog. */
  const keepFocus = () => {
    const isLost = document.activeElement === document.body && !document.querySelector('[aria-modal="true"]');
    if (isLost) inList(list)?.focus();
  };
  return { list, setList, row, step, onFocus, keepFocus };
};
