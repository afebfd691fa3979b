import { findExportColumn } from '@readerlens/contract/explorer';
import { Box, IconButton, Span, VisuallyHidden, styled } from '@readerlens/ui';
import { ArrowDown, ArrowUp, GripVertical, Lock, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { moveColumn, withColumn } from './column-order.ts';

interface Props {
  value: readonly string[];
  onChange: (value: string[]) => void;
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

interface Move {
  field: string;
  by: -1 | 1;
  place: number;
  count: number;
}

const announcement = ({ field, place, count }: Move) =>
  `${findExportColumn(field)?.label ?? field} is now ${place + 1} of ${count}.`;

/** Keeps the focus on the button that moved a column; at an end of the list, the opposite button gets it. */
const useFocusAfter = (move: Move | undefined) => {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!move) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-field="${move.field}"] button`);
    const [up, down] = buttons ?? [];
    const pressed = move.by < 0 ? up : down;
    (pressed?.disabled ? (move.by < 0 ? down : up) : pressed)?.focus();
  }, [move]);
  return list;
};

const useDrag = ({ value, onChange }: Props) => {
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
      if (dragged !== undefined) onChange(moveColumn(value, dragged, place));
      end();
    },
    onDragEnd: end,
  });
};

/**
 * The columns of the export in order. Users move them with buttons or by dragging, and remove those that are not
 * mandatory.
 */
export const SelectedColumns = ({ value, onChange }: Props) => {
  const [move, setMove] = useState<Move>();
  const list = useFocusAfter(move);
  const bindDrag = useDrag({ value, onChange });
  const step = (field: string, from: number, by: -1 | 1) => {
    onChange(moveColumn(value, from, from + by));
    setMove({ field, by, place: from + by, count: value.length });
  };
  return (
    <>
      <List ref={list} aria-label="Selected columns">
        {value.map((field, place) => {
          const column = findExportColumn(field);
          const label = column?.label ?? field;
          const size = 15;
          return (
            <Item key={field} data-field={field} {...bindDrag(place)}>
              <Span color="textSubtle" flexShrink="0">
                <GripVertical size={14} aria-hidden="true" />
              </Span>
              <Box flex="1" minW="0" truncate title={label}>
                {label}
              </Box>
              <IconButton
                size="sm"
                label={`Move ${label} up`}
                disabled={place === 0}
                icon={<ArrowUp size={size} aria-hidden="true" />}
                onClick={() => step(field, place, -1)}
              />
              <IconButton
                size="sm"
                label={`Move ${label} down`}
                disabled={place === value.length - 1}
                icon={<ArrowDown size={size} aria-hidden="true" />}
                onClick={() => step(field, place, 1)}
              />
              {column?.isMandatoryForExport ? (
                <Box
                  width="26px"
                  display="grid"
                  placeItems="center"
                  color="textMuted"
                  title="Always exported"
                >
                  <Lock size={13} aria-hidden="true" />
                  <VisuallyHidden>Always exported</VisuallyHidden>
                </Box>
              ) : (
                <IconButton
                  size="sm"
                  label={`Remove ${label}`}
                  icon={<X size={size} aria-hidden="true" />}
                  onClick={() => onChange(withColumn(value, field, false))}
                />
              )}
            </Item>
          );
        })}
      </List>
      <VisuallyHidden aria-live="polite">{move && announcement(move)}</VisuallyHidden>
    </>
  );
};
