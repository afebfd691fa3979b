import { submitFailedMessage } from '@readerlens/contract/onboarding/messages';
import { api } from '@readerlens/auth';
import {
  companyProblems,
  generalProblems,
  onboardingStepLabels,
  onboardingSteps,
} from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import { Banner, Card, Heading, LinkButton, Stack, Text, TextLink, toast, useForm } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { FormCards } from '../../form/form-cards.tsx';
import type { OnboardingForm } from '../../form/form.queries.ts';
import { stepPath } from '../../form/onboarding-paths.ts';
import { useReloadForm, useStoreSaved } from '../save-part.ts';
import type { StepProps } from '../step-props.ts';

interface Missing {
  readonly step: OnboardingStep;
  readonly messages: readonly string[];
}

/** What is missing in the steps that the person may open, which does not keep a form from being submitted. */
const findMissing = ({ generalInfo, companyInfo }: OnboardingForm): readonly Missing[] =>
  [
    {
      step: 'general' as const,
      messages: generalInfo
        ? generalProblems({
            name: generalInfo.name,
            email: generalInfo.email,
            onlines: generalInfo.onlines,
          }).map(({ message }) => message)
        : [],
    },
    { step: 'company' as const, messages: companyProblems(companyInfo).map(({ message }) => message) },
  ].filter(({ messages }) => messages.length > 0);

const MissingNotice = ({ form, missing }: { form: OnboardingForm; missing: readonly Missing[] }) => (
  <Banner tone="warning" shape="box" role="status">
    <Stack gap="2">
      <Text fontWeight="semibold">Please complete these steps first:</Text>
      {missing.map(({ step, messages }) => (
        <Text key={step}>
          <TextLink to={stepPath(form.id, onboardingSteps[step])}>{onboardingStepLabels[step]}</TextLink>
          {`: ${messages.join('; ')}.`}
        </Text>
      ))}
    </Stack>
  </Banner>
);

const submitForm = async (id: string) => (await api('PATCH /api/onboarding/{id}', { params: { id } })).data;

/** The summary, and the button that submits the form. */
export const ConfirmStep = ({ form: stored, onSaved, frame }: StepProps) => {
  const store = useStoreSaved(stored.id);
  const reload = useReloadForm(stored.id);
  const missing = findMissing(stored);
  const form = useForm({
    initial: {},
    save: () => submitForm(stored.id),
    readSaved: () => ({}),
    onSaved: (status) => {
      store(status, { mayEdit: false });
      onSaved();
    },
    onRefused: () => {
      toast.error(submitFailedMessage);
      // Somebody else may have submitted the form, or emptied a field.
      void reload();
    },
    once: true,
  });
  return (
    <WizardStep
      form={form}
      label="Confirm step"
      {...frame}
      submitLabel="Finish and Submit"
      disabled={missing.length > 0}
    >
      <Card>
        <Heading>Almost there!</Heading>
        <Text mt="2">Please check what you have entered, then finish.</Text>
      </Card>
      {missing.length > 0 && <MissingNotice {...{ form: stored, missing }} />}
      <FormCards form={stored} canEdit />
    </WizardStep>
  );
};

/** Shown to a client once, directly after the form was submitted. */
export const ThankYou = ({ form }: { form: OnboardingForm }) => (
  <Card role="status">
    <Stack gap="4" alignItems="flex-start">
      <Heading>Perfect, Thank you!</Heading>
      <Text>{`Your ${form.sentFromName} representative will reach out to you soon.`}</Text>
      <LinkButton to="/" variant="primary">
        Go to the start page
      </LinkButton>
    </Stack>
  </Card>
);
