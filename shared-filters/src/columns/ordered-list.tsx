import { Box, IconButton, Span, VisuallyHidden, styled } from '@readerlens/ui';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

interface OrderedItem {
  readonly id: string;
  readonly label: string;
  /** Stands at the end of the row. */
  readonly end?: ReactNode;
}

interface Props {
  label: string;
  items: readonly OrderedItem[];
  /** Called with the place of an item and the one that it gets, both from 0. */
  onMove: (from: number, to: number) => void;
}

const List = styled('ol', { base: { listStyleType: 'none', m: 0, p: 0, display: 'grid', gap: '1' } });

const Item = styled('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    ps: '1.5',
    pe: '1',
    minH: '34px',
    background: 'surface',
    borderWidth: '1px',
    borderRadius: 'md',
    '&[data-dragged]': { opacity: 0.5 },
    '&[data-over]': { borderColor: 'focus' },
    '&[draggable]': { cursor: 'grab' },
  },
});

interface Moved {
  readonly id: string;
  readonly way: 'up' | 'down';
}

/** A row that moves in the document loses the focus, so its button gets it again. */
const useFocusAfter = (moved: Moved | undefined) => {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (moved)
      list.current
        ?.querySelector<HTMLElement>(`[data-field="${moved.id}"] [data-way="${moved.way}"]`)
        ?.focus();
  }, [moved]);
  return list;
};

const useDrag = (onMove: Props['onMove']) => {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (place: number) => ({
    draggable: true,
    'data-dragged': dragged === place ? '' : undefined,
    'data-over': over === place && dragged !== place ? '' : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(place);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined && dragged !== place) onMove(dragged, place);
      end();
    },
    onDragEnd: end,
  });
};

const ways = [
  { way: 'up', step: -1, Icon: ArrowUp },
  { way: 'down', step: 1, Icon: ArrowDown },
] as const;

/** Items that users put in order, with buttons or by dragging. */
export const OrderedList = ({ label, items, onMove }: Props) => {
  const [moved, setMoved] = useState<Moved>();
  const list = useFocusAfter(moved);
  const bindDrag = useDrag(onMove);
  const place = items.findIndex(({ id }) => id === moved?.id);
  return (
    <>
      <List ref={list} aria-label={label}>
        {items.map((item, index) => (
          <Item key={item.id} data-field={item.id} {...bindDrag(index)}>
            <Span color="textSubtle" flexShrink="0">
              <GripVertical size={14} aria-hidden="true" />
            </Span>
            <Box flex="1" minW="0" truncate title={item.label}>
              {item.label}
            </Box>
            {ways.map(({ way, step, Icon }) => {
              const isLast = items[index + step] === undefined;
              return (
                <IconButton
                  key={way}
                  size="sm"
                  label={`Move ${item.label} ${way}`}
                  data-way={way}
                  // Not disabled, which would lose the focus at the end of the list.
                  aria-disabled={isLast || undefined}
                  icon={<Icon size={15} aria-hidden="true" />}
                  onClick={() => {
                    if (isLast) return;
                    onMove(index, index + step);
                    setMoved({ id: item.id, way });
                  }}
                />
              );
            })}
            {item.end}
          </Item>
        ))}
      </List>
      <VisuallyHidden aria-live="polite">
        {moved && items[place] && `${items[place].label} is now ${place + 1} of ${items.length}.`}
      </VisuallyHidden>
    </>
  );
};
