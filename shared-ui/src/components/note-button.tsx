import { chakra } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { topLayer, topLayerStyle, useAnchored } from './use-anchored.ts';
import { usePopup } from './use-popup.ts';

const Note = chakra('div', {
  base: {
    ...topLayerStyle,
    p: '3',
    borderRadius: 'md',
    background: 'raised',
    boxShadow: 'lg',
    borderWidth: '1px',
    textStyle: 'small',
    fontWeight: 'normal',
    overflowY: 'auto',
    textAlign: 'start',
    whiteSpace: 'normal',
  },
});

interface NoteTrigger {
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

interface Props {
  /** The button, with the given properties. */
  renderTrigger: (properties: NoteTrigger) => ReactElement;
  /** One to three sentences. */
  children: ReactNode;
}

/** A button that shows a short text beside it until the focus leaves or Escape is pressed. */
export const NoteButton = ({ renderTrigger, children }: Props) => {
  const [open, setOpen] = usePopup();
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const style = useAnchored(box, open, { maxHeight: 260, width: 288 });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <chakra.span
      ref={box}
      display="inline-flex"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {renderTrigger({
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <Note {...topLayer} id={id} role="note" style={style}>
          {children}
        </Note>
      )}
    </chakra.span>
  );
};
