import { ActionBar, Button, Form, LinkButton, Stack, styled } from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Stepper } from './stepper.tsx';
import type { Step } from './stepper.tsx';

interface Addresses {
  /** In their order. A step is locked until those before it are done. */
  steps: readonly Step[];
  /** The number of the first step in addresses. */
  first?: number;
  pathTo: (number: number) => string;
}

/** A step, and the paths of those around it. */
export interface WizardPlace {
  readonly step: Step;
  readonly number: number;
  /** Absent in the first step. */
  readonly back: string | undefined;
  /** Absent in the last step. */
  readonly next: string | undefined;
}

/** The step with a number, or the last open one before it. */
const findPlace = ({ steps, first = 1, pathTo }: Addresses, wanted: string): WizardPlace | undefined => {
  const open = steps.filter(({ locked }) => locked !== true).length;
  const index = Number(wanted) - first;
  const position = Math.min(Number.isInteger(index) && index > 0 ? index : 0, open - 1);
  const step = steps[position];
  return (
    step && {
      step,
      number: position + first,
      back: position > 0 ? pathTo(position + first - 1) : undefined,
      next: position + 1 < steps.length ? pathTo(position + first + 1) : undefined,
    }
  );
};

export interface WizardProps extends Addresses {
  /** Names the steps: 'Steps of the alert'. */
  label: string;
  /** The number in the address. */
  wanted: string;
  /** Between the steps and the form. */
  notice?: ReactNode;
  children: (place: WizardPlace) => ReactNode;
}

/**
 * A form of several steps. Each step has an address, so that a reload stays in it; the shell moves the focus to the
 * heading of the page when the address changes. A step that is not open leads to the last one that is.
 */
export const Wizard = ({ label, wanted, notice, children, ...addresses }: WizardProps) => {
  const { steps, first = 1, pathTo } = addresses;
  const { search } = useLocation();
  const navigate = useNavigate();
  const place = findPlace(addresses, wanted);
  if (!place) return null;
  if (String(place.number) !== wanted) return <Navigate replace to={`${pathTo(place.number)}${search}`} />;
  return (
    <Stack gap="5">
      <Stepper
        label={label}
        steps={steps}
        current={place.step.id}
        onSelect={(id) => void navigate(pathTo(steps.findIndex((step) => step.id === id) + first))}
      />
      {notice}
      {children(place)}
    </Stack>
  );
};

/** Controls inside it cannot be used while it is disabled. */
const Fields = styled('fieldset', {
  base: {
    border: 0,
    m: 0,
    p: 0,
    minW: 0,
    display: 'grid',
    gap: '5',
    // A combobox is inside its frame, which no pseudo class of disabled controls selects.
    '&:disabled :has(> [role=combobox]:not(select))': { background: 'sunken', cursor: 'not-allowed' },
    '&:disabled [role=combobox]': { cursor: 'not-allowed' },
  },
});

/** What a step gets from the wizard around it. */
export interface WizardSurroundings extends Partial<Pick<WizardPlace, 'back' | 'next'>> {
  /** Shows the values without a way to change them. */
  readonly isReadOnly?: boolean;
  /** A step can be saved without going on to the next: everything is complete. */
  readonly canLeave?: boolean;
  /** Loads again what someone else has changed. */
  readonly onReload?: () => void;
}

/** The intent of a save that leaves the wizard instead of going on. */
export const leaveIntent = 'leave';

interface StepProps<Values extends object> extends WizardSurroundings {
  form: FormState<Values>;
  /** Accessible name of the form. */
  label: string;
  /** Nothing can be saved now. */
  disabled?: boolean;
  /** The text of the button that saves. */
  submitLabel?: string;
  children: ReactNode;
}

/** The form of a step, with the way on and back. */
export const WizardStep = <Values extends object>(props: StepProps<Values>) => {
  const { form, label, back, next, isReadOnly = false, canLeave = false, disabled = false } = props;
  const { onReload, submitLabel = next === undefined ? 'Save' : 'Continue', children } = props;
  const { saving, isConflict } = form;
  const reload = isConflict && onReload && (
    <Button size="sm" onClick={onReload}>
      Reload
    </Button>
  );
  return (
    <Form form={form} aria-label={label} readOnly={isReadOnly} failureActions={reload}>
      <Stack gap="5">
        <Fields disabled={isReadOnly || saving}>{children}</Fields>
        <ActionBar follows aria-label="Step">
          {back !== undefined && (
            <LinkButton to={back} icon={<ArrowLeft size={15} aria-hidden="true" />}>
              Back
            </LinkButton>
          )}
          {isReadOnly && next !== undefined && <LinkButton to={next}>Next</LinkButton>}
          {!isReadOnly && (
            <Button type="submit" variant="primary" loading={saving} disabled={disabled}>
              {submitLabel}
            </Button>
          )}
          {!isReadOnly && canLeave && next !== undefined && (
            <Button type="submit" value={leaveIntent} disabled={saving || disabled}>
              Save and close
            </Button>
          )}
        </ActionBar>
      </Stack>
    </Form>
  );
};
