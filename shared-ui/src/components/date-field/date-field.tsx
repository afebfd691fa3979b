import { chakra } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { IconButton } from '../button.tsx';
import { controlRecipe } from '../control-recipe.ts';
import { Field } from '../field.tsx';
import type { FieldProps } from '../field.tsx';
import { topLayer, topLayerStyle, useAnchored } from '../use-anchored.ts';
import { usePopup } from '../use-popup.ts';
import { Calendar } from './calendar.tsx';
import { parseTypedDate, showDate } from './parse-date.ts';

const Input = chakra('input', controlRecipe);
const Popup = chakra('div', {
  base: { ...topLayerStyle, background: 'raised', borderRadius: 'lg', boxShadow: 'lg', p: 0 },
});

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
  disabled?: boolean;
  onBlur?: () => void;
}

const formatHint = 'Use MM/DD/YYYY';

/** The typed text. It is read as a date, or marked invalid, when the user leaves the field. */
const useTyped = ({ value, onChange }: Pick<DateFieldProps, 'value' | 'onChange'>) => {
  const [text, setText] = useState(() => showDate(value));
  const [invalid, setInvalid] = useState(false);
  const [shownFor, setShownFor] = useState(value);
  if (shownFor !== value) {
    setShownFor(value);
    setText(showDate(value));
    setInvalid(false);
  }
  const type = (next: string) => {
    setText(next);
    // Immediately: removing the message on blur would move the button that the user is clicking.
    setInvalid(false);
  };
  const commit = () => {
    const typed = parseTypedDate(text);
    setInvalid(text.trim() !== '' && typed === undefined);
    if (typed !== undefined) setText(showDate(typed));
    if (text.trim() === '') onChange(null);
    else if (typed !== undefined) onChange(typed);
  };
  return { text, type, invalid, commit };
};

/** A date, typed as MM/DD/YYYY (two-digit years allowed, read when the user leaves the field) or picked from a calendar. */
export const DateField = (props: DateFieldProps) => {
  const { label, error, hint, required, hideLabel, aside, value, onChange, min, max, disabled, onBlur } =
    props;
  const { text, type, invalid, commit } = useTyped({ value, onChange });
  const [open, setOpen] = usePopup();
  const box = useRef<HTMLDivElement>(null);
  const style = useAnchored(box, open, { maxHeight: 300, width: 264 });
  const pick = (day: string) => {
    onChange(day);
    setOpen(false);
    box.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <Field {...{ label, hint, required, hideLabel, aside }} error={invalid ? formatHint : error}>
      {(control) => (
        <chakra.div
          ref={box}
          position="relative"
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
          }}
        >
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder="MM/DD/YYYY"
            pe="9"
            value={text}
            disabled={disabled}
            onChange={(event: ChangeEvent<HTMLInputElement>) => type(event.target.value)}
            onBlur={() => {
              commit();
              onBlur?.();
            }}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Enter') commit();
            }}
          />
          <chakra.div position="absolute" insetInlineEnd="4px" top="50%" transform="translateY(-50%)">
            <IconButton
              size="sm"
              label={`${label}: open calendar`}
              aria-expanded={open}
              disabled={disabled}
              icon={<CalendarDays size={15} />}
              onClick={() => setOpen(!open)}
            />
          </chakra.div>
          {open && (
            <Popup {...topLayer} role="dialog" aria-label={label} style={style}>
              <Calendar value={value} min={min} max={max} onPick={pick} />
            </Popup>
          )}
        </chakra.div>
      )}
    </Field>
  );
};
