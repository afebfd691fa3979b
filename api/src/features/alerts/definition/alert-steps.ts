import { isStepOpen } from '@readerlens/contract/alert-progress';
import type { AlertStep } from '@readerlens/contract/alerts';
import { conflict } from '../../../platform/http/errors.ts';
import type { KnownAlert } from './alert-access.ts';

/** What the progress of an alert depends on, as the wizard sees it. */
const progressOf = ({ alert, recipients }: Pick<KnownAlert, 'alert' | 'recipients'>) => ({
  $type: alert.type,
  filters: alert.filters as unknown[],
  activityMonths: alert.activity_months,
  targets: recipients,
  exportColumns: alert.export_columns,
  lastStepCompleted: alert.last_step,
});

/** @throws AppError 409 if a step before this one is not done */
export const checkOpen = (known: KnownAlert, step: AlertStep): void => {
  if (!isStepOpen(progressOf(known), step)) throw conflict('Complete the steps before this one first.');
};
