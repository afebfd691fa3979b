import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** What is opening at the moment, the latest last. */
const opening: object[] = [];

/**
 * Closes a dialog that is still opening on Escape. Chakra's dialog listens a frame or more after it is on screen, when it
 * takes the focus: until then the key would go to the page, or close the dialog below.
 *
 * @returns the ref of the content.
 */
export const useFirstEscape = (open: boolean, close: () => void): RefObject<HTMLDivElement | null> => {
  const content = useRef<HTMLDivElement>(null);
  const closeLatest = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const self = {};
    opening.push(self);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || opening.at(-1) !== self) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      closeLatest();
    };
    const onFocus = ({ target }: FocusEvent) => {
      // The dialog listens in the frame in which it takes the focus. A field may have taken it before.
      if (target instanceof Node && content.current?.contains(target)) requestAnimationFrame(end);
    };
    const end = () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('focusin', onFocus, true);
      const at = opening.indexOf(self);
      if (at !== -1) opening.splice(at, 1);
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('focusin', onFocus, true);
    return end;
  }, [open]);
  return content;
};
