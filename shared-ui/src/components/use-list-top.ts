import { useEffect, useEffectEvent } from 'react';

/**
 * Another page of a list begins at its top: in the box that the list scrolls in, and in the window where the list's
 * beginning is out of sight. `page` is another value for each page, sort and filter.
 */
export const useListTop = (list: HTMLElement | null, page: unknown): void => {
  const toTop = useEffectEvent(() => {
    if (!list) return;
    for (const box of list.querySelectorAll('section')) box.scrollTop = 0;
    if (list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
  });
  useEffect(() => toTop(), [page]);
};
