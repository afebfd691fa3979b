import { useEffect } from 'react';

const focusedRowIn = (box: HTMLElement): Element | null => {
  const focused = document.activeElement;
  return focused?.matches(':focus-visible') && box.contains(focused) ? focused.closest('tbody tr') : null;
};

/**
 * Keeps the row with the keyboard's focus wrapped until the pointer is released. A press takes the focus from it; if it
 * shrank at once, the pointer would be released on another row, and the click would be lost.
 */
export const useHeldRow = (box: HTMLElement | null): void => {
  useEffect(() => {
    if (!box) return undefined;
    let held: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      held?.removeAttribute('data-held');
      held = null;
    };
    const onDown = () => {
      const row = focusedRowIn(box);
      if (!row) return;
      clearTimeout(timer);
      release();
      held = row;
      row.setAttribute('data-held', '');
    };
    // The click follows in the same task.
    const onUp = () => {
      if (held) timer = setTimeout(release);
    };
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('pointerup', onUp, true);
    document.addEventListener('pointercancel', onUp, true);
    return () => {
      clearTimeout(timer);
      release();
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('pointerup', onUp, true);
      document.removeEventListener('pointercancel', onUp, true);
    };
  }, [box]);
};
