import { useEffect, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';

const gap = 4;
const margin = 8;

/**
 * Attributes of a popup that is shown above everything else on the page, although it stays inside its field: the
 * stacking of an area is isolated from the shell's bars.
 */
export const topLayer = {
  popover: 'manual',
  // Not in jsdom.
  ref: (popup: HTMLElement | null) => popup?.showPopover?.(),
} as const;

/** Undoes the browser's styles for popovers. */
export const topLayerStyle = {
  display: 'block',
  inset: 'auto',
  m: 0,
  border: 'none',
  color: 'text',
} as const;

/**
 * Positions a popup of at most `maxHeight` pixels below or above its anchor, in fixed coordinates: unlike absolute
 * ones, they are not clipped by a scrolling dialog or drawer. As wide as its anchor by default. Follows scrolling and
 * resizing while open.
 */
export const useAnchored = (
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  { maxHeight, width, minWidth = 0 }: { maxHeight: number; width?: number; minWidth?: number },
): CSSProperties => {
  const [style, setStyle] = useState<CSSProperties>({ position: 'fixed', visibility: 'hidden' });
  useEffect(() => {
    if (!open) return;
    const place = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const below = innerHeight - box.bottom - gap - margin;
      const above = box.top - gap - margin;
      const up = below < Math.min(maxHeight, 200) && above > below;
      const ownWidth = width ?? Math.max(box.width, Math.min(minWidth, innerWidth - 2 * margin));
      setStyle({
        position: 'fixed',
        left: Math.max(margin, Math.min(box.left, innerWidth - ownWidth - margin)),
        width: ownWidth,
        maxHeight: Math.min(maxHeight, Math.max(up ? above : below, 120)),
        ...(up ? { bottom: innerHeight - box.top + gap } : { top: box.bottom + gap }),
      });
    };
    place();
    const observer = new ResizeObserver(place);
    if (anchor.current) observer.observe(anchor.current);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [anchor, open, maxHeight, width, minWidth]);
  return style;
};
