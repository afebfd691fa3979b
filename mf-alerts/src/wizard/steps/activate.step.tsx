import { api } from '@readerlens/auth';
import { Card, Flex, Switch, toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { manageAlertsPath } from '../../alert/alert-paths.ts';
import { alertQuery, alertsKey } from '../../alert/alert.queries.ts';
import type { Alert } from '../../alert/alert.queries.ts';
import { AlertSummary } from '../parts/alert-summary.tsx';
import { BackTestPanel } from '../parts/back-test.tsx';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { MailTools } from '../parts/mail-tools.tsx';
import { saveFailure } from '../parts/save-failure.ts';
import type { SaveFailure } from '../parts/save-failure.ts';
import { StepFrame } from '../parts/step-frame.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { stepPath } from '../parts/wizard-steps.ts';

/** Completes the alert, and activates its schedule. Each call has its effect once, so none is retried. */
const finish = async (id: string, activates: boolean): Promise<Alert> => {
  const { data: completed } = await api('GET /api/notification/{id}/mark-as-completed', { params: { id } });
  if (!completed.isComplete || !activates) return completed;
  return (await api('GET /api/notification-schedule/{id}/activate', { params: { id } })).data;
};

const useFinish = ({ id, name }: Alert) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { begin, done } = useOneAtATime();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const [result, setResult] = useState<Alert>();
  const run = async (activates: boolean) => {
    setSaving(true);
    setFailure(undefined);
    try {
      const alert = await finish(id, activates);
      await queryClient.invalidateQueries({ queryKey: [alertsKey] });
      if (alert.isComplete && alert.scheduleActive === activates) {
        toast.success(activates ? `${name} is active` : `Saved ${name}`);
        void navigate(manageAlertsPath);
        return;
      }
      setResult(alert);
    } catch (error) {
      setFailure(saveFailure(error));
      // It may be complete, but not active.
      await queryClient.invalidateQueries({ queryKey: alertQuery(id).queryKey });
    }
    setSaving(false);
  };
  return {
    saving,
    failure,
    /** The alert that could not be activated, with the reason. */
    result,
    run: (activates: boolean) => begin(() => void run(activates).finally(done)),
  };
};

/** The last step of a new alert. */
export const ActivateStep = ({ alert, frame }: StepProps) => {
  const [activates, setActivates] = useState(true);
  const { saving, failure, result, run } = useFinish(alert);
  return (
    <StepFrame
      label="Activate"
      {...frame}
      {...{ saving, failure }}
      submitLabel="Finish"
      onSubmit={() => run(activates)}
    >
      <InvalidRecipients alert={result ?? alert} to={stepPath(alert, 'SetAlert')} />
      <AlertSummary alert={alert} />
      <Card title="Activation">
        <Flex gap="4" wrap="wrap" align="center" justify="space-between">
          <Switch label="Activate now" checked={activates} onCheckedChange={setActivates} />
          <Flex gap="2" wrap="wrap">
            <MailTools id={alert.id} />
          </Flex>
        </Flex>
      </Card>
      <BackTestPanel alert={alert} />
    </StepFrame>
  );
};
