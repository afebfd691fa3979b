import { chakra } from '@chakra-ui/react';
import dayjs from 'dayjs';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../button.tsx';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const Day = chakra('button', {
  base: {
    width: '34px',
    height: '30px',
    borderRadius: 'md',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    _hover: { background: 'hover' },
    '&[data-outside]': { color: 'textSubtle' },
    '&[aria-current=date]': { boxShadow: 'inset 0 0 0 1px var(--rl-colors-border-strong)' },
    '&[aria-pressed=true]': { background: 'accent', color: 'onAccent' },
    _disabled: { opacity: 0.4, cursor: 'not-allowed' },
  },
});

const DayGrid = chakra('table', { base: { width: '100%' } });

const steps: Record<string, [number, 'day' | 'week' | 'month' | 'year']> = {
  ArrowLeft: [-1, 'day'],
  ArrowRight: [1, 'day'],
  ArrowUp: [-1, 'week'],
  ArrowDown: [1, 'week'],
  PageUp: [-1, 'month'],
  PageDown: [1, 'month'],
};

/** The 42 days of the six weeks around a month, starting on Sunday. */
const daysAround = (focused: dayjs.Dayjs) => {
  const first = focused.startOf('month').startOf('week');
  return Array.from({ length: 42 }, (_, i) => first.add(i, 'day'));
};

const chunk = <T,>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

interface Props {
  /** YYYY-MM-DD. */
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (value: string) => void;
}

/** A month grid to pick a day from. Arrow keys move by day and week, Page Up and Page Down by month. */
export const Calendar = ({ value, min, max, onPick }: Props) => {
  const [focused, setFocused] = useState(() => dayjs(value ?? undefined));
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setFocused(focused.add(step[0], step[1]));
  };
  const isOut = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max);
  const today = dayjs().format('YYYY-MM-DD');
  return (
    <chakra.div p="3">
      <chakra.div display="flex" alignItems="center" mb="2">
        <IconButton
          size="sm"
          label="Previous month"
          icon={<ChevronLeft size={16} />}
          onClick={() => setFocused(focused.subtract(1, 'month'))}
        />
        <chakra.div flex="1" textAlign="center" fontWeight="semibold" aria-live="polite">
          {focused.format('MMMM YYYY')}
        </chakra.div>
        <IconButton
          size="sm"
          label="Next month"
          icon={<ChevronRight size={16} />}
          onClick={() => setFocused(focused.add(1, 'month'))}
        />
      </chakra.div>
      <DayGrid ref={grid} role="grid" aria-label={focused.format('MMMM YYYY')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <chakra.th
                key={name}
                scope="col"
                abbr={name}
                textStyle="caption"
                color="textSubtle"
                fontWeight="medium"
                py="1"
              >
                {name.slice(0, 2)}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chunk(daysAround(focused), 7).map((week) => (
            <tr key={week[0]?.format('YYYY-MM-DD')}>
              {week.map((day) => {
                const text = day.format('YYYY-MM-DD');
                return (
                  <td key={text}>
                    <Day
                      type="button"
                      tabIndex={day.isSame(focused, 'day') ? 0 : -1}
                      aria-label={day.format('dddd, MMMM D, YYYY')}
                      aria-pressed={text === value}
                      aria-current={text === today ? 'date' : undefined}
                      data-outside={day.isSame(focused, 'month') ? undefined : ''}
                      disabled={isOut(text)}
                      onClick={() => onPick(text)}
                    >
                      {day.date()}
                    </Day>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </DayGrid>
    </chakra.div>
  );
};
