import { VisuallyHidden } from '@readerlens/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { headingWaitMs } from '../deadlines.ts';

/** Moves the focus to the new screen's h1 as soon as there is one, unless the user has moved on by then. */
const focusHeading = (main: HTMLElement): (() => void) => {
  main.focus({ preventScroll: true });
  const seek = () => {
    const heading = main.querySelector<HTMLElement>('h1');
    // An area is hidden until it is mounted, and what is hidden cannot take the focus.
    if (!heading || heading.closest('[hidden]')) return false;
    if (document.activeElement === main) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  if (seek()) return () => {};
  const observer = new MutationObserver(() => seek() && observer.disconnect());
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  const timer = setTimeout(() => observer.disconnect(), headingWaitMs);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
};

// Of the page, not of a component: logging in changes the frame, and that is a new page as well.
let shownPath: string | undefined;

/** Takes the focus to a new page. The first page keeps the browser's focus. `onArrive` hears of every page but it. */
const useRouteFocus = (onArrive?: () => void) => {
  const { pathname } = useLocation();
  const arrive = useEffectEvent(() => onArrive?.());
  useEffect(() => {
    const isNew = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    if (!isNew) return;
    arrive();
    document.documentElement.scrollTop = 0;
    const main = document.querySelector<HTMLElement>('main');
    return main ? focusHeading(main) : undefined;
  }, [pathname]);
};

/** For pages whose heading says it all: the focus on it is announcement enough. */
export const RouteFocus = () => {
  useRouteFocus();
  return null;
};

/** Says a new page's title, puts it on the tab, and takes the focus to the page. */
export const RouteAnnouncer = ({ title }: { title: string }) => {
  const [said, setSaid] = useState('');
  useEffect(() => {
    document.title = `${title} · Readerlens`;
  }, [title]);
  useRouteFocus(() => setSaid(title));
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {said}
    </VisuallyHidden>
  );
};
