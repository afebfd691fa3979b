import type { AlertStep } from '@readerlens/contract/alerts';
import { useCatalogue } from '@readerlens/filters';
import { LoadError, PageHeader, TextLink, toast } from '@readerlens/ui';
import { Wizard, leaveIntent } from '@readerlens/ui/parts';
import type { WizardPlace } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { alertPath, manageAlertsPath } from '../alert/alert-paths.ts';
import { alertQuery } from '../alert/alert.queries.ts';
import type { Alert } from '../alert/alert.queries.ts';
import { AlertNotices } from './parts/alert-notices.tsx';
import { LoadingStep } from './parts/loading-step.tsx';
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
import { stepsLabel, stepsOfAlert } from './parts/wizard-steps.ts';

const stepComponents: Readonly<Record<AlertStep, ComponentType<StepProps>>> = {
  Begin: BeginStep,
  DefineFilters: FiltersStep,
  BehaviorChange: BehaviorStep,
  SetAlert: RecipientsStep,
  Frequency: FrequencyStep,
  Activate: ActivateStep,
};

/** What invalid recipients prevent: these steps stay open until the recipients are valid. */
const needsValidRecipients: readonly string[] = ['SetAlert', 'Frequency'];

interface CurrentProps {
  alert: Alert;
  place: WizardPlace;
  onReload: () => void;
}

const CurrentStep = ({ alert, place: { step, back, next }, onReload }: CurrentProps) => {
  const { owner, ...account } = useAlertOwner(alert);
  const { catalogue, ...fields } = useCatalogue();
  const navigate = useNavigate();
  const goOn = (saved: Alert, intent: string | undefined) => {
    if (saved.invalidRecipients !== null && needsValidRecipients.includes(step.id)) return;
    if (intent !== leaveIntent && next !== undefined) {
      void navigate(next);
      return;
    }
    toast.success(`Saved ${saved.name}`);
    void navigate(manageAlertsPath);
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
  if (!owner || fields.isPending) return <LoadingStep />;
  const Step = stepComponents[step.id as AlertStep];
  return (
    <Step
      key={`${step.id} ${alert.editable}`}
      {...{ alert, owner, catalogue }}
      onSaved={goOn}
      frame={{
        next,
        back,
        isReadOnly: alert.isReadOnly || !alert.editable,
        canLeave: alert.isComplete,
        onReload,
      }}
    />
  );
};

const chooseTitle = ({ isComplete, isReadOnly, editable }: Alert): string => {
  if (isReadOnly || !editable) return 'Alert';
  return isComplete ? 'Edit Alert' : 'Create Alert';
};

const AlertWizard = ({ alert, onReload }: { alert: Alert; onReload: () => void }) => {
  const { step: wanted = '1' } = useParams();
  const hasMail = alert.isComplete && alert.editable;
  return (
    <>
      <PageHeader
        title={chooseTitle(alert)}
        overline={<TextLink to={manageAlertsPath}>Manage Alerts</TextLink>}
        description={alert.name}
        actions={hasMail && <MailTools id={alert.id} />}
      />
      <Wizard
        label={stepsLabel}
        steps={stepsOfAlert(alert)}
        wanted={wanted}
        pathTo={(number) => alertPath(alert.id, number)}
        notice={<AlertNotices alert={alert} />}
      >
        {(place) => <CurrentStep {...{ alert, place, onReload }} />}
      </Wizard>
    </>
  );
};

const ExistingAlert = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(alertQuery(id));
  const retry = () => void refetch();
  const [reloads, setReloads] = useState(0);
  // What was typed in conflict with the changes of someone else is given up.
  const reload = async () => {
    await refetch();
    setReloads((count) => count + 1);
  };
  if (data) return <AlertWizard key={reloads} alert={data} onReload={() => void reload()} />;
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
      <LoadingStep />
    </>
  );
};

/** Creates an alert step by step, or edits one. */
export const AlertWizardScreen = () => {
  const { id = 'new' } = useParams();
  return id === 'new' ? <NewAlert /> : <ExistingAlert key={id} id={id} />;
};
