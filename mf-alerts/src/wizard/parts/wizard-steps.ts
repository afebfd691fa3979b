import { isStepDone, isStepOpen, listAlertSteps } from '@readerlens/contract/alert-progress';
import { isCountingType } from '@readerlens/contract/alerts';
import type { AlertStep, AlertType, CountingType } from '@readerlens/contract/alerts';
import type { Step } from '@readerlens/ui/parts';
import { alertPath } from '../../alert/alert-paths.ts';
import type { Alert } from '../../alert/alert.queries.ts';

export const stepsLabel = 'Steps of the alert';

const labels: Readonly<Record<AlertStep, string>> = {
  Begin: 'Begin',
  DefineFilters: 'Define Filters',
  BehaviorChange: 'Behavior Change',
  SetAlert: 'Set Alert',
  Frequency: 'Frequency/Format',
  Activate: 'Activate',
};

export const behaviorStepLabels: Readonly<Record<CountingType, string>> = {
  ChangeInActivitiesNotification: labels.BehaviorChange,
  SeriesOfActivitiesNotification: 'Behavior Threshold',
};

export const stepLabel = (step: AlertStep, type: AlertType, isComplete: boolean): string => {
  if (step === 'Begin' && isComplete) return 'Name/Description';
  if (step === 'BehaviorChange' && isCountingType(type)) return behaviorStepLabels[type];
  return labels[step];
};

/** The steps of an alert of this type that does not exist yet: only the first one is open. */
export const stepsOfNew = (type: AlertType): Step[] =>
  listAlertSteps({ $type: type, isComplete: false }).map((step) => ({
    id: step,
    label: stepLabel(step, type, false),
    locked: step !== 'Begin',
  }));

/** Blinded Mode leaves out filters, so the steps of a complete alert do not depend on them. */
const isOpen = (alert: Alert, step: AlertStep): boolean => alert.isComplete || isStepOpen(alert, step);
const isDone = (alert: Alert, step: AlertStep): boolean =>
  alert.isComplete || (isStepDone(alert, step) && isStepOpen(alert, step));

/** The steps of an alert, with those that are done and those that cannot be opened yet. */
export const stepsOfAlert = (alert: Alert): Step[] =>
  listAlertSteps(alert).map((step) => ({
    id: step,
    label: stepLabel(step, alert.$type, alert.isComplete),
    done: isDone(alert, step),
    locked: !isOpen(alert, step),
  }));

export const stepPath = (alert: Alert, step: AlertStep): string =>
  alertPath(alert.id, listAlertSteps(alert).indexOf(step) + 1);
