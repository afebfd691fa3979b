import { useAccess, useUser, useViewer } from '@readerlens/auth/react';
import {
  furthestOnboardingStep,
  onboardingStepLabels,
  onboardingSteps,
  onboardingStepsFor,
} from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import { Banner, Box, LinkButton, PageHeader, Stack } from '@readerlens/ui';
import { DetailFailure, DetailLoading, Stepper } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { FormCards } from '../form/form-cards.tsx';
import { formQuery } from '../form/form.queries.ts';
import type { OnboardingForm } from '../form/form.queries.ts';
import { onboardingListPath, stepPath } from '../form/onboarding-paths.ts';
import { FormStateBadge } from '../form/state-badge.tsx';
import type { StepProps } from './step-props.ts';
import { BeginStep } from './steps/begin.step.tsx';
import { CompanyStep } from './steps/company.step.tsx';
import { ConfirmStep, ThankYou } from './steps/confirm.step.tsx';
import { ContactsStep } from './steps/contacts.step.tsx';
import { ContentStep } from './steps/content.step.tsx';
import { GeneralStep } from './steps/general.step.tsx';

const stepComponents: Readonly<Record<Exclude<OnboardingStep, 'confirm'>, ComponentType<StepProps>>> = {
  begin: BeginStep,
  general: GeneralStep,
  company: CompanyStep,
  contacts: ContactsStep,
  content: ContentStep,
};

const numberOfStep = (step: OnboardingStep): number => onboardingSteps[step];

const formatDay = (moment: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(moment));

const explainReadOnly = ({ isSubmitted, isExpired, expiresAt }: OnboardingForm): string => {
  if (isSubmitted) return 'This form has been submitted. It can no longer be changed.';
  if (isExpired) return `This form expired on ${formatDay(expiresAt)}. Ask for it to be sent again.`;
  return 'Forms cannot be changed in Blinded Mode.';
};

/** A form that can no longer be changed. */
const ReadOnlyForm = ({ form }: { form: OnboardingForm }) => (
  <Stack gap="4">
    <Banner tone={form.isSubmitted ? 'positive' : 'warning'} shape="box" role="status">
      {explainReadOnly(form)}
    </Banner>
    <FormCards form={form} />
  </Stack>
);

const CurrentStep = ({ form, step }: { form: OnboardingForm; step: OnboardingStep }) => {
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const isStaff = useAccess({ role: 'Internal' });
  const mayManage = useAccess({ claim: 'manageOnboardingForms' });
  const numbers = onboardingStepsFor(isStaff).map(numberOfStep);
  const place = numbers.indexOf(numberOfStep(step));
  const openStep = (number: number) => {
    const isPastEnd = number > onboardingSteps.confirm;
    if (isPastEnd && !mayManage) return;
    void navigate(isPastEnd ? onboardingListPath : stepPath(form.id, number));
  };
  if (isDone) return <ThankYou form={form} />;
  if (!form.mayEdit) return <ReadOnlyForm form={form} />;
  const props = {
    form,
    openStep,
    back: place > 0 ? numbers[place - 1] : undefined,
    next: numbers[place + 1] ?? onboardingSteps.confirm + 1,
  };
  if (step === 'confirm') return <ConfirmStep {...props} onSubmitted={() => setDone(true)} />;
  const Step = stepComponents[step];
  return <Step key={step} {...props} />;
};

const Wizard = ({ form }: { form: OnboardingForm }) => {
  const { step: wanted } = useParams();
  const navigate = useNavigate();
  const isStaff = useAccess({ role: 'Internal' });
  const steps = onboardingStepsFor(isStaff);
  const furthest = furthestOnboardingStep(form.lastStepCompleted, isStaff);
  const step = steps.find((each) => String(numberOfStep(each)) === wanted);
  const isOpen = step !== undefined && (numberOfStep(step) <= furthest || !form.mayEdit);
  if (!isOpen) {
    const first = wanted === String(onboardingSteps.general) ? onboardingSteps.begin : furthest;
    return <Navigate replace to={stepPath(form.id, first)} />;
  }
  return (
    <>
      <PageHeader
        overline={form.sentFromName}
        title="Onboarding"
        description={form.companyName}
        actions={
          form.mayEdit ? <LinkButton to="/">Continue later</LinkButton> : <FormStateBadge form={form} />
        }
      />
      <Stack gap="5">
        {form.mayEdit && (
          <Stepper
            label="Steps of the onboarding form"
            steps={steps.map((each) => ({
              id: each,
              label: onboardingStepLabels[each],
              done: numberOfStep(each) < furthest,
              locked: numberOfStep(each) > furthest,
            }))}
            current={step}
            onSelect={(id) => void navigate(stepPath(form.id, numberOfStep(id as OnboardingStep)))}
          />
        )}
        <CurrentStep form={form} step={step} />
      </Stack>
    </>
  );
};

const ExistingForm = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(formQuery(id, useViewer(), { follows: true }));
  if (data) return <Wizard form={data} />;
  return (
    <>
      <PageHeader title="Onboarding" />
      {error ? (
        <DetailFailure
          error={error}
          thing="onboarding form"
          notFound={{ title: 'Onboarding form not found', message: 'It does not exist.' }}
          list={{ path: '/', name: 'the start page' }}
          onRetry={() => void refetch()}
        />
      ) : (
        <DetailLoading label="Loading onboarding form" />
      )}
    </>
  );
};

/** Without an id, the user's own form opens; without one, the start page. */
const OwnForm = () => {
  const user = useUser();
  if (!user) return <DetailLoading label="Loading onboarding form" />;
  const { onboardingFormId: id } = user;
  if (id !== undefined) return <Navigate replace to={stepPath(id, onboardingSteps.begin)} />;
  return <Navigate replace to="/" />;
};

/** The form that a new client fills in step by step. */
export const OnboardingWizardScreen = () => {
  const { id } = useParams();
  return (
    <Box maxW="1080px" mx="auto" width="100%">
      {id === undefined ? <OwnForm /> : <ExistingForm key={id} id={id} />}
    </Box>
  );
};
