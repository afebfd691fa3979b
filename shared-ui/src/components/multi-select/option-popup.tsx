import { chakra } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import { OptionList } from './option-list.tsx';
import type { MultiSelectOption, OptionsState } from './use-options.ts';

const Popup = chakra('div', {
  base: {
    background: 'raised',
    borderRadius: 'lg',
    boxShadow: 'lg',
    p: '1.5',
    zIndex: 'popover',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
  },
});
const Note = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: '2', px: '2.5', minH: '36px', color: 'textMuted' },
});

interface Props<T> {
  id: string;
  label: string;
  state: OptionsState<T>;
  style: CSSProperties;
  isSelected: (option: T) => boolean;
  active: number;
  onActive: (index: number) => void;
  onToggle: (option: T) => void;
  multiple: boolean;
}

/** What shows below the field: options, or why there are none. */
export const OptionPopup = <T extends MultiSelectOption>({ state, style, ...list }: Props<T>) => (
  <Popup style={style}>
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
