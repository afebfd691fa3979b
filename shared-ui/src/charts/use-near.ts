import { startTransition, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsNarrow } from '../components/index.ts';

/** How far from the window a chart is drawn: what can be seen, and for a reader who scrolls, what comes next. */
const reaches = { atRest: '0px', scrolling: '800px 0px' };

/** A touch comes before the scrolling that it begins. `scroll` is for the rest, such as a page that returns to its place. */
const signs = ['touchstart', 'scroll', 'keydown'] as const;

let hasScrolled = false;

/** Calls back once someone begins to scroll on this page, if nobody has. Returns a function to stop. */
const onFirstScroll = (listener: () => void): (() => void) => {
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    hasScrolled = true;
    stop();
    listener();
  };
  if (!hasScrolled)
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  return stop;
};

/** Calls back once the element is within reach of the window. Returns a function to stop. */
const onReach = (element: HTMLElement, rootMargin: string, listener: () => void): (() => void) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) listener();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
};

/**
 * Whether the element with `ref` has been near the window. On a wide window it is at once: most charts can be seen there,
 * and a search in the page finds the others. Printing draws all of them.
 */
export const useNear = () => {
  const isNarrow = useIsNarrow();
  const [wasNear, setWasNear] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const reached = () => {
      stop();
      startTransition(() => setWasNear(true));
    };
    let stopReach = onReach(element, hasScrolled ? reaches.scrolling : reaches.atRest, reached);
    const stopScroll = onFirstScroll(() => {
      stopReach();
      stopReach = onReach(element, reaches.scrolling, reached);
    });
    const stop = () => {
      stopReach();
      stopScroll();
    };
    // The browser prints what is in the page after this event.
    const print = () => flushSync(() => setWasNear(true));
    window.addEventListener('beforeprint', print);
    return () => {
      stop();
      window.removeEventListener('beforeprint', print);
    };
  }, []);
  return { ref, isNear: wasNear || !isNarrow };
};
