import { VisuallyHidden } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

const headingPatienceMs = 4000;

/** Moves the focus to the new screen's h1 as soon as there is one, unless the user has moved on by then. */
const focusHeading = (main: HTMLElement): (() => void) => {
  main.focus({ preventScroll: true });
  const seek = () => {
    const heading = main.querySelector<HTMLElement>('h1');
    if (!heading) return false;
    if (document.activeElement === main) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  if (seek()) return () => {};
  const observer = new MutationObserver(() => seek() && observer.disconnect());
  observer.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), headingPatienceMs);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
};

/** Says a new page's title, puts it on the tab, and takes the focus there. The first page keeps the browser's focus. */
export const RouteAnnouncer = ({ title }: { title: string }) => {
  const { pathname } = useLocation();
  const [said, setSaid] = useState('');
  const shown = useRef<string>(undefined);
  useEffect(() => {
    document.title = `${title} · Readerlens`;
  }, [title]);
  useEffect(() => {
    const isFirst = shown.current === undefined;
    const isSame = shown.current === pathname;
    shown.current = pathname;
    if (isFirst || isSame) return;
    setSaid(title);
    document.documentElement.scrollTop = 0;
    const main = document.querySelector<HTMLElement>('main');
    return main ? focusHeading(main) : undefined;
  }, [pathname, title]);
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {said}
    </VisuallyHidden>
  );
};
