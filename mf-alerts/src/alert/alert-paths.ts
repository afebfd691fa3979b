import { alertSteps } from '@readerlens/contract/alerts';
import { listAlertSteps } from '@readerlens/contract/alert-progress';
import type { AlertListRow } from './alert.queries.ts';

export const manageAlertsPath = '/notifications/search';
export const newAlertPath = '/notification/new/1';

/** `step` is the position in the steps of the alert's own type, from 1. */
export const alertPath = (id: string, step = 1): string => `/notification/${encodeURIComponent(id)}/${step}`;

/** The page of an alert: its first step, or for an incomplete one the step at which it goes on. */
export const alertRowPath = ({
  id,
  $type,
  isComplete,
  lastStepCompleted,
}: Pick<AlertListRow, 'id' | '$type' | 'isComplete' | 'lastStepCompleted'>): string => {
  if (isComplete) return alertPath(id);
  const steps = listAlertSteps({ $type, isComplete });
  const next = steps.findIndex((step) => alertSteps[step] > lastStepCompleted);
  return alertPath(id, next < 0 ? steps.length : next + 1);
};
