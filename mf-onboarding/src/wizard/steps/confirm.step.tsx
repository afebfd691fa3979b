import { api } from '@readerlens/auth';
import { useAccess } from '@readerlens/auth/react';
import {
  companyProblems,
  generalProblems,
  onboardingStepLabels,
  onboardingSteps,
} from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import {
  ActionBar,
  Banner,
  Button,
  Card,
  Heading,
  LinkButton,
  Stack,
  Text,
  TextLink,
  toast,
  useOneAtATime,
} from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { FormCards } from '../../form/form-cards.tsx';
import type { OnboardingForm } from '../../form/form.queries.ts';
import { onboardingListPath, stepPath } from '../../form/onboarding-paths.ts';
import { useStoreSaved } from '../save-part.ts';
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

/** The summary, and the button that submits the form. */
export const ConfirmStep = ({ form, back, onSubmitted }: StepProps & { onSubmitted: () => void }) => {
  const store = useStoreSaved(form.id);
  const { begin, done } = useOneAtATime();
  const missing = findMissing(form);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PATCH /api/onboarding/{id}', { params: { id: form.id } }),
    onSuccess: ({ data }) => {
      store(data, { mayEdit: false });
      onSubmitted();
    },
    onError: () => void toast.error('An error was encountered when submitting the form'),
    onSettled: done,
  });
  return (
    <Stack gap="4">
      <Card>
        <Heading>Almost there!</Heading>
        <Text mt="2">Please check what you have entered, then finish.</Text>
      </Card>
      {missing.length > 0 && <MissingNotice {...{ form, missing }} />}
      <FormCards form={form} canEdit />
      <ActionBar follows aria-label="Step">
        {back !== undefined && (
          <LinkButton to={stepPath(form.id, back)} icon={<ArrowLeft size={15} aria-hidden="true" />}>
            Previous
          </LinkButton>
        )}
        <Button
          variant="primary"
          loading={isPending}
          disabled={missing.length > 0}
          onClick={() => begin(() => mutate())}
        >
          Finish and Submit
        </Button>
      </ActionBar>
    </Stack>
  );
};

/** Shown once, directly after the form was submitted. */
export const ThankYou = ({ form }: { form: OnboardingForm }) => {
  const isStaff = useAccess({ claim: 'manageOnboardingForms' });
  return (
    <Card role="status">
      <Stack gap="4" alignItems="flex-start">
        <Heading>Perfect, Thank you!</Heading>
        <Text>{`Your ${form.sentFromName} representative will reach out to you soon.`}</Text>
        <LinkButton to={isStaff ? onboardingListPath : '/'} variant="primary">
          {isStaff ? 'Go to the Onboarding Dashboard' : 'Go to the start page'}
        </LinkButton>
      </Stack>
    </Card>
  );
};
