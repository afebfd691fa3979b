import { maxReminderDays } from '@readerlens/contract/onboarding';
import { NumberField, useFormContext, useProblem } from '@readerlens/ui';

export interface ReminderDays {
  remindAfterDays: number | null;
}

export const findReminderProblem = (days: number | null): string | undefined =>
  days === null || days < 0 || days > maxReminderDays
    ? `Please enter a number from 0 to ${maxReminderDays}`
    : undefined;

/** After how many days without activity a person is reminded. */
export const ReminderDaysField = ({ disabled = false }: { disabled?: boolean }) => {
  const { values, change } = useFormContext<ReminderDays>();
  return (
    <NumberField
      label="Remind after days without activity"
      hint="0 = never"
      value={values.remindAfterDays}
      error={useProblem('remindAfterDays')}
      disabled={disabled}
      onChange={(remindAfterDays) => change({ remindAfterDays })}
    />
  );
};
