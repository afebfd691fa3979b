import { api } from '@readerlens/auth';
import { Card, Flex, Switch, toast, useForm } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { manageAlertsPath } from '../../alert/alert-paths.ts';
import { alertQuery, alertsKey } from '../../alert/alert.queries.ts';
import type { Alert } from '../../alert/alert.queries.ts';
import { AlertSummary } from '../parts/alert-summary.tsx';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { MailTools } from '../parts/mail-tools.tsx';
import { RulePanel } from '../parts/rule-panel.tsx';
import { explainFailure } from '../parts/save-failure.ts';
import type { StepProps } from '../parts/step-props.ts';
import { stepPath } from '../parts/wizard-steps.ts';

const complete = async (id: string): Promise<Alert> =>
  (await api('GET /api/notification/{id}/mark-as-completed', { params: { id } })).data;
const activate = async (id: string): Promise<Alert> =>
  (await api('GET /api/notification-schedule/{id}/activate', { params: { id } })).data;

/**
 * Completes the alert, and activates its schedule. Each call has its effect once, so none is retried. A complete alert
 * that could not be activated goes on in edit mode, which this step is no part of.
 */
const useFinish = ({ id, name }: Alert) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const stay = (alert: Alert) => {
    if (alert.isComplete) toast.warning(`${name} is saved, but its schedule is not active`);
    queryClient.setQueryData(alertQuery(id).queryKey, alert);
  };
  const tryActivation = async (completed: Alert): Promise<Alert> => {
    try {
      return await activate(id);
    } catch (error) {
      toast.error(explainFailure(error), { durationMs: 5000 });
      return completed;
    }
  };
  return useForm({
    initial: { activates: true },
    save: async ({ activates }) => {
      const completed = await complete(id);
      const alert = completed.isComplete && activates ? await tryActivation(completed) : completed;
      void queryClient.invalidateQueries({ queryKey: [alertsKey] });
      if (alert.isComplete && alert.scheduleActive === activates) return { activates };
      stay(alert);
      return undefined;
    },
    onSaved: ({ activates }) => {
      toast.success(activates ? `${name} is active` : `Saved ${name}`);
      void navigate(manageAlertsPath);
    },
    explain: explainFailure,
    once: true,
    leaveQuestion: null,
  });
};

/** The last step of a new alert. */
export const ActivateStep = ({ alert, frame }: StepProps) => {
  const form = useFinish(alert);
  const { values, change } = form;
  return (
    <WizardStep
      form={form}
      label="Activate"
      {...frame}
      submitLabel="Finish"
      aside={<RulePanel alert={alert} step="Activate" />}
    >
      <InvalidRecipients alert={alert} to={stepPath(alert, 'SetAlert')} />
      <AlertSummary alert={alert} />
      <Card title="Activation">
        <Flex gap="4" wrap="wrap" align="center" justify="space-between">
          <Switch
            label="Activate now"
            checked={values.activates}
            onCheckedChange={(activates) => change({ activates })}
          />
          <Flex gap="2" wrap="wrap">
            <MailTools id={alert.id} />
          </Flex>
        </Flex>
      </Card>
    </WizardStep>
  );
};
