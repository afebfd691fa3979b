import { VisuallyHidden, styled } from '@readerlens/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Step {
  readonly id: string;
  readonly label: string;
  readonly done?: boolean;
  /** Cannot be opened yet. */
  readonly locked?: boolean;
}

export interface StepperProps {
  /** Names the steps for assistive technology: 'Steps of this alert'. */
  label: string;
  steps: readonly Step[];
  /** Id of the step that is open. */
  current: string;
  onSelect: (id: string) => void;
}

const List = styled('ol', {
  base: { listStyleType: 'none', m: 0, p: 0, display: 'flex', alignItems: 'center', minW: 0 },
});

// Every step but the first begins with the line that leads to it.
const Item = styled('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minW: 0,
    '&:not(:first-of-type)': { flex: '1 1 auto' },
    '&:not(:first-of-type)::before': {
      content: '""',
      flex: '1 1 8px',
      minW: '4px',
      height: '2px',
      mx: { base: '0.5', md: '1.5' },
      background: 'borderStrong',
    },
    '&[data-reached]::before': { background: 'accent' },
  },
});

const face = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minW: 0,
    px: '1',
    py: '1.5',
    borderRadius: 'md',
    textStyle: 'small',
    fontWeight: 'medium',
    textAlign: 'start',
  },
} as const;
const StepButton = styled('button', {
  base: {
    ...face.base,
    color: 'textMuted',
    cursor: 'pointer',
    _hover: { background: 'hover' },
    '&[aria-current]': { color: 'text', fontWeight: 'semibold' },
  },
});
const LockedStep = styled('span', { base: { ...face.base, color: 'textSubtle', cursor: 'not-allowed' } });

const Marker = styled('span', {
  base: {
    flexShrink: 0,
    display: 'inline-grid',
    placeItems: 'center',
    boxSize: '26px',
    borderRadius: 'full',
    borderWidth: '1.5px',
    borderColor: 'control',
    background: 'surface',
    textStyle: 'caption',
    fontVariantNumeric: 'tabular-nums',
    'li[data-reached] &': { borderColor: 'accent', color: 'accentText' },
    'li > [aria-current] > &': { background: 'accent', borderColor: 'accent', color: 'onAccent' },
  },
});

const StepName = styled('span', { base: { srOnly: { base: true, lg: false } } });

const Caption = styled('p', {
  base: { hideFrom: 'lg', mt: '2', textStyle: 'small', color: 'textMuted' },
});

interface StepContentProps {
  step: Step;
  number: number;
}

const StepContent = ({ step: { label, done, locked }, number }: StepContentProps): ReactNode => (
  <>
    <Marker aria-hidden="true">{done ? <Check size={14} strokeWidth={2.5} /> : number}</Marker>
    <StepName>{label}</StepName>
    {done && <VisuallyHidden>{' (done)'}</VisuallyHidden>}
    {locked && <VisuallyHidden>{' (locked)'}</VisuallyHidden>}
  </>
);

/**
 * Where the user is in a form of several steps, and the way to those that are open. On narrow pages only the numbers
 * show, with the name of the current step below them.
 */
export const Stepper = ({ label, steps, current, onSelect }: StepperProps) => {
  const place = steps.findIndex(({ id }) => id === current);
  return (
    <nav aria-label={label}>
      <List>
        {steps.map((step, index) => {
          const { id, done, locked } = step;
          const content = <StepContent step={step} number={index + 1} />;
          return (
            <Item key={id} data-reached={done || id === current ? '' : undefined}>
              {locked ? (
                <LockedStep>{content}</LockedStep>
              ) : (
                <StepButton
                  type="button"
                  aria-current={id === current ? 'step' : undefined}
                  onClick={() => onSelect(id)}
                >
                  {content}
                </StepButton>
              )}
            </Item>
          );
        })}
      </List>
      {place >= 0 && (
        <Caption aria-hidden="true">{`Step ${place + 1} of ${steps.length}: ${steps[place]?.label}`}</Caption>
      )}
    </nav>
  );
};
