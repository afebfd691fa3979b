import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

interface Options {
  count: number;
  /** The height of each row in pixels. */
  rowHeight: number;
  /** Rows to render before and after the visible ones. */
  beyond: number;
  /** The box in which the rows scroll, once it is in the page. */
  box: HTMLElement | null;
  /** The height of the box in pixels, where it is known. Otherwise, the box is measured. */
  height?: number;
}

/** Assumed until a box is laid out. */
const firstHeight = 640;

/** The rows of a long list that are in or near the visible part of its box, as indexes: from `start` to before `end`. */
export const useRowsInView = ({ count, rowHeight, beyond, box, height }: Options) => {
  const [first, setFirst] = useState(0);
  const [measured, setMeasured] = useState(firstHeight);
  useEffect(() => {
    if (!box) return;
    const follow = () => setFirst(Math.floor(box.scrollTop / rowHeight));
    // In the same frame: a fast scroll would show an empty box.
    const followAtOnce = () => flushSync(follow);
    // A box that had other rows may be scrolled.
    follow();
    box.addEventListener('scroll', followAtOnce, { passive: true });
    return () => box.removeEventListener('scroll', followAtOnce);
  }, [box, rowHeight]);
  const isMeasured = height === undefined;
  useEffect(() => {
    if (!box || !isMeasured) return;
    const observer = new ResizeObserver(() => setMeasured(box.clientHeight || firstHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box, isMeasured]);
  const visible = Math.ceil((height ?? measured) / rowHeight) + 1;
  // Of fewer rows than before, the last ones, until the box has scrolled back.
  const top = Math.min(first, Math.max(0, count - visible));
  return { start: Math.max(0, top - beyond), end: Math.min(count, top + visible + beyond) };
};

/** Scrolls a box as little as it takes to show a row. Heights are in pixels. */
export const scrollToRow = (
  box: HTMLElement,
  index: number,
  { rowHeight, height }: { rowHeight: number; height: number },
) => {
  const top = index * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + height) box.scrollTop = top + rowHeight - height;
};

/** The indexes from `start` to before `end`. */
export const listIndexes = ({ start, end }: { start: number; end: number }): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);
