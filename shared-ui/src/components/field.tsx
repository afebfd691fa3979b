import { chakra } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

const Root = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '1.5', minW: 0, textAlign: 'start' },
});
// A form with elements beside some labels sets a common label height, so that the controls are aligned.
const Top = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'var(--field-label-align, baseline)',
    gap: '2',
    minH: 'var(--field-label-height, 0)',
  },
});
const Label = chakra('label', { base: { fontWeight: 'medium', textStyle: 'small', color: 'text' } });
const Star = chakra('span', {
  base: { color: 'negative', ms: '-1', textStyle: 'small', lineHeight: 'tight' },
});
const Note = chakra('p', { base: { textStyle: 'caption', color: 'textMuted' } });
const Problem = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    textStyle: 'caption',
    color: 'negative',
    fontWeight: 'medium',
    '& > svg': { flexShrink: 0 },
  },
});

/** Props of every form field. */
export interface FieldProps {
  label: string;
  /** Shown below the control; marks the field as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean;
  /** At the end of the label line: a link, a counter. */
  aside?: ReactNode;
}

/** Attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface Props extends FieldProps {
  id?: string | undefined;
  /** For groups of controls: the label is a <span> with the id `${id}-label`. */
  group?: boolean;
  children: (control: ControlAttributes) => ReactNode;
}

/** Label, hint and error around a control. */
export const Field = ({
  id: given,
  label,
  error,
  hint,
  required,
  hideLabel,
  aside,
  group,
  children,
}: Props) => {
  const generated = useId();
  const id = given ?? generated;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Root>
      <Top srOnly={hideLabel === true}>
        <Label id={`${id}-label`} {...(group ? { as: 'span' } : { htmlFor: id })}>
          {label}
        </Label>
        {required && <Star aria-hidden="true">*</Star>}
        {aside && <chakra.span ms="auto">{aside}</chakra.span>}
      </Top>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error && (
        <Problem id={`${id}-error`}>
          <CircleAlert size={13} aria-hidden="true" />
          {error}
        </Problem>
      )}
      {hint && <Note id={`${id}-hint`}>{hint}</Note>}
    </Root>
  );
};
