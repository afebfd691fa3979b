import { chakra } from '@chakra-ui/react';
import { CircleHelp } from 'lucide-react';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from './button.tsx';
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

interface Props {
  /** The number that the text is about. */
  of: string;
  /** The definition in one to three sentences. */
  children: ReactNode;
}

/** A button beside a number that shows how it is counted. */
export const HowCounted = ({ of, children }: Props) => {
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
      <IconButton
        size="sm"
        label={`How is this counted? ${of}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        icon={<CircleHelp size={14} aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Note {...topLayer} id={id} role="note" style={style}>
          {children}
        </Note>
      )}
    </chakra.span>
  );
};
