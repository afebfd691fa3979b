import { VisuallyHidden } from '@readerlens/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { headingWaitMs } from '../deadlines.ts';
import { paletteStore } from '../palette/palette-store.ts';
import { findFirstFocus } from './first-field.ts';

/** Moves the focus to the new screen's first field or its h1 as soon as it appears, unless the user has moved the focus by then. */
const focusHeading = (main: HTMLElement): (() => void) => {
  main.focus({ preventScroll: true });
  const tryFocus = () => {
    const first = findFirstFocus(main);
    // An area is hidden until it is mounted, and a hidden element cannot take the focus.
    if (!first || first.closest('[hidden]')) return false;
    if (document.activeElement === main) {
      if (first.tagName === 'H1') first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
    return true;
  };
  if (tryFocus()) return () => {};
  const observer = new MutationObserver(() => tryFocus() && observer.disconnect());
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  const timer = setTimeout(() => observer.disconnect(), headingWaitMs);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
};

// Module state, not component state: logging in replaces the layout, and that counts as a new page too.
let shownPath: string | undefined;

/** Moves the focus to each new page and calls `onArrive`. The first page keeps the browser's focus. */
const useRouteFocus = (onArrive?: () => void) => {
  const { pathname } = useLocation();
  const arrive = useEffectEvent(() => onArrive?.());
  useEffect(() => {
    const isNew = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    if (!isNew) return;
    arrive();
    document.documentElement.scrollTop = 0;
    // Opened while the page was loading; without the focus it would close.
    if (paletteStore.getState().open) return;
    const main = document.querySelector<HTMLElement>('main');
    return main ? focusHeading(main) : undefined;
  }, [pathname]);
};

/** For pages where focusing the heading is enough of an announcement. */
export const RouteFocus = () => {
  useRouteFocus();
  return null;
};

/** Announces a new page's title, sets the document title, and moves the focus to the page. */
export const RouteAnnouncer = ({ title }: { title: string }) => {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    document.title = `${title} · Readerlens`;
  }, [title]);
  useRouteFocus(() => setAnnounced(title));
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {announced}
    </VisuallyHidden>
  );
};
