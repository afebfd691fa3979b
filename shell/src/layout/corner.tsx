import { Box, sidePanelRoom, useActionBarLift } from '@readerlens/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';

const margin = 16;
/** The height of the corner's content above the lower edge, in pixels. */
const reach = 64;
const variable = '--corner-room';

/** The space at the end of the page that the corner must not cover. */
export const cornerRoom = `var(${variable}, 0px)`;

/** Reserves the corner's height on the page, and keeps focused or scrolled-to elements out of it. */
const useRoom = (corner: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      style.setProperty(variable, height > 0 ? `${Math.ceil(height) + 2 * margin}px` : '0px');
    });
    if (corner.current) observer.observe(corner.current);
    style.scrollPaddingBottom = cornerRoom;
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
      style.scrollPaddingBottom = '';
    };
  }, [corner]);
};

/** The bottom right corner of the window, for small offers: above an action bar, below dialogs and menus. */
export const Corner = ({ children }: { children: ReactNode }) => {
  const corner = useRef<HTMLDivElement>(null);
  const lift = useActionBarLift(reach);
  useRoom(corner);
  return (
    <Box
      ref={corner}
      position="fixed"
      insetInlineEnd={`calc(${margin}px + ${sidePanelRoom} + env(safe-area-inset-right))`}
      style={{ bottom: `calc(${margin + lift}px + env(safe-area-inset-bottom))` }}
      zIndex="bar"
      display="flex"
      flexDirection="column"
      alignItems="flex-end"
      gap="2.5"
      pointerEvents="none"
      css={{ '& > *': { pointerEvents: 'auto' } }}
    >
      {children}
    </Box>
  );
};
