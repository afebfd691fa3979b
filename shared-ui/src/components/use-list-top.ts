import { useEffect, useEffectEvent } from 'react';

/**
 * Scrolls to the top of a list when its page changes: in the list's scroll box, and in the window when the top of the
 * list is out of view. `page` must differ for each page, sort order and filter.
 */
export const useListTop = (list: HTMLElement | null, page: unknown): void => {
  const toTop = useEffectEvent(() => {
    if (!list) return;
    for (const box of list.querySelectorAll('section')) box.scrollTop = 0;
    if (list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
  });
  useEffect(() => toTop(), [page]);
};
