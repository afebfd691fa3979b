import { formMissing } from '@readerlens/contract/onboarding/messages';
import { useAccess, useUser, useViewer } from '@readerlens/auth/react';
import {
  furthestOnboardingStep,
  onboardingStepLabels,
  onboardingSteps,
  onboardingStepsFor,
} from '@readerlens/contract/onboarding';
import type { OnboardingStep } from '@readerlens/contract/onboarding';
import { Banner, Box, LinkButton, PageHeader, Stack } from '@readerlens/ui';
import { DetailFailure, DetailLoading, Wizard } from '@readerlens/ui/parts';
import type { WizardPlace } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { DownloadButtons } from '../form/download-buttons.tsx';
import { FormCards } from '../form/form-cards.tsx';
import { formQuery } from '../form/form.queries.ts';
import type { OnboardingForm } from '../form/form.queries.ts';
import { onboardingListPath, stepPath } from '../form/onboarding-paths.ts';
import { FormStateBadge } from '../form/state-badge.tsx';
import { useReloadForm } from './save-part.ts';
import type { StepProps } from './step-props.ts';
import { BeginStep } from './steps/begin.step.tsx';
import { CompanyStep } from './steps/company.step.tsx';
import { ConfirmStep, ThankYou } from './steps/confirm.step.tsx';
import { ContactsStep } from './steps/contacts.step.tsx';
import { ContentStep } from './steps/content.step.tsx';
import { GeneralStep } from './steps/general.step.tsx';

const stepComponents: Readonly<Record<OnboardingStep, ComponentType<StepProps>>> = {
  begin: BeginStep,
  general: GeneralStep,
  company: CompanyStep,
  contacts: ContactsStep,
  content: ContentStep,
  confirm: ConfirmStep,
};

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

interface CurrentProps {
  form: OnboardingForm;
  place: WizardPlace;
  onSubmitted: () => void;
}

const CurrentStep = ({ form, place: { step, back, next }, onSubmitted }: CurrentProps) => {
  const navigate = useNavigate();
  const reload = useReloadForm(form.id);
  const Step = stepComponents[step.id as OnboardingStep];
  return (
    <Step
      key={step.id}
      form={form}
      onSaved={() => (next === undefined ? onSubmitted() : void navigate(next))}
      frame={{
        back,
        next,
        backLabel: 'Previous',
        submitLabel: 'Save and Continue',
        onReload: () => void reload(),
      }}
    />
  );
};

/** The steps of a form that can be changed. */
const OpenForm = ({ form, onSubmitted }: Omit<CurrentProps, 'place'>) => {
  const { step: wanted = '' } = useParams();
  const isStaff = useAccess({ role: 'Internal' });
  const furthest = furthestOnboardingStep(form.lastStepCompleted, isStaff);
  if (!/^\d+$/.test(wanted)) return <Navigate replace to={stepPath(form.id, furthest)} />;
  const steps = onboardingStepsFor(isStaff).map((step) => {
    const number = onboardingSteps[step];
    const label = onboardingStepLabels[step];
    return { id: step, number, label, done: number < furthest, locked: number > furthest };
  });
  return (
    <Wizard
      label="Steps of the onboarding form"
      steps={steps}
      wanted={wanted}
      pathTo={(number) => stepPath(form.id, number)}
    >
      {(place) => <CurrentStep {...{ form, place, onSubmitted }} />}
    </Wizard>
  );
};

const LoadedForm = ({ form }: { form: OnboardingForm }) => {
  const [isDone, setDone] = useState(false);
  const managesForms = useAccess({ claim: 'manageOnboardingForms' });
  const navigate = useNavigate();
  // Clients may not open the list.
  const leave = () => (managesForms ? void navigate(onboardingListPath) : setDone(true));
  return (
    <>
      <PageHeader
        overline={form.sentFromName}
        title="Onboarding"
        description={form.companyName}
        actions={
          form.mayEdit ? (
            <LinkButton to="/">Continue later</LinkButton>
          ) : (
            <>
              <FormStateBadge form={form} />
              <DownloadButtons form={form} />
            </>
          )
        }
      />
      {form.mayEdit && <OpenForm form={form} onSubmitted={leave} />}
      {!form.mayEdit && (isDone ? <ThankYou form={form} /> : <ReadOnlyForm form={form} />)}
    </>
  );
};

const ExistingForm = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(formQuery(id, useViewer(), { follows: true }));
  if (data) return <LoadedForm form={data} />;
  return (
    <>
      <PageHeader title="Onboarding" />
      {error ? (
        <DetailFailure
          error={error}
          thing="onboarding form"
          notFound={formMissing}
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
