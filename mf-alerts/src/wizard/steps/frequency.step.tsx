import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { alertSteps, daysOfWeek, frequencies } from '@readerlens/contract/alerts';
import type { AlertSchedule } from '@readerlens/contract/alerts';
import { exportColumnOf } from '@readerlens/contract/explorer';
import { exportableColumns } from '@readerlens/filters/model';
import { ColumnManager, completeNames } from '@readerlens/filters/panel';
import { Card, Grid, MultiSelect, SelectField, Stack, Switch, Text, useLeaveGuard } from '@readerlens/ui';
import { browserTimeZone, timeZones } from '@readerlens/ui/parts';
import { useMemo, useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Alert } from '../../alert/alert.queries.ts';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { dayOfMonthOptions, scheduleWords } from '../parts/schedule-words.ts';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import type { StepProps } from '../parts/step-props.ts';
import { useSaveStep } from '../parts/use-save-step.ts';
import { stepPath } from '../parts/wizard-steps.ts';

interface FrequencyValues extends AlertSchedule {
  readonly timeZone: string;
  readonly isActive: boolean;
  readonly columns: readonly string[];
}

interface Part {
  values: FrequencyValues;
  change: (change: Partial<FrequencyValues>) => void;
}

/** The stored values. An alert that has no schedule yet starts with the time zone of the browser. */
const valuesOf = (alert: Alert): FrequencyValues => ({
  frequency: alert.frequency,
  dayOfWeek: alert.dayOfWeek,
  dayOfMonth: alert.dayOfMonth,
  timeZone: alert.lastStepCompleted < alertSteps.Frequency ? browserTimeZone() : alert.timeZone,
  isActive: alert.scheduleActive,
  columns: alert.exportColumns.map(({ field }) => field),
});

/** The part of the values that the frequency uses, as the API takes it. */
const bodyOf = (values: FrequencyValues, alert: Alert, columns: readonly string[]) => {
  const { frequency, dayOfWeek, dayOfMonth, timeZone, isActive } = values;
  return {
    frequency,
    ...(frequency === 'Weekly' ? { dayOfWeek } : {}),
    ...(frequency === 'Monthly' ? { dayOfMonth } : {}),
    timeZone,
    activateSchedule: alert.isComplete && isActive,
    exportColumns: columns.flatMap((name) => {
      const column = exportColumnOf(name);
      return column ? [{ field: column.field, category: column.category }] : [];
    }),
    lastStepCompleted: alertSteps.Frequency,
    version: alert.version,
  };
};

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const Days = ({ values, change }: Part) => (
  <>
    <SelectField
      label="Frequency"
      options={optionsOf(frequencies)}
      value={values.frequency}
      onChange={(event: ChangeEvent<HTMLSelectElement>) =>
        change({ frequency: event.target.value as FrequencyValues['frequency'] })
      }
    />
    {values.frequency === 'Weekly' && (
      <SelectField
        label="Day of week"
        options={optionsOf(daysOfWeek)}
        value={values.dayOfWeek}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change({ dayOfWeek: event.target.value as FrequencyValues['dayOfWeek'] })
        }
      />
    )}
    {values.frequency === 'Monthly' && (
      <SelectField
        label="Day of month"
        options={dayOfMonthOptions}
        value={values.dayOfMonth}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change({ dayOfMonth: event.target.value as FrequencyValues['dayOfMonth'] })
        }
      />
    )}
  </>
);

const zoneOption = (name: string) => ({ id: name, name: name.replaceAll('_', ' ') });
const zoneOptions = timeZones.map(zoneOption);

const Schedule = ({ values, change, isEdit }: Part & { isEdit: boolean }) => (
  <Card title="Schedule">
    <Stack gap="4">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap="4">
        <Days values={values} change={change} />
        <MultiSelect
          label="Time zone"
          single
          required
          options={zoneOptions}
          value={values.timeZone === '' ? [] : [zoneOption(values.timeZone)]}
          onChange={([chosen]) => change({ timeZone: chosen?.id ?? '' })}
          error={values.timeZone === '' ? 'Time zone Is Required' : undefined}
        />
      </Grid>
      <Text color="textMuted" aria-live="polite">
        {scheduleWords(values, values.timeZone || '–')}
      </Text>
      {isEdit && (
        <Switch
          label="Schedule active"
          checked={values.isActive}
          onCheckedChange={(isActive) => change({ isActive })}
        />
      )}
    </Stack>
  </Card>
);

/** When an alert runs, and the columns of its files. */
export const FrequencyStep = ({ alert, owner, onSaved, frame }: StepProps) => {
  const user = useUser();
  const { saving, failure, save } = useSaveStep(alert, onSaved);
  const [start] = useState(() => valuesOf(alert));
  const [values, setValues] = useState(start);
  const available = useMemo(() => exportableColumns(new Set(owner.searchFields)), [owner.searchFields]);
  const columns = completeNames(values.columns, available);
  const change = (part: Partial<FrequencyValues>) => setValues((before) => ({ ...before, ...part }));
  const isValid = columns.length > 0 && values.timeZone !== '';
  useLeaveGuard(JSON.stringify(values) === JSON.stringify(start) ? undefined : leaveQuestion);
  const submit = (leave: boolean) => {
    if (!isValid) return;
    const params = { id: alert.id };
    const body = { ...(user ? { user: user.email } : {}), ...bodyOf(values, alert, columns) };
    save(() => api('PUT /api/notification/{id}/frequency', { params, body }), leave);
  };
  return (
    <StepFrame
      label="Frequency/Format"
      {...frame}
      {...{ saving, failure }}
      disabled={!isValid}
      onSubmit={submit}
    >
      <InvalidRecipients alert={alert} to={stepPath(alert, 'SetAlert')} />
      <Schedule {...{ values, change }} isEdit={alert.isComplete} />
      <Card title="Export columns" subtitle="The columns of the file that each run offers.">
        <ColumnManager
          columns={available}
          value={values.columns}
          onChange={(next) => change({ columns: next })}
        />
      </Card>
    </StepFrame>
  );
};
