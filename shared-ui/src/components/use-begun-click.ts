import { useRef } from 'react';
import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * Ignores the rest of a double click that began before the button was there: when an answer replaces a button while the user
 * double-clicks it, the second click would do what nobody has read.
 */
export const useBegunClick = <E extends Element>(onClick: MouseEventHandler<E> | undefined) => {
  const hasBegun = useRef(false);
  return (event: MouseEvent<E>) => {
    if (event.detail > 1 && !hasBegun.current) {
      event.preventDefault();
      return;
    }
    hasBegun.current = true;
    onClick?.(event);
  };
};
