import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useIsNarrow } from './use-media-query.ts';

const Row = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '24px',
    cursor: 'pointer',
    _disabled: { cursor: 'not-allowed', color: 'textSubtle' },
  },
  variants: {
    // The control above its name, for tools on a phone.
    stacked: { true: { flexDirection: 'column', gap: '1', textStyle: 'caption' } },
  },
});

const Box = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    width: '17px',
    height: '17px',
    borderWidth: '1.5px',
    borderColor: 'control',
    borderRadius: 'sm',
    background: 'surface center / 11px no-repeat',
    cursor: 'inherit',
    _checked: { background: 'accent', borderColor: 'accent' },
    _indeterminate: { background: 'accent', borderColor: 'accent' },
    // The check mark is a clip path, so that it follows the color mode without an image.
    '&:checked::before, &:indeterminate::before': {
      content: '""',
      display: 'block',
      width: '100%',
      height: '100%',
      background: 'onAccent',
      clipPath: 'polygon(20% 47%, 31% 37%, 44% 53%, 71% 20%, 82% 30%, 45% 75%)',
    },
    '&:indeterminate::before': { clipPath: 'inset(42% 22%)' },
  },
});

export interface CheckboxProps extends Omit<ComponentProps<typeof Box>, 'children'> {
  label: ReactNode;
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean;
  indeterminate?: boolean;
}

/** A checkbox; it takes effect when its form is submitted. */
export const Checkbox = ({ label, hideLabel = false, indeterminate = false, ...rest }: CheckboxProps) => (
  <Row data-disabled={rest.disabled ? '' : undefined}>
    <Box
      type="checkbox"
      ref={(node: HTMLInputElement | null) => {
        if (node) node.indeterminate = indeterminate;
      }}
      {...rest}
    />
    <chakra.span srOnly={hideLabel}>{label}</chakra.span>
  </Row>
);

const Track = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    position: 'relative',
    width: '32px',
    height: '20px',
    borderRadius: 'full',
    background: 'control',
    cursor: 'inherit',
    transition: 'background-color 120ms',
    _before: {
      content: '""',
      position: 'absolute',
      top: '3px',
      left: '3px',
      width: '14px',
      height: '14px',
      borderRadius: 'full',
      background: 'surface',
      transition: 'transform 120ms',
    },
    _checked: { background: 'accent', _before: { transform: 'translateX(12px)' } },
    _disabled: { opacity: 0.5 },
  },
});

export interface SwitchProps extends Omit<ComponentProps<typeof Track>, 'children' | 'onChange'> {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hideLabel?: boolean;
  /** The visible name on a phone, below the switch; part of the label. */
  short?: string;
}

/** A switch; it takes effect immediately. */
export const Switch = ({ label, hideLabel = false, short, onCheckedChange, ...rest }: SwitchProps) => {
  const stacked = useIsNarrow() && short !== undefined;
  return (
    <Row data-disabled={rest.disabled ? '' : undefined} stacked={stacked}>
      <Track
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        {...rest}
        onChange={(event: { currentTarget: HTMLInputElement }) =>
          onCheckedChange(event.currentTarget.checked)
        }
      />
      {stacked && <span aria-hidden="true">{short}</span>}
      <chakra.span srOnly={hideLabel || stacked}>{label}</chakra.span>
    </Row>
  );
};

const Segments = chakra('div', {
  base: {
    display: 'inline-flex',
    p: '2px',
    gap: '2px',
    borderRadius: 'md',
    background: 'track',
    borderWidth: '1px',
  },
});
const Segment = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '24px',
    px: '2.5',
    borderRadius: 'sm',
    textStyle: 'small',
    fontWeight: 'medium',
    color: 'textMuted',
    cursor: 'pointer',
    _hover: { color: 'text' },
    '&:has(:checked)': { background: 'thumb', color: 'text', boxShadow: 'sm' },
    '&:has(:focus-visible)': { outline: '2px solid var(--rl-colors-focus)', outlineOffset: '1px' },
    '&:has(:disabled)': { opacity: 0.5, cursor: 'not-allowed' },
  },
});

export interface SegmentedControlProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice between two to four visible options: All | Unique. */
export const SegmentedControl = <T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>) => {
  const name = useId();
  return (
    <Segments role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Segment key={option.value}>
          <chakra.input
            type="radio"
            srOnly
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </Segment>
      ))}
    </Segments>
  );
};
