import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import { topLayer, topLayerStyle } from '../use-anchored.ts';
import { listIndexes, scrollToRow, useRowsInView } from '../use-rows-in-view.ts';
import type { MultiSelectOption, OptionsState } from './use-options.ts';

const rowHeight = 32;
export const listHeight = 280;
/** Minimum width, also below a narrow field: many names differ only at their ends. */
export const listWidth = 260;

const Row = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: '32px',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    px: '2.5',
    borderRadius: 'md',
    cursor: 'pointer',
    '&[data-active]': { background: 'hover' },
    '&[aria-selected=true]': { color: 'accentText', fontWeight: 'medium' },
    '&[aria-disabled=true]': { color: 'textSubtle', cursor: 'not-allowed' },
  },
});

interface OptionListProps<T> {
  id: string;
  label: string;
  options: readonly T[];
  isSelected: (option: T) => boolean;
  active: number;
  onActive: (index: number) => void;
  onToggle: (option: T) => void;
  multiple: boolean;
}

/** The id of an option's row, for aria-activedescendant. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The options, of which only those in view are in the page: thousands cost no more than ten. */
const OptionList = <T extends MultiSelectOption>(props: OptionListProps<T>) => {
  const { id, label, options, isSelected, active, onActive, onToggle, multiple } = props;
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const height = Math.min(options.length * rowHeight, listHeight);
  // The height is known from the rows; measuring would cost a layout per change.
  const shown = useRowsInView({ count: options.length, rowHeight, beyond: 6, box, height: listHeight });
  useEffect(() => {
    if (box && active >= 0) scrollToRow(box, active, { rowHeight, height });
  }, [active, box, height]);
  return (
    <chakra.div
      ref={setBox}
      id={id}
      // The scrolling element is the listbox that the text field controls, so that axe finds it reachable by keyboard.
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      overflowY="auto"
      minH="0"
      style={{ height }}
    >
      <div role="presentation" style={{ height: options.length * rowHeight, position: 'relative' }}>
        {listIndexes(shown).map((index) => {
          const option = options[index];
          if (!option) return null;
          const selected = isSelected(option);
          return (
            <Row
              key={option.id}
              id={optionId(id, index)}
              role="option"
              aria-selected={selected}
              aria-disabled={option.disabled || undefined}
              aria-setsize={options.length}
              aria-posinset={index + 1}
              data-active={index === active ? '' : undefined}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
              onMouseEnter={() => onActive(index)}
              // The focus stays in the text field.
              onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
              onClick={() => onToggle(option)}
            >
              <chakra.span flex="1" truncate title={option.name}>
                {option.name}
              </chakra.span>
              {option.note && (
                <chakra.span textStyle="caption" color="textSubtle">
                  {option.note}
                </chakra.span>
              )}
              <chakra.span width="15px">{selected && <Check size={15} aria-hidden="true" />}</chakra.span>
            </Row>
          );
        })}
      </div>
    </chakra.div>
  );
};

const Popup = chakra('div', {
  base: {
    ...topLayerStyle,
    background: 'raised',
    borderRadius: 'lg',
    boxShadow: 'lg',
    p: '1.5',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
  },
});
const Note = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: '2', px: '2.5', minH: '36px', color: 'textMuted' },
});

interface Props<T> extends Omit<OptionListProps<T>, 'options'> {
  state: OptionsState<T>;
  style: CSSProperties;
}

/** The popup below the field: options, loading, error or no matches. */
export const OptionPopup = <T extends MultiSelectOption>({ state, style, ...list }: Props<T>) => (
  <Popup {...topLayer} style={style}>
    {state.status === 'loading' && (
      <Note>
        <Spinner size={14} label="" />
        <output>Loading</output>
      </Note>
    )}
    {state.status === 'error' && (
      <Note role="alert">
        <chakra.span flex="1">{state.message}</chakra.span>
        <Button
          size="sm"
          onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
          onClick={state.retry}
        >
          Try again
        </Button>
      </Note>
    )}
    {state.status === 'ready' && state.options.length === 0 && <Note role="status">No matches</Note>}
    {state.status === 'ready' && state.options.length > 0 && <OptionList {...list} options={state.options} />}
  </Popup>
);
