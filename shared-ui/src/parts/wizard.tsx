import { ActionBar, Button, Flex, Form, Grid, LinkButton, Stack, styled } from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Stepper } from './stepper.tsx';
import type { Step } from './stepper.tsx';

interface NumberedStep extends Step {
  /** Its number in addresses. */
  readonly number: number;
}

/** A step, and the paths of those around it. */
export interface WizardPlace {
  readonly step: NumberedStep;
  /** Absent in the first step. */
  readonly back: string | undefined;
  /** Absent in the last step. */
  readonly next: string | undefined;
}

/** The step with a number, or the last open one before it. */
const findStep = (steps: readonly NumberedStep[], wanted: string): NumberedStep | undefined =>
  steps.findLast(({ locked, number }) => locked !== true && number <= Number(wanted)) ?? steps[0];

export interface WizardProps {
  /** Names the steps: 'Steps of the alert'. */
  label: string;
  /**
   * In their order. A step is locked until those before it are done. They are numbered from 1, unless a user does not have
   * some of them.
   */
  steps: readonly (Step & Partial<NumberedStep>)[];
  pathTo: (number: number) => string;
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
export const Wizard = ({ label, steps, pathTo, wanted, notice, children }: WizardProps) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const numbered = steps.map((step, index) => ({ number: index + 1, ...step }));
  const step = findStep(numbered, wanted);
  if (!step) return null;
  if (String(step.number) !== wanted) return <Navigate replace to={`${pathTo(step.number)}${search}`} />;
  const findPath = (found: NumberedStep | undefined) => found && pathTo(found.number);
  const place = numbered.indexOf(step);
  return (
    <Stack gap="5">
      <Stepper
        label={label}
        steps={numbered}
        current={step.id}
        onSelect={(id) => void navigate(findPath(numbered.find((each) => each.id === id)) ?? '')}
      />
      {notice}
      {children({ step, back: findPath(numbered[place - 1]), next: findPath(numbered[place + 1]) })}
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

/** The fields of a step, and what is beside them. */
const Beside = ({ hasAside, children }: { hasAside: boolean; children: ReactNode }) =>
  hasAside ? (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 280px' }}
      gap="5"
      alignItems="start"
      css={{ '& > aside': { lg: { position: 'sticky', top: '4' } } }}
    >
      {children}
    </Grid>
  ) : (
    children
  );

/** What a step gets from the wizard around it. */
export interface WizardSurroundings extends Partial<Pick<WizardPlace, 'back' | 'next'>> {
  /** Shows the values without a way to change them. */
  readonly isReadOnly?: boolean;
  /** A step can be saved without going on to the next: everything is complete. */
  readonly canLeave?: boolean;
  /** The texts of the links and buttons of all steps. */
  readonly backLabel?: string;
  readonly submitLabel?: string;
  /** Loads again what someone else has changed. */
  readonly onReload?: () => void;
}

/** The intent of a save that leaves the wizard instead of going on. */
export const leaveIntent = 'leave';

export interface WizardStepProps<Values extends object>
  extends WizardSurroundings, Pick<ComponentProps<'form'>, 'onBlur'> {
  form: FormState<Values>;
  /** Accessible name of the form. */
  label: string;
  /** Nothing can be saved now. */
  disabled?: boolean;
  /** Beside the fields, and below them on a narrow screen. It stays usable where the fields are not. */
  aside?: ReactNode;
  /** At the end of the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** The form of a step, with the way on and back. */
export const WizardStep = <Values extends object>(props: WizardStepProps<Values>) => {
  const { form, label, back, next, isReadOnly = false, canLeave = false, disabled = false } = props;
  const { backLabel = 'Back', submitLabel = next === undefined ? 'Save' : 'Continue' } = props;
  const { onReload, onBlur, note, aside, children } = props;
  const { saving, isConflict } = form;
  const reload = isConflict && onReload && (
    <Button size="sm" onClick={onReload}>
      Reload
    </Button>
  );
  return (
    <Form form={form} aria-label={label} readOnly={isReadOnly} failureActions={reload} onBlur={onBlur}>
      <Stack gap="5">
        <Beside hasAside={aside !== undefined}>
          <Fields disabled={isReadOnly || saving}>{children}</Fields>
          {aside}
        </Beside>
        <ActionBar follows aria-label="Step">
          {back !== undefined && (
            <LinkButton to={back} icon={<ArrowLeft size={15} aria-hidden="true" />}>
              {backLabel}
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
          {note !== undefined && (
            <Flex flex="1 1 140px" justify="flex-end" minW="0">
              {note}
            </Flex>
          )}
        </ActionBar>
      </Stack>
    </Form>
  );
};
