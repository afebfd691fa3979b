import { Box, Button, Heading, IconButton, Text, styled } from '@readerlens/ui';
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import type { Place } from './place-step.ts';
import type { TourStep } from './tour-steps.ts';

const Card = styled('div', {
  base: {
    position: 'fixed',
    background: 'raised',
    color: 'text',
    borderRadius: 'xl',
    boxShadow: 'lg',
    px: '5',
    pt: '3.5',
    pb: '4',
    outline: 'none',
    animation: 'rise 180ms',
  },
});

const Arrow = styled('span', {
  base: {
    position: 'absolute',
    width: '12px',
    height: '12px',
    background: 'raised',
    transform: 'rotate(45deg)',
    borderRadius: '2px',
  },
  variants: {
    side: {
      right: { left: '-6px', borderBottomWidth: '1px', borderLeftWidth: '1px' },
      below: { top: '-6px', borderTopWidth: '1px', borderLeftWidth: '1px' },
      above: { bottom: '-6px', borderBottomWidth: '1px', borderRightWidth: '1px' },
      apart: { display: 'none' },
    },
  },
});

const buildStyle = ({ side, width, left, offset }: Place): CSSProperties => ({
  width,
  left,
  ...(side === 'above' || side === 'apart' ? { bottom: offset } : { top: offset }),
});

const arrowStyle = ({ side, arrow }: Place): CSSProperties =>
  side === 'right' ? { top: arrow - 6 } : { left: arrow - 6 };

interface Props {
  step: TourStep;
  place: Place;
  /** Counted from 1. */
  position: number;
  total: number;
  onMove: (by: 1 | -1) => void;
  onEnd: () => void;
}

/** One step: takes the focus so that screen readers read it; the page around it stays usable. */
export const StepCard = ({ step, place, position, total, onMove, onEnd }: Props) => {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && position < total) onMove(1);
    if (event.key === 'ArrowLeft' && position > 1) onMove(-1);
  };
  return (
    <Card
      ref={card}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-count ${id}-text`}
      tabIndex={-1}
      data-tour-step={step.target}
      style={buildStyle(place)}
      onKeyDown={onKeyDown}
    >
      <Arrow side={place.side} style={arrowStyle(place)} />
      <Box display="flex" alignItems="center" gap="2" me="-8px">
        <Text id={`${id}-count`} flex="1" textStyle="overline" color="textSubtle">
          {`Step ${position} of ${total}`}
        </Text>
        <IconButton size="sm" label="End tour" icon={<X size={15} aria-hidden="true" />} onClick={onEnd} />
      </Box>
      <Heading id={`${id}-title`} mt="1">
        {step.title}
      </Heading>
      <Text id={`${id}-text`} mt="1" color="textMuted">
        {step.text}
      </Text>
      <Box display="flex" justifyContent="flex-end" gap="2" mt="4">
        {position > 1 && <Button onClick={() => onMove(-1)}>Back</Button>}
        <Button variant="primary" onClick={() => onMove(1)}>
          {position < total ? 'Next' : 'Done'}
        </Button>
      </Box>
    </Card>
  );
};
