import { useCallback, useState } from 'react';

/** Width assumed where nothing is laid out. */
const unmeasured = 640;

/** The width of an element in whole pixels, followed; 0 before the first layout. Give `ref` to the element. */
export const useWidth = () => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(Math.floor(element.clientWidth) || unmeasured);
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
