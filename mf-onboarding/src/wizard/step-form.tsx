import { ActionBar, Button, Flex, Form, LinkButton, Span, Stack } from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import dayjs from 'dayjs';
import { ArrowLeft } from 'lucide-react';
import type { FocusEvent, ReactNode } from 'react';
import { stepPath } from '../form/onboarding-paths.ts';
import type { DraftState } from './use-drafts.ts';

interface Props<Values extends object> {
  /** The name of the step, which its form is named after. */
  label: string;
  formId: string;
  form: FormState<Values>;
  back: number | undefined;
  /** Saves each field when the focus leaves it. */
  drafts?: DraftState;
  submitLabel?: string;
  onReload: () => void;
  children: ReactNode;
}

const DraftNote = ({ drafts: { savedAt, failed } }: { drafts: DraftState }) => (
  <Span aria-live="polite" textStyle="small" color={failed ? 'negative' : 'textMuted'}>
    {failed && 'Not saved: the server cannot be reached'}
    {!failed && savedAt && `Saved ${dayjs(savedAt).format('HH:mm')}`}
  </Span>
);

/** A step that is a form: its fields, when they were saved, and the way on and back. */
export const StepForm = <Values extends object>(props: Props<Values>) => {
  const { label, formId, form, back, drafts, onReload, children } = props;
  const { submitLabel = 'Save and Continue' } = props;
  const saveDraft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // The button saves the step itself.
    if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return;
    if (currentTarget.isConnected) drafts?.saveDraft();
  };
  return (
    <Form
      form={form}
      aria-label={`${label} step`}
      onBlur={saveDraft}
      failureActions={
        form.isConflict && (
          <Button size="sm" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      <Stack gap="5">
        {children}
        <ActionBar follows aria-label="Step">
          {back !== undefined && (
            <LinkButton to={stepPath(formId, back)} icon={<ArrowLeft size={15} aria-hidden="true" />}>
              Previous
            </LinkButton>
          )}
          <Button type="submit" variant="primary" loading={form.saving}>
            {submitLabel}
          </Button>
          <Flex flex="1" justify="flex-end" minW="0">
            {drafts && <DraftNote drafts={drafts} />}
          </Flex>
        </ActionBar>
      </Stack>
    </Form>
  );
};
