import type { AlertStep } from '@readerlens/contract/alerts';
import { stepsOf } from '@readerlens/contract/alert-progress';
import { useCatalogue } from '@readerlens/filters';
import { LoadError, PageHeader, Skeleton, Stack, TextLink } from '@readerlens/ui';
import { Stepper } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { alertPath, manageAlertsPath } from '../alert/alert-paths.ts';
import { alertQuery } from '../alert/alert.queries.ts';
import type { Alert } from '../alert/alert.queries.ts';
import { AlertNotices } from './parts/alert-notices.tsx';
import { MailTools } from './parts/mail-tools.tsx';
import { useAlertOwner } from './parts/owner.ts';
import type { StepProps } from './parts/step-props.ts';
import { ActivateStep } from './steps/activate.step.tsx';
import { BeginStep } from './steps/begin.step.tsx';
import { BehaviorStep } from './steps/behavior.step.tsx';
import { FiltersStep } from './steps/filters.step.tsx';
import { FrequencyStep } from './steps/frequency.step.tsx';
import { NewAlert } from './steps/new-alert.step.tsx';
import { RecipientsStep } from './steps/recipients.step.tsx';
import { useGoOn } from './parts/use-save-step.ts';
import type { SavedStep } from './parts/use-save-step.ts';
import { stepAt, stepPath, stepsOfAlert } from './parts/wizard-steps.ts';

const stepComponents: Readonly<Record<AlertStep, ComponentType<StepProps>>> = {
  Begin: BeginStep,
  DefineFilters: FiltersStep,
  BehaviorChange: BehaviorStep,
  SetAlert: RecipientsStep,
  Frequency: FrequencyStep,
  Activate: ActivateStep,
};

const Loading = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="40px" />
    <Skeleton height="320px" />
  </Stack>
);

/** What invalid recipients prevent: these steps stay open until the recipients are valid. */
const needsValidRecipients: readonly AlertStep[] = ['SetAlert', 'Frequency'];

interface CurrentProps {
  alert: Alert;
  step: AlertStep;
  position: number;
  onReload: () => void;
}

const CurrentStep = ({ alert, step, position, onReload }: CurrentProps) => {
  const { owner, ...account } = useAlertOwner(alert);
  const { catalogue, ...fields } = useCatalogue();
  const hasNext = position < stepsOf(alert).length;
  const next = hasNext ? alertPath(alert.id, position + 1) : undefined;
  const back = position > 1 ? alertPath(alert.id, position - 1) : undefined;
  const goOn = useGoOn(alert, next);
  const onSaved = (saved: SavedStep) => {
    if (saved.alert.invalidRecipients === null || !needsValidRecipients.includes(step)) goOn(saved);
  };
  const failed = [account, fields].find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <LoadError
        error={failed.error}
        refused="You do not have access to the owner of this alert"
        onRetry={failed.retry}
      />
    );
  if (!owner || fields.isPending) return <Loading />;
  const Step = stepComponents[step];
  return (
    // Another version starts with its own form.
    <Step
      key={`${step} ${alert.version} ${alert.editable}`}
      {...{ alert, owner, catalogue, onSaved }}
      frame={{
        next,
        back,
        isReadOnly: alert.isReadOnly || !alert.editable,
        isEdit: alert.isComplete,
        onReload,
      }}
    />
  );
};

const titleOf = ({ isComplete, isReadOnly, editable }: Alert): string => {
  if (isReadOnly || !editable) return 'Alert';
  return isComplete ? 'Edit Alert' : 'Create Alert';
};

const Wizard = ({ alert, onReload }: { alert: Alert; onReload: () => void }) => {
  const { step: wanted = '1' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { step, position } = stepAt(alert, Number(wanted));
  if (String(position) !== wanted)
    return <Navigate replace to={`${alertPath(alert.id, position)}${search}`} />;
  const hasMail = alert.isComplete && alert.editable;
  return (
    <>
      <PageHeader
        title={titleOf(alert)}
        overline={<TextLink to={manageAlertsPath}>Manage Alerts</TextLink>}
        description={alert.name}
        actions={hasMail && <MailTools id={alert.id} />}
      />
      <Stack gap="5">
        <Stepper
          label="Steps of the alert"
          steps={stepsOfAlert(alert)}
          current={step}
          onSelect={(id) => void navigate(stepPath(alert, id as AlertStep))}
        />
        <AlertNotices alert={alert} />
        <CurrentStep {...{ alert, step, position, onReload }} />
      </Stack>
    </>
  );
};

const ExistingAlert = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(alertQuery(id));
  const retry = () => void refetch();
  if (data) return <Wizard alert={data} onReload={retry} />;
  if (error)
    return (
      <>
        <PageHeader title="Alert" />
        <LoadError error={error} refused="You do not have access to this alert" onRetry={retry} />
      </>
    );
  return (
    <>
      <PageHeader title="Alert" />
      <Loading />
    </>
  );
};

/** Creates an alert step by step, or edits one. */
export const AlertWizardScreen = () => {
  const { id = 'new' } = useParams();
  return id === 'new' ? <NewAlert /> : <ExistingAlert key={id} id={id} />;
};
