import { ActionBar, Banner, Button, LinkButton, Stack } from '@readerlens/ui';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent, ReactNode, Ref } from 'react';
import { ReadOnly } from './read-only.tsx';
import type { SaveFailure } from './save-failure.ts';

export interface StepSurroundings {
  /** Path of the step before; absent in the first step. */
  readonly back?: string | undefined;
  /** Path of the next step; absent in the last one. */
  readonly next?: string | undefined;
  /** Shows the values without a way to change them. */
  readonly isReadOnly?: boolean;
  /** The alert is complete: a step can be saved without going on to the next. */
  readonly isEdit?: boolean;
  /** Loads the alert again, after a conflict. */
  readonly onReload?: () => void;
}

interface Props extends StepSurroundings {
  /** Accessible name of the form. */
  label: string;
  formRef?: Ref<HTMLFormElement>;
  saving: boolean;
  disabled?: boolean;
  failure?: SaveFailure | undefined;
  /** A message about the whole step. */
  problem?: string | undefined;
  /** The text of the button that saves. */
  submitLabel?: string;
  onSubmit: (leave: boolean) => void;
  children: ReactNode;
}

const Failure = ({ failure, onReload }: Pick<Props, 'onReload'> & { failure: SaveFailure }) => (
  <Banner
    role="alert"
    tone="negative"
    shape="box"
    actions={
      failure.isConflict &&
      onReload && (
        <Button size="sm" onClick={onReload}>
          Reload
        </Button>
      )
    }
  >
    {failure.message}
  </Banner>
);

const leaves = (event: FormEvent): boolean => {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === 'leave';
};

const SaveButtons = ({ next, isEdit, saving, disabled, submitLabel }: Props) => {
  const busy = { loading: saving, disabled: disabled === true };
  const canLeave = isEdit === true && next !== undefined;
  return (
    <>
      <Button type="submit" variant="primary" {...busy}>
        {submitLabel ?? (next === undefined ? 'Save' : 'Continue')}
      </Button>
      {canLeave && (
        <Button type="submit" value="leave" disabled={saving || disabled === true}>
          Save and close
        </Button>
      )}
    </>
  );
};

/** A step of the wizard: its form, what went wrong, and the way on and back. */
export const StepFrame = (props: Props) => {
  const { label, formRef, isReadOnly = false, saving, failure, problem, back, next, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReadOnly) props.onSubmit(leaves(event));
  };
  return (
    <form ref={formRef} noValidate aria-label={label} onSubmit={submit}>
      <Stack gap="5">
        {problem !== undefined && (
          <Banner role="alert" tone="negative" shape="box">
            {problem}
          </Banner>
        )}
        <ReadOnly disabled={isReadOnly || saving}>{children}</ReadOnly>
        {failure && <Failure failure={failure} {...(props.onReload ? { onReload: props.onReload } : {})} />}
        <ActionBar follows aria-label="Step">
          {back !== undefined && (
            <LinkButton to={back} icon={<ArrowLeft size={15} aria-hidden="true" />}>
              Back
            </LinkButton>
          )}
          {isReadOnly ? (
            next !== undefined && <LinkButton to={next}>Next</LinkButton>
          ) : (
            <SaveButtons {...props} />
          )}
        </ActionBar>
      </Stack>
    </form>
  );
};
