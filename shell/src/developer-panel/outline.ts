import { useStore } from 'zustand';
import { panelStore } from './panel-store.ts';

const areaColor = '#6d28d9';
const slotColor = '#c2410c';

const frame = (color: string) => ({
  position: 'relative',
  outline: `2px dashed ${color}`,
  outlineOffset: '2px',
});

const label = (color: string) => ({
  position: 'absolute',
  insetInlineEnd: 0,
  zIndex: 1,
  px: '1.5',
  font: '11px/18px monospace',
  whiteSpace: 'nowrap',
  color: '#fff',
  background: color,
  pointerEvents: 'none',
});

/** The label of a slot stands below its first filler, where it covers none of them. */
const outlines = {
  '& [data-area]': frame(areaColor),
  '& [data-area]::after': { ...label(areaColor), content: 'attr(data-area)', insetBlockStart: 0 },
  '& [data-slot]': frame(slotColor),
  '& [data-slot]:not([data-slot] + [data-slot])::after': {
    ...label(slotColor),
    content: 'attr(data-slot)',
    insetInlineEnd: 'auto',
    insetInlineStart: 0,
    insetBlockStart: 'calc(100% + 4px)',
  },
};

/** Styles of the page's content that frame each area and each filler of a slot with its id, while the user wants it. */
export const useOutlines = () => useStore(panelStore, ({ outlined }) => (outlined ? outlines : undefined));
