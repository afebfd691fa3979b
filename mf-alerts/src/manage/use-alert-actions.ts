import { api } from '@readerlens/auth';
import { confirm, explainFailure, toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recipientReport } from '../alert/recipient-report.ts';
import { alertsKey } from '../alert/alert.queries.ts';
import type { Alert, AlertListRow } from '../alert/alert.queries.ts';
import { dayText } from '../alert/schedule-indicator.tsx';

/** What the action and its dialog are called. */
export const nameReceivers = ({ name }: Pick<AlertListRow, 'name'>): string =>
  `Webhook and channels of ${name}`;

/** Says that the schedule is active, or why invalid recipients prevent it. */
const tellActivation = ({ name, scheduleActive, invalidRecipients }: Alert) => {
  if (scheduleActive) toast.success(`The schedule of ${name} is active`);
  else if (invalidRecipients) toast.error(recipientReport(invalidRecipients).join(' '), { durationMs: 5000 });
};

/** Changes alerts of the list, one at a time. */
export const useAlertActions = () => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [busy, setBusy] = useState<string>();
  const [snoozing, setSnoozing] = useState<AlertListRow>();
  const [webhook, setWebhook] = useState<AlertListRow>();

  const change = async ({ id, name }: AlertListRow, work: () => Promise<void>) => {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      toast.error(`${explainFailure(error)} (${name})`);
    }
    await queryClient.invalidateQueries({ queryKey: [alertsKey] });
    setBusy(undefined);
  };
  const run = (alert: AlertListRow, work: () => Promise<void>) =>
    begin(() => void change(alert, work).finally(done));

  return {
    busy,
    /** The alert that the snooze dialog is about. */
    snoozing,
    askSnooze: setSnoozing,
    /** The alert whose webhook is shown. */
    webhook,
    openWebhook: setWebhook,
    closeWebhook: () => setWebhook(undefined),
    closeSnooze: () => setSnoozing(undefined),
    activate: (alert: AlertListRow) =>
      run(alert, async () => {
        const params = { id: alert.id };
        tellActivation((await api('GET /api/notification-schedule/{id}/activate', { params })).data);
      }),
    deactivate: (alert: AlertListRow) =>
      run(alert, async () => {
        await api('GET /api/notification-schedule/{id}/deactivate', { params: { id: alert.id } });
        toast.success(`The schedule of ${alert.name} is inactive`);
      }),
    /** `until` is a date as YYYY-MM-DD; null ends the snooze. */
    snooze: (alert: AlertListRow, until: string | null) =>
      run(alert, async () => {
        setSnoozing(undefined);
        await api('PUT /api/notification-snooze/{id}', { params: { id: alert.id }, body: { until } });
        toast.success(
          until === null
            ? `${alert.name} is no longer snoozed`
            : `${alert.name} is snoozed until ${dayText(until)}`,
        );
      }),
    remove: (alert: AlertListRow) =>
      begin(() => {
        const start = async () => {
          const isSure = await confirm({
            title: `Delete ${alert.name}?`,
            message: 'The alert does not run again. Its past runs stay on the dashboards of its recipients.',
            confirmLabel: 'Delete',
            danger: true,
          });
          if (!isSure) return;
          await change(alert, async () => {
            await api('DELETE /api/notification/{id}', { params: { id: alert.id } });
            toast.success(`Deleted ${alert.name}`);
          });
        };
        void start().finally(done);
      }),
  };
};

export type AlertActions = ReturnType<typeof useAlertActions>;
