// Which steps of the wizard are done. Pure, and without a schema library: the wizard and the API use it.
import { alertSteps, isCountingType } from './vocabulary.ts';
import type { AlertStep, AlertType } from './vocabulary.ts';

/** What the progress of an alert depends on. */
export interface AlertProgressInput {
  readonly $type: AlertType;
  readonly filters: readonly unknown[];
  readonly activityMonths: number | null;
  readonly targets: readonly unknown[];
  readonly exportColumns: readonly unknown[];
  readonly lastStepCompleted: number;
}

const isBeyond = ({ lastStepCompleted }: AlertProgressInput, step: AlertStep): boolean =>
  lastStepCompleted > alertSteps[step];

export const hasBehaviorStep = ({ $type }: Pick<AlertProgressInput, '$type'>): boolean =>
  isCountingType($type);

const hasFilters = (alert: AlertProgressInput): boolean =>
  alert.filters.length > 0 && isBeyond(alert, 'Begin');

const hasBehavior = (alert: AlertProgressInput): boolean =>
  !hasBehaviorStep(alert) ||
  (hasFilters(alert) && alert.activityMonths !== null && isBeyond(alert, 'DefineFilters'));

const hasTargets = (alert: AlertProgressInput): boolean =>
  hasFilters(alert) &&
  hasBehavior(alert) &&
  alert.targets.length > 0 &&
  isBeyond(alert, hasBehaviorStep(alert) ? 'BehaviorChange' : 'DefineFilters');

const hasFrequency = (alert: AlertProgressInput): boolean =>
  hasTargets(alert) && alert.exportColumns.length > 0 && isBeyond(alert, 'SetAlert');

const isDone: Readonly<Record<AlertStep, (alert: AlertProgressInput) => boolean>> = {
  Begin: () => true,
  DefineFilters: hasFilters,
  BehaviorChange: hasBehavior,
  SetAlert: hasTargets,
  Frequency: hasFrequency,
  Activate: ({ lastStepCompleted }) => lastStepCompleted >= alertSteps.Activate,
};

/** The steps of a type in order. A complete alert is edited without the last one. */
export const listAlertSteps = ({
  $type,
  isComplete,
}: {
  readonly $type: AlertType;
  readonly isComplete: boolean;
}): AlertStep[] =>
  (Object.keys(alertSteps) as AlertStep[]).filter(
    (step) =>
      (step !== 'BehaviorChange' || hasBehaviorStep({ $type })) && (step !== 'Activate' || !isComplete),
  );

export const isStepDone = (alert: AlertProgressInput, step: AlertStep): boolean => isDone[step](alert);

/** Whether a step of an existing alert is open: all steps before it are done. */
export const isStepOpen = (alert: AlertProgressInput, step: AlertStep): boolean =>
  (Object.keys(alertSteps) as AlertStep[])
    .filter((each) => alertSteps[each] < alertSteps[step])
    .every((each) => isStepDone(alert, each));
