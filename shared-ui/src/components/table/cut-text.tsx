import { Portal, Tooltip } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { PointerEvent } from 'react';

const pauseMs = 350;

const findCell = ({ target }: PointerEvent): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('tbody td:not([data-box])') : null) ?? undefined;

const isCut = ({ scrollWidth, clientWidth }: HTMLElement): boolean => scrollWidth > clientWidth;

/** The full text of the cut cell that the pointer rests on, and handlers for the table. */
export const useCutText = () => {
  const [cell, setCell] = useState<HTMLElement>();
  const [shown, setShown] = useState<HTMLElement>();
  useEffect(() => {
    if (!cell || !isCut(cell)) return;
    const timer = setTimeout(() => setShown(cell), pauseMs);
    return () => clearTimeout(timer);
  }, [cell]);
  const hide = () => setCell(undefined);
  return {
    cell: shown === cell ? shown : undefined,
    handlers: {
      onPointerOver: (event: PointerEvent) =>
        event.pointerType === 'mouse' ? setCell(findCell(event)) : undefined,
      onPointerLeave: hide,
      onPointerDown: hide,
      onScroll: hide,
    },
  };
};

/** Shows the full text of a cell above it. */
export const CutText = ({ cell }: { cell: HTMLElement }) => (
  <Tooltip.Root
    open
    positioning={{ placement: 'top-start', getAnchorRect: () => cell.getBoundingClientRect() }}
  >
    <Portal>
      <Tooltip.Positioner>
        <Tooltip.Content maxW="420px" overflowWrap="anywhere">
          {cell.textContent}
        </Tooltip.Content>
      </Tooltip.Positioner>
    </Portal>
  </Tooltip.Root>
);
