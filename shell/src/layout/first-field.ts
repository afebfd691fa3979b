import { useEffect } from 'react';

/** Marks the field in which a page begins: it gets the focus of a new page instead of the heading. */
export const firstField = { 'data-first-field': '' } as const;

/** The element of a page that gets the focus when the page is new. */
export const findFirstFocus = (page: ParentNode): HTMLElement | null =>
  page.querySelector<HTMLElement>('[data-first-field]') ?? page.querySelector<HTMLElement>('h1');

/** Begins in the marked field also on the first page of a visit, unless the user has moved the focus by then. */
export const useFirstField = (): void => {
  useEffect(() => {
    if (document.activeElement === document.body) findFirstFocus(document)?.focus();
  }, []);
};
